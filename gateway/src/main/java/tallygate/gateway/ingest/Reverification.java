package tallygate.gateway.ingest;

import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import tallygate.callback.provider.Judgement;
import tallygate.gateway.http.RequestHandler.Reply;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.RejectedRequest;
import tallygate.gateway.task.RejectedStore;
import tallygate.gateway.task.Rejection;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.VerificationValues;
import tallygate.signature.Reason;

/**
 * Verifies refused requests again after a key or a proxy was put right: judged with the keys of now as of the instant they
 * arrived. Genuine ones go the way of any callback: dedup, store, work. Repeating it does nothing twice. May block.
 */
public final class Reverification {
    private static final Reply NOBODY = _ -> {};
    private static final String TAKEN = "genuine";
    private static final String VALUES_DROPPED =
            "card verification values were dropped from it before it was kept, so its"
                    + " signature cannot be checked again: let the provider send it once more";
    private static final int PAGE = 100;
    /** A submission settles by its deadline; this is for a store call that hangs. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final ReceptionParts parts;
    private final Function<String, Optional<Desk>> desks;
    private final RejectedStore store;

    Reverification(ReceptionParts parts, Function<String, Optional<Desk>> desks, RejectedStore store) {
        this.parts = parts;
        this.desks = desks;
        this.store = store;
    }

    /** Verifies one kept request again and notes the result with an audit row. */
    public Verified verify(long id, Actor actor) throws InterruptedException {
        Optional<RejectedRequest> found = store.find(id);
        return found.isEmpty()
                ? new Verified.Impossible("no refused request " + id + " is kept")
                : verify(found.get(), actor);
    }

    /**
     * Verifies the kept requests of one endpoint again, newest first. What was taken before is passed over.
     *
     * @param reason empty for all
     * @param limit how many at most are verified
     * @return by id, in the order in which they were verified
     */
    public Map<Long, Verified> verifyAll(String endpoint, Optional<Reason> reason, int limit, Actor actor)
            throws InterruptedException {
        Map<Long, Verified> results = new LinkedHashMap<>();
        long before = Long.MAX_VALUE;
        while (results.size() < limit) {
            List<RejectedRequest> page = store.list(endpoint, before, PAGE);
            for (RejectedRequest kept : page) {
                before = kept.id();
                boolean isWanted = reason.isEmpty() || kept.rejection().reason() == reason.get();
                if (isWanted && !wasTaken(kept) && results.size() < limit) {
                    results.put(kept.id(), verify(kept, actor));
                }
            }
            if (page.size() < PAGE) {
                return results;
            }
        }
        return results;
    }

    private static boolean wasTaken(RejectedRequest kept) {
        return kept.result().startsWith(TAKEN);
    }

    private Verified verify(RejectedRequest kept, Actor actor) throws InterruptedException {
        if (wasTaken(kept)) {
            return new Verified.TakenBefore(kept.result());
        }
        Rejection rejection = kept.rejection();
        Optional<Desk> desk = desks.apply(rejection.endpoint());
        if (desk.isEmpty()) {
            return new Verified.Impossible("no endpoint is named " + rejection.endpoint() + " any more");
        }
        if (!kept.isIntact()) {
            return new Verified.Impossible("the kept request is not what it was: its digest differs");
        }
        Verified verified = judged(desk.get(), rejection);
        note(verified).ifPresent(result -> store.markVerifiedAgain(kept.id(), result, actor));
        count(rejection.endpoint(), verified);
        return verified;
    }

    private Verified judged(Desk desk, Rejection rejection) throws InterruptedException {
        if (!desk.endpoint().allowed().admits(rejection.request().remoteAddress())) {
            return new Verified.Refused(Reason.CONFIG, "the address is not in the endpoint's list");
        }
        Judgement judgement;
        try {
            judgement = desk.endpoint().bound().judge(rejection.request(), Optional.of(rejection.arrivedAt()));
        } catch (RuntimeException | StackOverflowError e) {
            desk.meters().faults.increment();
            return new Verified.NotStored(
                    "the definition failed with " + e.getClass().getName() + ": report it");
        }
        return switch (judgement) {
            case Judgement.Genuine genuine -> stored(desk, rejection, genuine);
            case Judgement.Refused refused ->
                VerificationValues.isMarked(rejection.request())
                        ? new Verified.Impossible(VALUES_DROPPED)
                        : new Verified.Refused(refused.reason(), refused.detail());
            case Judgement.NeedsConfirmation _ ->
                new Verified.Refused(Reason.NEEDS_CONFIRMATION, "nothing in the request proves it");
            case Judgement.Handshake _ -> new Verified.Taken(List.of());
        };
    }

    private Verified stored(Desk desk, Rejection rejection, Judgement.Genuine genuine) throws InterruptedException {
        if (genuine.events().isEmpty()) {
            return new Verified.Taken(List.of());
        }
        Reception reception = new Reception(
                parts,
                desk,
                rejection.request(),
                NOBODY,
                new Reception.Arrival(rejection.arrivedAt(), parts.nanos().getAsLong()));
        Waiting waiting = new Waiting(genuine.events().size());
        reception.store(genuine.events(), waiting);
        try {
            return waiting.settled.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return new Verified.NotStored("its commit has not returned within " + PATIENCE.toSeconds() + " s");
        } catch (ExecutionException e) {
            throw new IllegalStateException("a submission that failed instead of settling", e);
        }
    }

    /** Only what is certain is noted: a request that is not stored is to be verified again. */
    private static Optional<String> note(Verified verified) {
        return switch (verified) {
            case Verified.Taken taken -> Optional.of(TAKEN + tasks(taken.tasks()));
            case Verified.Refused refused -> Optional.of(refused.reason().code());
            case Verified.TakenBefore _, Verified.NotStored _, Verified.Impossible _ -> Optional.empty();
        };
    }

    private static String tasks(List<TaskId> tasks) {
        StringBuilder text = new StringBuilder();
        tasks.forEach(task -> text.append(" task=").append(task.value()));
        return text.toString();
    }

    private void count(String endpoint, Verified verified) {
        String result = switch (verified) {
            case Verified.Taken _, Verified.TakenBefore _ -> TAKEN;
            case Verified.Refused _ -> "refused";
            case Verified.NotStored _, Verified.Impossible _ -> "not-stored";
        };
        Counter.builder("tallygate.rejected.verified")
                .description("Refused requests that were verified again.")
                .tag("endpoint", endpoint)
                .tag("result", result)
                .register(parts.metrics().registry())
                .increment();
    }

    /** Waits for the commit of every event. */
    private static final class Waiting extends Submission {
        private final CompletableFuture<Verified> settled = new CompletableFuture<>();

        Waiting(int events) {
            super(events);
        }

        @Override
        void stored(List<Receipt> all) {
            List<TaskId> tasks = new ArrayList<>();
            all.forEach(receipt -> tasks.add(receipt.task()));
            settled.complete(new Verified.Taken(tasks));
        }

        @Override
        void unavailable(Shed why) {
            settled.complete(new Verified.NotStored(why.code()));
        }
    }
}
