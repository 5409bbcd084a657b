package tallygate.gateway.task;

import java.time.Duration;
import java.util.List;

/** How often an event was delivered again after it was stored, task by task. */
@FunctionalInterface
public interface CopyStore {
    /** Keeps nothing. */
    CopyStore NONE = _ -> {};

    /**
     * Deliveries of one stored event since the last time.
     *
     * @param copies at least 1
     * @param firstAgo how long ago the first of them came
     * @param lastAgo how long ago the last of them came
     * @param lastAddress where that one came from; empty when it is not known
     */
    record Copies(TaskId task, long copies, Duration firstAgo, Duration lastAgo, String lastAddress) {
        public Copies {
            if (copies < 1 || lastAgo.isNegative() || firstAgo.compareTo(lastAgo) < 0) {
                throw new IllegalArgumentException(
                        copies + " copies from " + firstAgo + " ago to " + lastAgo + " ago are none");
            }
        }
    }

    /**
     * Adds to what is known of these tasks, all or none.
     *
     * @param copies 1..256, each task once, sorted by task
     * @throws StoreException when that is not known to be committed
     */
    void add(List<Copies> copies);
}
