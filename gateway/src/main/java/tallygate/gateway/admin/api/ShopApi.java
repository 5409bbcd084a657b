package tallygate.gateway.admin.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import tallygate.callback.Outcome;
import tallygate.callback.handler.LateResults.Taken;
import tallygate.callback.handler.ToldResults;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Problem;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.task.ArrivalStore;
import tallygate.gateway.task.OwnTask;
import tallygate.gateway.task.OwnTasks;
import tallygate.gateway.task.TaskId;

/** What the shop's programs tell the gateway: tasks of their own, results, and that an order is there now. */
public final class ShopApi {
    private static final JsonFactory JSON = new JsonFactory();
    private static final int ERROR_MAX = 500;

    private final OwnTasks tasks;
    private final ToldResults results;
    private final ArrivalStore arrivals;

    public ShopApi(OwnTasks tasks, ToldResults results, ArrivalStore arrivals) {
        this.tasks = tasks;
        this.results = results;
        this.arrivals = arrivals;
    }

    /**
     * A task of the shop's own. Idempotent on source and event id.
     *
     * @param source scope of the event id, default {@code shop}
     * @param payload any JSON; the handler gets it as it stands, digit for digit
     * @param delaySeconds from now to its first try, default 0
     */
    public record NewTask(
            String route,
            String eventId,
            Optional<String> source,
            Optional<String> eventType,
            Optional<String> bizType,
            Optional<String> bizId,
            OptionalLong amountMinor,
            Optional<String> currency,
            Optional<TokenBuffer> payload,
            OptionalLong delaySeconds) {}

    /** @param isNew false when the event id was known with the same content */
    public record Stored(String taskId, boolean isNew) {}

    /**
     * What became of a task that was accepted, published or is being tried.
     *
     * @param outcome done, failed (permanently), retry (refused for now) or early
     * @param error why, at most 500 characters are kept
     */
    public record Result(String outcome, Optional<String> error, OptionalLong retryAfterSeconds) {}

    /**
     * What became of a task, told by whoever has received it: its token is all they need, and opens nothing else.
     *
     * @param resultToken as it came with the delivery, in the header tallygate-result-token
     * @param result done, retry, unknown, early or permanent
     * @param retryAfterSeconds with retry and early
     */
    public record TokenResult(
            String taskId, String resultToken, String result, Optional<String> error, OptionalLong retryAfterSeconds) {}

    /** @param route empty: of all routes */
    public record Arrival(String bizId, Optional<String> route) {}

    /** @param tasks how many were woken, or told while they were being tried */
    public record Woken(int tasks) {}

    public List<Route> routes() {
        return List.of(
                Route.post("/api/v1/tasks", Permission.OPERATE, "A task of the shop's own", this::make)
                        .body(NewTask.class)
                        .answers(Stored.class),
                Route.post("/api/v1/tasks/{id}/result", Permission.OPERATE, "What became of a task", this::result)
                        .body(Result.class),
                Route.open(
                                "POST",
                                "/api/v1/results",
                                "What became of a task, told by its receiver with the token of its delivery",
                                this::told)
                        .body(TokenResult.class),
                Route.post(
                                "/api/v1/arrivals",
                                Permission.OPERATE,
                                "The order is there now: early tasks of the key are due at once",
                                this::arrived)
                        .body(Arrival.class)
                        .answers(Woken.class));
    }

    private Reply make(Call call) {
        NewTask wanted = call.body(NewTask.class);
        OwnTask task = new OwnTask(
                wanted.source().orElse(OwnTask.SHOP),
                Optional.ofNullable(wanted.route()).orElse(""),
                Optional.ofNullable(wanted.eventId()).orElse(""),
                wanted.eventType().orElse(""),
                wanted.bizType().orElse(""),
                wanted.bizId().orElse(""),
                wanted.amountMinor(),
                wanted.currency().orElse(""),
                wanted.payload().map(ShopApi::bytes).orElse(new byte[0]),
                delay(wanted.delaySeconds()));
        return switch (tasks.make(task)) {
            case OwnTasks.Made.Stored(TaskId id) -> Reply.json(201, new Stored(id.toString(), true));
            case OwnTasks.Made.Known(TaskId id) -> Reply.ok(new Stored(id.toString(), false));
            case OwnTasks.Made.Conflict(TaskId id) ->
                throw new ProblemException(Problem.of(
                        409,
                        "event-conflict",
                        "Known with other content",
                        "Event id " + cut(task.eventId()) + " is task " + id
                                + " with other content; this one is kept as a" + " conflict and not run."));
            case OwnTasks.Made.Refused(List<OwnTask.Problem> problems) ->
                throw new ProblemException(Problem.of(
                        422,
                        "task-refused",
                        "Not fit to be stored",
                        problems.stream().map(OwnTask.Problem::toString).collect(Collectors.joining("; "))));
        };
    }

    /** Beyond what a duration can hold is refused like anything beyond the bounds. */
    private static Duration delay(OptionalLong seconds) {
        return Duration.ofSeconds(Math.clamp(seconds.orElse(0), -1L, (long) Integer.MAX_VALUE));
    }

    /** Numbers as they were written: no digit is lost on the way. */
    private static byte[] bytes(TokenBuffer payload) {
        var out = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(out)) {
            payload.serialize(json);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return out.toByteArray();
    }

    private Reply result(Call call) {
        Result told = call.body(Result.class);
        long id = call.id("id");
        return taken("Task " + id, results.settle(id, outcome(told)));
    }

    private Reply told(Call call) {
        return switch (results.take(call.request().body())) {
            case ToldResults.Told.Known(Taken taken) -> taken("The task", taken);
            case ToldResults.Told.Refused() ->
                throw ProblemException.forbidden("The resultToken is not the one that came with this task.");
            case ToldResults.Told.Unreadable(String why) -> throw ProblemException.bad("body", why);
        };
    }

    private static Reply taken(String task, Taken taken) {
        return switch (taken) {
            case APPLIED -> Reply.none();
            case NOT_OURS -> throw ProblemException.changedMeanwhile(task + " is not there, or had ended before.");
            case SUPERSEDED ->
                throw ProblemException.changedMeanwhile(task + " was handed out again since; tell the newer one's.");
            case AGAIN_LATER ->
                throw new ProblemException(
                        Problem.of(503, "again-later", "Not now", "The result cannot be written now; tell it again."));
        };
    }

    private static Outcome outcome(Result told) {
        String error = cut(told.error().orElse("no reason given"));
        Optional<Duration> after = told.retryAfterSeconds().isPresent()
                ? Optional.of(delay(told.retryAfterSeconds())).filter(Duration::isPositive)
                : Optional.empty();
        return switch (Optional.ofNullable(told.outcome()).orElse("").toLowerCase(Locale.ROOT)) {
            case "done" -> new Outcome.Done("told by the shop");
            case "failed" -> new Outcome.Permanent(error);
            case "retry" -> new Outcome.Retry(error, after);
            case "early" -> new Outcome.Park(error, after.orElse(Duration.ZERO));
            default -> throw ProblemException.bad("outcome", "is done, failed, retry or early");
        };
    }

    private Reply arrived(Call call) {
        Arrival arrival = call.body(Arrival.class);
        String bizId = Optional.ofNullable(arrival.bizId()).orElse("");
        if (bizId.isEmpty()) {
            throw ProblemException.bad("bizId", "is missing");
        }
        return Reply.ok(new Woken(arrivals.arrived(bizId, arrival.route())));
    }

    private static String cut(String text) {
        return text.length() <= ERROR_MAX ? text : text.substring(0, ERROR_MAX);
    }
}
