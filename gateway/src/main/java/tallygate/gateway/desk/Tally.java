package tallygate.gateway.desk;

import java.time.Instant;
import java.util.Optional;

/**
 * The newest tasks by state, from one reading: the states sum up to the tasks.
 *
 * @param waiting pending for more than their time: parked, held, or due later
 * @param since arrival of the oldest task that was counted; empty when there is none
 */
public record Tally(
        int pending, int waiting, int processing, int done, int failed, int compensated, Optional<Instant> since) {
    /** So many tasks are counted at most, whatever the table holds. */
    public static final int TASKS_MAX = 10_000;

    public int total() {
        return pending + waiting + processing + done + failed + compensated;
    }

    public boolean isCut() {
        return total() >= TASKS_MAX;
    }
}
