package tallygate.gateway.command;

import java.util.List;

/**
 * All figures of one run, in the form of the command's JSON. Micros are microseconds of processor time for each acknowledged
 * callback, row or task, unless a name says otherwise.
 *
 * @param valid false when something makes the figures doubtful; the reasons say what
 */
record BenchResult(
        boolean valid,
        List<String> reasons,
        Box box,
        Floor floor,
        Raw raw,
        BenchWriter.Result writer,
        BenchVerify.Result verify,
        Intake intake,
        Intake intakeWide,
        Through through,
        BenchRate work,
        BenchLife.Result life,
        List<BenchPickup.Result> pickup,
        BenchSaga.Result saga,
        Lone lone,
        Duplicates duplicates,
        BenchSettings settings,
        List<String> advice) {
    BenchResult {
        pickup = List.copyOf(pickup);
        reasons = List.copyOf(reasons);
        advice = List.copyOf(advice);
    }

    /** Where it was measured. */
    record Box(int cores, String java, String database, String disk) {}

    /** A server that reads each request and answers 200. */
    record Floor(BenchDrive narrow, BenchDrive wide) {}

    /** The raw loop of durable multi-row inserts. */
    record Raw(
            int connections,
            int batch,
            long perSecond,
            double databaseMicros,
            double clientMicros,
            long commitMicros,
            double othersCores) {}

    /**
     * The whole gateway under signed callbacks, with its work standing still.
     *
     * @param writerRatio rate of the writer fed from memory ÷ rate of the raw loop, same rows, connections and batch
     * @param costRatio (bare answer + verification + raw insert) ÷ (gateway + database)
     * @param floorRatio rate ÷ rate of the bare HTTP floor at the same connections
     * @param batchRows rows of a commit, on average
     */
    record Intake(
            long perSecond,
            double gatewayMicros,
            double databaseMicros,
            double writerRatio,
            double costRatio,
            int connections,
            double floorRatio,
            double batchRows,
            double generatorMicros,
            long p50Micros,
            long p99Micros,
            double othersCores) {}

    /**
     * Callbacks in, deliveries out, at the same time; costs are for each acknowledged callback and hold both.
     *
     * @param donePerSecond tasks whose success was committed
     */
    record Through(
            long perSecond,
            double donePerSecond,
            double gatewayMicros,
            double databaseMicros,
            int connections,
            double othersCores) {}

    /**
     * One callback at a time against one plain durable insert at a time; medians, in microseconds of time.
     *
     * @param ratio acknowledgement ÷ insert
     */
    record Lone(long acknowledgedMicros, long insertMicros, double ratio) {}

    /**
     * Two nodes, three in ten callbacks repeated.
     *
     * @param reportedNew events that the nodes say they stored for the first time
     * @param rows rows that the table has more than before
     * @param exact both are equal, and equal to the different events that were sent
     */
    record Duplicates(long perSecond, long reportedNew, long rows, long sentEvents, boolean exact) {}
}
