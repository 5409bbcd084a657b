package tallygate.gateway.admin.api;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Page;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.saga.SagaDesk;
import tallygate.gateway.saga.SagaId;
import tallygate.gateway.saga.SagaStatus;
import tallygate.gateway.saga.Started;
import tallygate.gateway.task.Actor;

/** Sagas: start one, see what became of it, and decide where no rule can. */
public final class SagasApi {
    private final SagaDesk desk;
    private final Starter starter;

    /** Starts a saga. */
    @FunctionalInterface
    public interface Starter {
        /**
         * @param key one key, one saga
         * @throws IllegalArgumentException when no saga has this name
         */
        Started begin(String type, String key, String bizId, JsonValue payload);
    }

    public SagasApi(SagaDesk desk, Starter starter) {
        this.desk = desk;
        this.starter = starter;
    }

    /**
     * A saga to start.
     *
     * @param key the same for every retry of the caller
     * @param payload JSON as text, what the steps are fed from
     */
    public record Start(String saga, String key, String bizId, String payload) {}

    /** @param reason 1..1000 characters, kept in the audit log */
    public record Why(String reason) {}

    /** What a start or a decision came to. */
    public record Answer(String saga, String outcome) {}

    /**
     * A saga as the API tells it.
     *
     * @param isFinal false: what it touched is in process, and no figure for a report
     */
    public record View(
            String number,
            String sagaId,
            String type,
            int version,
            String bizId,
            String status,
            int step,
            boolean isHeld,
            boolean isFinal,
            String error,
            Instant createdAt,
            Instant updatedAt) {
        static View of(SagaDesk.Row row) {
            return new View(
                    Long.toString(row.row()),
                    row.id().value(),
                    row.type(),
                    row.version(),
                    row.bizId(),
                    word(row.status()),
                    row.step(),
                    row.isHeld(),
                    row.isFinal(),
                    row.error(),
                    row.createdAt(),
                    row.updatedAt());
        }
    }

    /** A saga with its story. */
    public record Story(View saga, List<SagaDesk.Line> timeline) {}

