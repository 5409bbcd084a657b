package tallygate.gateway.ingest;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tallygate.callback.PaymentEvent;
import tallygate.gateway.ingest.DedupCache.Remembered;
import tallygate.gateway.task.DedupKey;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.VerificationValues;
import tallygate.signature.RawRequest;

/**
 * The normal path for events that are proven by another way than a signature: the provider was asked, or its list or statement
 * names them. They pass the same dedup, effect keys and writers as callbacks do.
 */
public final class ProvenEvents {
    /** What came of it. */
    public sealed interface Taken {
        /**
         * All are committed, now or before.
         *
         * @param tasks one for each event, in their order
         */
        record Stored(List<TaskId> tasks) implements Taken {
            public Stored {
                tasks = List.copyOf(tasks);
            }
        }

        /** Not all are known to be committed: to be given again, which harms nothing. */
        record NotNow(String why) implements Taken {}
    }

    private final ReceptionParts parts;

    ProvenEvents(ReceptionParts parts) {
        this.parts = parts;
    }

    /** What a submission came to. */
    private static final class Waiting extends Submission {
        private final CompletableFuture<Taken> end = new CompletableFuture<>();

        Waiting(int events) {
            super(events);
        }

        @Override
        void stored(List<Receipt> all) {
            end.complete(new Taken.Stored(all.stream().map(Receipt::task).toList()));
        }

        @Override
        void unavailable(Shed why) {
            end.complete(new Taken.NotNow(why.code()));
        }
    }

    /**
     * Stores them and waits for their commit, for as long as a callback may wait for its answer.
     *
     * @param request what is kept with them: the notice that made us ask, or an empty request
     */
    public Taken store(Endpoint endpoint, RawRequest request, List<PaymentEvent> events, Instant now)
            throws InterruptedException {
        if (events.isEmpty()) {
            return new Taken.Stored(List.of());
        }
        Desk desk = Desk.of(endpoint, parts.metrics(), parts.watches());
        RowRules rules = new RowRules(endpoint, now, parts.limits().dedupMemory(), "");
        Waiting waiting = new Waiting(events.size());
        RawRequest kept = VerificationValues.dropped(request);
        long deadline =
                parts.nanos().getAsLong() + parts.limits().answerWithin().toNanos();
        for (int i = 0; i < events.size(); i++) {
            PaymentEvent event = events.get(i);
            DedupKey key = new DedupKey(endpoint.account(), event.eventId());
            Optional<Remembered> known = parts.cache().find(key, event.digest());
            if (known.isPresent()) {
                desk.meters().cacheHits.increment();
                parts.copies().note(known.get().task(), request.remoteAddress());
                waiting.committed(i, Receipt.of(known.get()));
            } else {
                Pending pending =
                        new Pending(desk, key, rules.row(event, kept), new Pending.Claim(waiting, i), deadline);
                parts.writers().offer(pending, parts.nanos().getAsLong()).ifPresent(waiting::notStored);
            }
        }
        try {
            // The writers settle everything by its deadline; the margin is for a node that is being stopped.
            return waiting.end.get(parts.limits().answerWithin().toMillis() * 2, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return new Taken.NotNow("not settled in time");
        } catch (ExecutionException e) {
            throw new IllegalStateException("a submission ends without exceptions", e);
        }
    }
}
