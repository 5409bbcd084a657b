package tallygate.gateway.task;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The lanes, one a route, as all nodes share them: which stand still, and which keep the order of their business keys. */
public interface LaneStore {
    /**
     * One lane.
     *
     * @param pause empty while nodes take its tasks
     * @param isOrdered its tasks of one business key run one after the other
     */
    record LaneRow(int lane, String route, Optional<Pause> pause, boolean isOrdered) {}

    /** @param by the user, or {@code tallygate} when the gateway did it itself */
    record Pause(Instant since, String by, String why) {}

    /** All that any node has made, by number. */
    List<LaneRow> lanes();

    /**
     * No node takes tasks of the lane from now on (each looks once a second); what runs may end. Audited.
     *
     * @param why 1..1000 characters
     * @return false when it was paused before; nothing was written then
     */
    boolean pause(String route, Actor actor, String why);

    /** @return false when it was not paused */
    boolean resume(String route, Actor actor, String why);

    /**
     * Says for all nodes whether the lane keeps its order. A node whose configuration does not leaves an ordered lane alone.
     *
     * @return false when that was so before
     */
    boolean order(String route, boolean isOrdered, Actor actor, String why);
}