    private static String word(SagaStatus status) {
        return status.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/sagas", Permission.READ, "Sagas, newest first", this::list)
                        .query("status", "created, running, completed, compensating, compensated, compensation-failed")
                        .query("bizId", "order number, exactly")
                        .lists(View.class),
                Route.post(
                                "/api/v1/sagas",
                                Permission.OPERATE,
                                "Start a saga; the same key starts it once",
                                this::start)
                        .body(Start.class)
                        .answers(Answer.class),
                Route.get("/api/v1/sagas/{sagaId}", Permission.READ, "One saga with its timeline", this::story)
                        .answers(Story.class),
                Route.post(
                                "/api/v1/sagas/{sagaId}/compensate",
                                Permission.OPERATE,
                                "Running: turn back",
                                this::compensate)
                        .body(Why.class)
                        .answers(Answer.class),
                Route.post(
                                "/api/v1/sagas/{sagaId}/settle",
                                Permission.OPERATE,
                                "Compensation failed: taken for compensated; two people must say so",
                                this::settle)
                        .body(Why.class)
                        .answers(Answer.class),
                Route.get(
                                "/api/v1/saga-dead-letters",
                                Permission.READ,
                                "What could not be carried out, open first",
                                this::letters)
                        .query("limit", "items, 1..200, default 50")
                        .answers(Letters.class),
                Route.post("/api/v1/saga-requests/{requestId}/retry", Permission.OPERATE, "Try it again", this::retry)
                        .body(Why.class)
                        .answers(Answer.class),
                Route.post(
                                "/api/v1/saga-requests/{requestId}/skip",
                                Permission.OPERATE,
                                "A person has seen to it: taken for done",
                                this::skip)
                        .body(Why.class)
                        .answers(Answer.class));
    }

    private Reply list(Call call) {
        int limit = call.limit();
        long before = call.query("after").map(SagasApi::cursor).orElse(0L);
        List<View> found =
                desk.list(call.query("status").map(SagasApi::status), call.query("bizId"), before, limit + 1).stream()
                        .map(View::of)
                        .toList();
        return Reply.ok(Page.of(found, limit, View::number));
    }

    private static long cursor(String after) {
        try {
            return Long.parseLong(after);
        } catch (NumberFormatException e) {
            throw ProblemException.bad("after", "is not what a page before gave");
        }
    }

    private static SagaStatus status(String word) {
        try {
            return SagaStatus.valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
        } catch (IllegalArgumentException e) {
            throw ProblemException.bad("status", "is none of ours: " + word);
        }
    }

    private Reply story(Call call) {
        SagaId id = saga(call);
        SagaDesk.Row row = desk.find(id).orElseThrow(() -> ProblemException.missing("There is no saga " + id + "."));
        return Reply.ok(new Story(View.of(row), desk.timeline(id)));
    }

    private static SagaId saga(Call call) {
        try {
            return new SagaId(call.path("sagaId"));
        } catch (IllegalArgumentException e) {
            throw ProblemException.missing("That is not the id of a saga.");
        }
    }

    private Reply start(Call call) {
        Start start = call.body(Start.class);
        String key = text(start.key());
        String type = text(start.saga());
        if (key.isEmpty() || key.length() > 255) {
            throw ProblemException.bad("key", "has 1..255 characters, had " + key.length());
        }
        try {
            String json = text(start.payload());
            JsonValue payload = json.isEmpty() ? new JsonValue.Nothing() : JsonReader.read(json);
            return switch (starter.begin(type, key, text(start.bizId()), payload)) {
                case Started.Fresh fresh ->
                    Reply.ok(new Answer(fresh.saga().id().value(), "started"));
                case Started.Known(SagaId id, SagaStatus status) -> Reply.ok(new Answer(id.value(), word(status)));
                case Started.Busy(SagaId holder) ->
                    throw ProblemException.changedMeanwhile("Saga " + holder + " works on this business id.");
                case Started.TaskLost _ -> throw new IllegalStateException("there was no task to lose");
            };
        } catch (IllegalArgumentException e) {
            throw ProblemException.bad("saga", "names none: " + type);
        } catch (UnreadableException e) {
            throw ProblemException.bad("payload", "is not JSON");
        }
    }

    /** A field that the caller left out is empty. */
    private static String text(@org.jspecify.annotations.Nullable String value) {
        return value == null ? "" : value;
    }

    /** Open ones first. */
    public record Letters(List<SagaDesk.Letter> items) {}

    private Reply letters(Call call) {
        return Reply.ok(new Letters(desk.letters(false, call.limit())));
    }

    private Reply compensate(Call call) {
        return told(call, saga(call).value(), desk.compensate(saga(call), call.actor(), reason(call)));
    }

    private Reply settle(Call call) {
        return told(call, saga(call).value(), desk.settle(saga(call), call.actor(), reason(call)));
    }

    /** What changes one request. */
    @FunctionalInterface
    private interface Decision {
        SagaDesk.Decided make(String requestId, Actor actor, String reason);
    }

    private Reply retry(Call call) {
        return decide(call, desk::retry);
    }

    private Reply skip(Call call) {
        return decide(call, desk::skip);
    }

    private static Reply decide(Call call, Decision decision) {
        String request = call.path("requestId");
        return told(call, request, decision.make(request, call.actor(), reason(call)));
    }

    private static String reason(Call call) {
        String reason =
                Optional.ofNullable(call.body(Why.class).reason()).orElse("").strip();
        if (reason.isEmpty() || reason.length() > 1000) {
            throw ProblemException.bad("reason", "has 1..1000 characters, had " + reason.length());
        }
        return reason;
    }

    private static Reply told(Call call, String what, SagaDesk.Decided decided) {
        return switch (decided) {
            case MADE -> Reply.ok(new Answer(what, "made"));
            case ASKED -> Reply.ok(new Answer(what, "asked: a second person must agree within a day"));
            case SAME_PERSON ->
                throw ProblemException.changedMeanwhile(
                        call.actor().name() + " has asked for it; another person must agree.");
            case STALE ->
                throw ProblemException.changedMeanwhile(what + " is not in a state in which this can be decided.");
            case MISSING -> throw ProblemException.missing("There is no " + what + ".");
        };
    }
}
