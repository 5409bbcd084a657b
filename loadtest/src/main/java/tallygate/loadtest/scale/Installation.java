package tallygate.loadtest.scale;

import java.time.Duration;

/**
 * An installation in figures. Micros are microseconds of processor time, and come from {@code tallygate bench}.
 *
 * @param nodes gateways on the database
 * @param nodeCores processors of each
 * @param gatewayMicros of a gateway for each callback, work included
 * @param databaseCores processors of the database server
 * @param rowMicros of the database for each inserted row
 * @param commitMicros of the database for each commit
 * @param workMicros of the database for the rest of a callback's life: the completion, and the claim where it was not handed over
 * @param sync a durable write of the log; all commits that wait when it begins are made durable by it
 * @param roundTrip between gateway and database
 * @param batchRows rows that a writer commits at once at the most
 */
public record Installation(
        int nodes,
        int nodeCores,
        double gatewayMicros,
        int databaseCores,
        double rowMicros,
        double commitMicros,
        double workMicros,
        Duration sync,
        Duration roundTrip,
        int batchRows) {
    public Installation {
        if (nodes < 1 || nodes > 64 || nodeCores < 1 || databaseCores < 1 || batchRows < 1) {
            throw new IllegalArgumentException("an installation has 1..64 nodes, and processors and rows from 1; got "
                    + nodes + " nodes, " + nodeCores + " and " + databaseCores + " processors, " + batchRows + " rows");
        }
        if (!(gatewayMicros > 0 && rowMicros > 0 && commitMicros >= 0 && workMicros >= 0)) {
            throw new IllegalArgumentException("costs are above zero");
        }
        if (sync.isNegative() || roundTrip.isNegative()) {
            throw new IllegalArgumentException("a log sync and a round trip take no negative time");
        }
    }

    public Installation withNodes(int number) {
        return new Installation(
                number,
                nodeCores,
                gatewayMicros,
                databaseCores,
                rowMicros,
                commitMicros,
                workMicros,
                sync,
                roundTrip,
                batchRows);
    }
}
