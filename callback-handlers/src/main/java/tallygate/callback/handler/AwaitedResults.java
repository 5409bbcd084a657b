package tallygate.callback.handler;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.Outcome;

/** Brings the results of consumers to the tries that wait for them, and late ones to the store. */
final class AwaitedResults {
    private static final Logger log = LoggerFactory.getLogger(AwaitedResults.class);

    private final Map<Long, CompletableFuture<Outcome>> waiting = new ConcurrentHashMap<>();
    private final LateResults late;
    private final LongSupplier nanos;
    private final AtomicLong heardNanos;
    private final AtomicLong unreadable = new AtomicLong();

    AwaitedResults(LateResults late, LongSupplier nanos) {
        this.late = late;
        this.nanos = nanos;
        this.heardNanos = new AtomicLong(nanos.getAsLong());
    }

    /** One try that waits. Closed when it has ended. */
    final class Awaited implements AutoCloseable {
        private final long taskId;
        private final CompletableFuture<Outcome> result;

        private Awaited(long taskId, CompletableFuture<Outcome> result) {
            this.taskId = taskId;
            this.result = result;
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
            waiting.remove(taskId, result);
        }
    }

    /** To be called before the message goes out, since its result may be faster than the confirmation. */
    Awaited await(long taskId) {
        var result = new CompletableFuture<Outcome>();
        waiting.put(taskId, result);
        return new Awaited(taskId, result);
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
            case ConsumerResult.Ended(long taskId, Outcome outcome) -> ended(taskId, outcome);
        };
    }

    private boolean ended(long taskId, Outcome outcome) {
        CompletableFuture<Outcome> waiter = waiting.get(taskId);
        if (waiter != null && waiter.complete(outcome)) {
            return true;
        }
        return switch (late.settle(taskId, outcome)) {
            case APPLIED -> {
                log.info("task={} result of its consumer came late and was applied", taskId);
                yield true;
            }
            case NOT_OURS -> {
                log.info("task={} result of its consumer came when it had ended already, dropped", taskId);
                yield true;
            }
            case AGAIN_LATER -> false;
        };
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
