package tallygate.gateway.saga;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What one node looks after for all. */
public interface SagaWatch {
    /**
     * Sagas of one kind that are due and that nobody takes.
     *
     * @param longest how long the oldest of them has been due
     */
    record Overdue(NewSaga.Kind kind, long count, Duration longest) {}

    /** Kinds with sagas that have been due for longer, by the database's clock; held ones are not due. */
    List<Overdue> overdue(Duration since);

    /**
     * Takes a duty, or keeps it: true on one node at a time.
     *
     * @param owner the node's incarnation
     */
    boolean holds(String duty, long owner, Duration lease);

    /** True for the one caller of all nodes that is the first to ask for this moment of the duty. */
    boolean takes(String duty, Instant moment);
}
