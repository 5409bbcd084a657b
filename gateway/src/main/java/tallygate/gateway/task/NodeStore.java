package tallygate.gateway.task;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Which nodes there are: leased numbers, heartbeats, clock skew, configuration drift. */
public interface NodeStore {
    /**
     * @param name host and process, for people
     * @param configDigest equal on nodes with equal configuration
     */
    record Introduction(String name, String version, String configDigest) {}

    /**
     * What a heartbeat tells.
     *
     * @param configDigest as now in force: a reload changes it
     * @param idHighWaterMillis {@link TaskIds#highWaterMillis()}
     * @param clockSkew how far this node's clock is ahead of the database's
     * @param lanes for people who look from other nodes
     */
    record Pulse(String configDigest, long idHighWaterMillis, Duration clockSkew, List<LaneReading> lanes) {
        public Pulse {
            lanes = List.copyOf(lanes);
        }
    }

    /** What the store answers to a heartbeat. */
    sealed interface Beat {
        /**
         * @param server identity of the database server: when it changes, nothing remembered about committed rows holds
         */
        record Held(Instant databaseTime, String server) implements Beat {}

        /** The lease ended and the number may be another node's: stop using it, join again. */
        record Lost() implements Beat {}
    }

    /**
     * A node as others see it.
     *
     * @param lanes as of its last heartbeat
     */
    record NodeRow(
            int node,
            long incarnation,
            String name,
            String version,
            String configDigest,
            Duration clockSkew,
            Instant startedAt,
            Instant heartbeatAt,
            boolean isAlive,
            List<LaneReading> lanes) {}

    /** @throws StoreException UNAVAILABLE also when all numbers are leased */
    NodeLease join(Introduction introduction, Duration term);

    Beat beat(NodeLease lease, Pulse pulse, Duration term);

    /** Gives the number back at once. */
    void leave(NodeLease lease, long idHighWaterMillis);

    /** All nodes that were alive within the last day, live ones first. */
    List<NodeRow> nodes();
}
