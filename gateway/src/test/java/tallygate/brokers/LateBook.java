package tallygate.brokers;

import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import tallygate.callback.Outcome;
import tallygate.callback.handler.LateResults;

/** Stands for the store: writes down late results, or says that it is away. */
final class LateBook implements LateResults {
    final Map<Long, Outcome> settled = new ConcurrentHashMap<>();
    volatile boolean isAway;

    @Override
    public Taken settle(long taskId, OptionalInt handOut, Outcome outcome) {
        if (isAway) {
            return Taken.AGAIN_LATER;
        }
        return settled.putIfAbsent(taskId, outcome) == null ? Taken.APPLIED : Taken.NOT_OURS;
    }
}
