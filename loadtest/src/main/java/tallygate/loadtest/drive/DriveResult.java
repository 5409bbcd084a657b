package tallygate.loadtest.drive;

import java.util.BitSet;
import java.util.Map;
import tallygate.loadtest.measure.CpuUse;
import tallygate.loadtest.measure.LatencySummary;

/**
 * What a run of the load driver came to.
 *
 * @param accepted the messages that were accepted at least once, by their number in the feed
 */
public record DriveResult(Window window, Whole whole, BitSet accepted) {
    /**
     * The measured part of the run.
     *
     * @param perSecond accepted messages a second
     * @param microsPerAccepted processor time of each watched process for each accepted message
     */
    public record Window(
            double seconds,
            double perSecond,
            long accepted,
            long answered,
            LatencySummary latencyMicros,
            LatencySummary refusalLatencyMicros,
            CpuUse cpu,
            Map<String, Double> microsPerAccepted) {}

    /**
     * The run from its first message to the last answer.
     *
     * @param statuses how often each status was answered; 0 stands for no answer
     * @param unsent arrivals of the open model that found no free connection in time
     * @param usedUp true when the feed ended before the time did: the window then holds less than it says
     */
    public record Whole(
            Books books,
            Map<Integer, Long> statuses,
            long connectFailures,
            long unsent,
            boolean usedUp,
            double seconds) {}
}
