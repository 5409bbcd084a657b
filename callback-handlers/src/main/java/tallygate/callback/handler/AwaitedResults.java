package tallygate.callback.handler;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.Delivery;
import tallygate.callback.Outcome;

/**
 * Brings the results of consumers to the tries that wait for them, and late ones to the store. Only what brings back the token of
 * its hand-out is a result.
 */
final class AwaitedResults {
    private static final Logger log = LoggerFactory.getLogger(AwaitedResults.class);

    private final Map<Long, Awaited> waiting = new ConcurrentHashMap<>();
    private final LateResults late;
    private final ResultTokens tokens;
    private final LongSupplier nanos;
    private final AtomicLong heardNanos;
    private final AtomicLong unreadable = new AtomicLong();

    AwaitedResults(HandlerTools tools) {
        this.late = tools.lateResults();
        this.tokens = tools.tokens();
        this.nanos = tools.nanos();
        this.heardNanos = new AtomicLong(nanos.getAsLong());
    }

    /** One try that waits. Closed when it has ended. */
    final class Awaited implements AutoCloseable {
        private final long taskId;
        private final int handOut;
        private final CompletableFuture<Outcome> result = new CompletableFuture<>();

        private Awaited(long taskId, int handOut) {
            this.taskId = taskId;
            this.handOut = handOut;
        }

        private Optional<Outcome> within(Duration wait) throws InterruptedException {
            try {
                return Optional.of(result.get(wait.toNanos(), TimeUnit.NANOSECONDS));
            } catch (TimeoutException _) {
                return Optional.empty();
            } catch (ExecutionException e) {
                throw new IllegalStateException("a result is only ever completed normally", e);
            }
        }

        /** What the consumer says, or unknown until its time is over. */
        Outcome orUnknown(Duration wait, Duration limit) throws InterruptedException {
            return within(wait)
                    .orElseGet(() -> new Outcome.Unknown(
                            "published, and its consumer has told no result yet; published again in "
                                    + limit.toSeconds() + " s unless it does",
                            limit));
        }

        @Override
        public void close() {
            waiting.remove(taskId, this);
        }
    }

    /** To be called before the message goes out, since its result may be faster than the confirmation. */
    Awaited await(Delivery delivery) {
        var awaited = new Awaited(delivery.taskId(), delivery.handOut());
        waiting.put(delivery.taskId(), awaited);
        return awaited;
    }

    /** @return false when the message must be delivered again later */
    boolean take(byte[] message) {
        heardNanos.set(nanos.getAsLong());
        return switch (ConsumerResult.of(message)) {
            case ConsumerResult.Heartbeat _ -> true;
            case ConsumerResult.Unreadable(String why) -> {
                unreadable.incrementAndGet();
                log.warn("a message in the result queue {}, it is dropped; its task is tried again in time", why);
                yield true;
            }
            case ConsumerResult.Ended ended -> proven(ended);
        };
    }

    private boolean proven(ConsumerResult.Ended ended) {
        return switch (tokens.check(ResultTokens.task(ended.taskId()), ended.token())) {
            case ResultTokens.Checked.Genuine(int handOut) -> settled(ended.taskId(), handOut, ended.outcome());
            case ResultTokens.Checked.Refused(ResultTokens.Why why) -> {
                dropped(ended.taskId(), why);
                yield true;
            }
            case ResultTokens.Checked.NotNow _ -> false;
        };
    }

    private boolean settled(long taskId, int handOut, Outcome outcome) {
        Awaited waiter = waiting.get(taskId);
        if (waiter != null && waiter.handOut == handOut && waiter.result.complete(outcome)) {
            return true;
        }
        return switch (late.settle(taskId, OptionalInt.of(handOut), outcome)) {
            case APPLIED -> {
                log.info("task={} result of its consumer came late and was applied", taskId);
                yield true;
            }
            case NOT_OURS -> {
                log.info("task={} result of its consumer came when it had ended already, dropped", taskId);
                yield true;
            }
            case SUPERSEDED -> {
                var _ = tokens.refused(ResultTokens.Why.SUPERSEDED);
                dropped(taskId, ResultTokens.Why.SUPERSEDED);
                yield true;
            }
            case AGAIN_LATER -> false;
        };
    }

    private static void dropped(long taskId, ResultTokens.Why why) {
        String meaning = switch (why) {
            case MISSING -> "it brings no resultToken: does its consumer send back the one of the message?";
            case FORGED -> "its resultToken is not this task's: who else may write to the result queue?";
            case SUPERSEDED -> "the task was handed out again since";
        };
        log.warn(
                "event=RESULT_REFUSED task={} reason={} a result is dropped, {}; the task is tried again in time",
                taskId,
                why.label(),
                meaning);
    }

    /** For metrics. */
    Map<String, Double> readings() {
        return Map.of(
                "awaiting.result",
                (double) waiting.size(),
                "consumer.silence.seconds",
                (nanos.getAsLong() - heardNanos.get()) / 1e9,
                "unreadable.results",
                (double) unreadable.get());
    }
}
