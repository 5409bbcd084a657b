package tallygate.gateway.task;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The lanes, one a route, as all nodes share them: which stand still, and which keep the order of their business keys. */
public interface LaneStore {
    /**
     * One lane.
     *
     * @param pause empty while nodes take its tasks
     * @param isOrdered its tasks of one business key run one after the other
     * @param versions of its handler that stand still, while nodes with another one go on
     */
    record LaneRow(int lane, String route, Optional<Pause> pause, boolean isOrdered, Map<String, Pause> versions) {
        public LaneRow {
            versions = Map.copyOf(versions);
        }

        /** Why nodes with this version of the handler take none of its tasks. */
        public Optional<Pause> pauseOf(String version) {
            return pause.or(() -> Optional.ofNullable(versions.get(version)));
        }
    }

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

    /**
     * Nodes with this version of the lane's handler take none of its tasks from now on; those with another one go on. Audited.
     *
     * @param version 0..64 characters
     * @param why 1..1000 characters
     * @return false when it was paused before; nothing was written then
     */
    boolean pauseVersion(String route, String version, Actor actor, String why);

    /**
     * Ends the pause of the lane and those of all versions of its handler.
     *
     * @return false when nothing was paused
     */
    boolean resume(String route, Actor actor, String why);

    /**
     * Says for all nodes whether the lane keeps its order. A node whose configuration does not leaves an ordered lane alone.
     *
     * @return false when that was so before
     */
    boolean order(String route, boolean isOrdered, Actor actor, String why);
}
