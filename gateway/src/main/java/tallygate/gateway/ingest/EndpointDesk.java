package tallygate.gateway.ingest;

import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tallygate.callback.provider.CallbackMaker;
import tallygate.callback.provider.HeldKey;
import tallygate.callback.provider.SampleEvent;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.AdminStore;
import tallygate.gateway.task.StateChange;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskQuery;
import tallygate.gateway.task.TaskRow;
import tallygate.gateway.task.TaskStatus;
import tallygate.signature.RawRequest;

/**
 * What people see of endpoints, and how they try one: a callback that is made as the provider would make it goes the whole way of
 * a callback, from the route's path to the acknowledgement. May block.
 */
public final class EndpointDesk {
    /** Orders and events of a test begin so: in tables, exports and at receivers. */
    public static final String MARK = "tallygate-test-";

    /** An answer comes within the intake's own deadline; this is for a store call that hangs. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private static final long AMOUNT_MINOR = 100;

    private final CallbackIntake intake;
    private final AdminStore tasks;
    private final IntakeParts outside;

    EndpointDesk(CallbackIntake intake, AdminStore tasks, IntakeParts outside) {
        this.intake = intake;
        this.tasks = tasks;
        this.outside = outside;
    }

    /**
     * A key and what it did.
     *
     * @param signed genuine callbacks at this node since its start
     * @param last when the last of them came, since the endpoints were configured as they are
     */
    public record KeyUse(HeldKey key, long signed, Optional<Instant> last) {}

    /**
     * An endpoint and what it has seen at this node since its start.
     *
     * @param refused requests that were not taken as genuine
     * @param canTest a test callback can be signed for it
     */
    public record EndpointUse(Endpoint endpoint, List<KeyUse> keys, long refused, boolean canTest) {
        public EndpointUse {
            keys = List.copyOf(keys);
        }

        public Optional<Instant> last() {
            return keys.stream().flatMap(key -> key.last().stream()).max(Instant::compareTo);
        }

        public long signed() {
            return keys.stream().mapToLong(KeyUse::signed).sum();
        }
    }

    /**
     * What to try.
     *
     * @param type the provider's event type; empty: a finished payment
     * @param spoil how it is spoiled; empty: not at all
     * @param isDelivered its task is handed to the route's handler like any other; otherwise it is cancelled after the answer
     */
    public record Trial(String type, Optional<CallbackMaker.Spoil> spoil, boolean isDelivered) {}

    /** What a trial came to. */
    public sealed interface Tried {
        /**
         * What a provider would have been answered.
         *
         * @param tasks what was stored of it
         * @param took from the route to the answer
         */
        record Answered(HttpReply answer, String order, List<TaskRow> tasks, Duration took) implements Tried {
            public Answered {
                tasks = List.copyOf(tasks);
            }
        }

        record NoAnswer() implements Tried {}

        /** Only the provider's own private key signs what this endpoint takes as genuine. */
        record CannotSign() implements Tried {}

        /** This provider's scheme has nothing that could be spoiled in this way. */
        record CannotSpoil() implements Tried {}

        record NoEndpoint() implements Tried {}
    }

    public List<EndpointUse> endpoints() {
        return intake.table().endpoints().stream()
                .flatMap(endpoint -> endpoint(endpoint.name()).stream())
                .toList();
    }

    public Optional<EndpointUse> endpoint(String name) {
        return intake.desk(name)
                .map(desk -> new EndpointUse(
                        desk.endpoint(),
                        desk.endpoint().bound().keys().stream()
                                .map(desk.meters()::use)
                                .toList(),
                        desk.meters().refused(),
                        desk.endpoint().bound().maker().isPresent()));
    }

    /** Makes a callback for an endpoint and lets it go the way of a callback; that it was sent is in the audit log before. */
    public Tried send(String name, Trial trial, Actor actor) throws InterruptedException {
        Optional<Desk> desk = intake.desk(name);
        if (desk.isEmpty()) {
            return new Tried.NoEndpoint();
        }
        Optional<CallbackMaker> maker = desk.get().endpoint().bound().maker();
        if (maker.isEmpty()) {
            return new Tried.CannotSign();
        }
        String mark =
                MARK + HexFormat.of().toHexDigits(outside.dice().nextLong()).substring(4);
        Optional<RawRequest> made = made(maker.get(), trial, mark, name);
        if (made.isEmpty()) {
            return new Tried.CannotSpoil();
        }
        tasks.audit(actor, "endpoint-test", "endpoint", name, mark);
        return answered(made.get(), mark, trial, actor);
    }

    private Optional<RawRequest> made(CallbackMaker maker, Trial trial, String mark, String name) {
        SampleEvent event = new SampleEvent(trial.type(), mark, 1, mark, mark, OptionalLong.of(AMOUNT_MINOR), "");
        String url = "http://127.0.0.1:8080" + EndpointTable.PREFIX + name;
        Instant now = outside.clock().instant();
        return trial.spoil()
                .map(how -> maker.spoiled(event, url, now, how))
                .orElseGet(() -> Optional.of(maker.genuine(event, url, now)));
    }

    private Tried answered(RawRequest made, String mark, Trial trial, Actor actor) throws InterruptedException {
        CompletableFuture<HttpReply> answer = new CompletableFuture<>();
        long from = outside.nanos().getAsLong();
        intake.handle(made, answer::complete, trial.isDelivered() ? "" : "a test by " + actor.name());
        try {
            HttpReply reply = answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            Duration took = Duration.ofNanos(outside.nanos().getAsLong() - from);
            List<TaskRow> stored = tasks.list(TaskQuery.newest(10).ofBizId(mark));
            if (stored.isEmpty()) {
                stored = tasks.list(TaskQuery.newest(10).ofEventId(mark));
            }
            if (!trial.isDelivered()) {
                stored = stored.stream().map(task -> cancelled(task, actor)).toList();
            }
            return new Tried.Answered(reply, mark, stored, took);
        } catch (TimeoutException e) {
            return new Tried.NoAnswer();
        } catch (ExecutionException e) {
            throw new IllegalStateException("an answer that failed instead of being sent", e);
        }
    }

    /** So that no test waits for somebody, and none is missed in a statement. */
    private TaskRow cancelled(TaskRow task, Actor actor) {
        TaskId id = task.id();
        if (task.status() == TaskStatus.PENDING) {
            tasks.change(new StateChange(id, TaskStatus.PENDING, TaskStatus.COMPENSATED, actor, "it was a test"));
        }
        return tasks.find(id).orElse(task);
    }
}
