package tallygate.gateway.ingest;

import java.util.List;
import tallygate.gateway.task.TaskId;
import tallygate.signature.Reason;

/** What verifying a kept request again came to. */
public sealed interface Verified {
    /**
     * Genuine now, and every event is committed, or was before.
     *
     * @param tasks empty when it names nothing to store
     */
    record Taken(List<TaskId> tasks) implements Verified {
        public Taken {
            tasks = List.copyOf(tasks);
        }
    }

    /**
     * It was taken by an earlier verification; nothing was done.
     *
     * @param result what that one noted
     */
    record TakenBefore(String result) implements Verified {}

    /**
     * Still not proven.
     *
     * @param detail for operators
     */
    record Refused(Reason reason, String detail) implements Verified {}

    /** Genuine, but not, or not known to be, committed: nothing is noted, verify it again later. */
    record NotStored(String why) implements Verified {}

    /** It cannot be judged: gone, damaged, or its endpoint is gone. */
    record Impossible(String why) implements Verified {}
}
