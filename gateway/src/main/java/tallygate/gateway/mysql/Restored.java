package tallygate.gateway.mysql;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a database holds that was brought back from a backup: where each account ends, and what goes on from there.
 *
 * @param now by the database's clock
 * @param ends the newest event of each account, by account
 * @param chain where the audit log ends
 * @param unfinished tasks and sagas that go on from the state of the backup
 * @param highest the highest number given out, of tables whose numbers people quote
 */
public record Restored(Instant now, List<End> ends, Chain chain, Unfinished unfinished, Map<String, Long> highest) {
    /**
     * The newest event of an account.
     *
     * @param listedUntil up to where its event list was compared, where it was
     */
    public record End(String source, String eventId, Instant storedAt, long tasks, Optional<Instant> listedUntil) {}

    /** The last sealed row of the audit log; number 0 when there is none. */
    public record Chain(long seq, Optional<Instant> at) {}

    /** Tasks that are pending or were being worked on, and sagas that had not ended. */
    public record Unfinished(long pending, long leased, long sagas) {}

    public Restored {
        ends = List.copyOf(ends);
        highest = Map.copyOf(highest);
    }

    /** The newest instant that is known of: what came later is not in the backup. */
    public Optional<Instant> newest() {
        return ends.stream().map(End::storedAt).max(Instant::compareTo);
    }
}
