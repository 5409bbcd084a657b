package tallygate.gateway.saga;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import tallygate.callback.saga.Reply;

/** One saga as the store in memory has it. */
final class MemorySaga {
    final long id;
    final NewSaga saga;
    final long createdNanos;
    final Map<String, Stored> entries = new LinkedHashMap<>();
    SagaStatus status = SagaStatus.CREATED;
    long dueNanos;
    long owner;
    int epoch;
    int crashes;
    int marks;
    boolean isHeld;
    boolean isNudged;
    boolean hasLock;

    MemorySaga(long id, NewSaga saga, long now) {
        this.id = id;
        this.saga = saga;
        this.createdNanos = now;
        this.dueNanos = now;
    }

    record Stored(Entry entry, long dueNanos) {}

    /** Whether the write knows of its request what the store knows. */
    boolean isAsKnown(Transition.Write write) {
        Stored stored = entries.get(write.after().requestId());
        if (write.before().isEmpty() || stored == null) {
            return write.before().isEmpty() && stored == null;
        }
        Entry before = write.before().get();
        Entry now = stored.entry();
        return now.status() == before.status()
                && now.tries() == before.tries()
                && now.misses() == before.misses()
                && now.asks() == before.asks();
    }

    static Entry settled(Entry entry, Reply result) {
        boolean isCompensation = entry.direction() == Direction.COMPENSATION;
        return switch (result) {
            case Reply.Done(String response) ->
                entry.settled(isCompensation ? StepStatus.COMPENSATED : StepStatus.DONE, response, "");
            case Reply.Failed(String reason, String response) ->
                isCompensation
                        ? entry.unknown(Duration.ZERO, reason)
                        : entry.settled(StepStatus.FAILED, response, reason);
            case Reply.Later _, Reply.Unknown _, Reply.Accepted _, Reply.NotSeen _ ->
                throw new IllegalArgumentException("not a result: " + result);
        };
    }
}
