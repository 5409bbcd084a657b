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

    SagaStore.Delivered deliver(String requestId, int mark, Reply result, long now) {
        Entry entry = entries.get(requestId).entry();
        boolean isOld = result instanceof Reply.Failed
                && entry.direction() == Direction.COMPENSATION
                && mark != 0
                && mark != entry.mark();
        if (entry.status().isSettled() || isOld) {
            return new SagaStore.Delivered.SettledBefore();
        }
        Entry after = settled(entry, result);
        entries.put(requestId, new Stored(after, now + after.due().toNanos()));
        if (owner == 0) {
            dueNanos = Math.min(dueNanos, now);
        } else {
            isNudged = true;
        }
        return new SagaStore.Delivered.Taken(saga.kind(), entry.seq(), entry.tries(), Duration.ZERO);
    }

    private static Entry settled(Entry entry, Reply result) {
        boolean isCompensation = entry.direction() == Direction.COMPENSATION;
        return switch (result) {
            case Reply.Done(String response) ->
                entry.settled(isCompensation ? StepStatus.COMPENSATED : StepStatus.DONE, response, "");
            case Reply.Failed(String reason, String response) ->
                isCompensation
                        ? entry.unknown(Pauses.STANDARD.beforeRetry(entry.tries(), Duration.ZERO), "refused: " + reason)
                        : entry.settled(StepStatus.FAILED, response, reason);
            case Reply.Later _, Reply.Unknown _, Reply.Accepted _, Reply.NotSeen _ ->
                throw new IllegalArgumentException("not a result: " + result);
        };
    }
}
