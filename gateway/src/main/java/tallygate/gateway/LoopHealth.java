package tallygate.gateway;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import tallygate.gateway.process.Worker;

/** Whether the worker's loops run: one that stands still is a reason to restart the node. */
final class LoopHealth {
    private static final Duration STALLED = Duration.ofSeconds(30);

    private LoopHealth() {}

    /** @param parts is told of each loop. @return true when all run */
    static boolean tell(List<Worker.LoopAge> loops, Map<String, String> parts) {
        boolean allRun = true;
        for (Worker.LoopAge age : loops) {
            boolean stalled = age.sinceRound().compareTo(STALLED) > 0;
            allRun &= !stalled;
            parts.put(
                    age.loop(), stalled ? "stands still for " + age.sinceRound().toSeconds() + " s" : "runs");
        }
        return allRun;
    }
}
