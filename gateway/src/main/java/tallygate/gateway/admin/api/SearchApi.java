package tallygate.gateway.admin.api;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Page;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.desk.DeskStore;
import tallygate.gateway.desk.FoundTasks;
import tallygate.gateway.desk.Happening;
import tallygate.gateway.desk.Tally;
import tallygate.gateway.desk.TaskSearch;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.task.AdminStore;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskRow;
import tallygate.gateway.task.TaskStatus;

/** What the console's list, order page and overview read. */
public final class SearchApi {
    private final DeskStore desk;
    private final AdminStore store;
    private final Supplier<Set<String>> sources;
    private final InstantSource clock;

    /** @param sources accounts whose event ids a search looks through */
    public SearchApi(DeskStore desk, AdminStore store, Supplier<Set<String>> sources, InstantSource clock) {
        this.desk = desk;
        this.store = store;
        this.sources = sources;
        this.clock = clock;
    }

    /**
     * One page of a search.
     *
     * @param next what {@code after} must be for the next page; absent on the last
     * @param isBounded the search stopped after many rows that did not fit; the next page goes on from there
     */
    public record Found(List<TaskView> items, Optional<String> next, boolean isBounded) {}

    /**
     * One entry of an order's timeline.
     *
     * @param actor provider, gate, worker, saga or person
     * @param subject the task, saga or row it is about
     */
    public record HappeningView(Instant at, String actor, String kind, String subject, String text) {
        static HappeningView of(Happening happening) {
            return new HappeningView(
                    happening.at(),
                    happening.actor().name().toLowerCase(Locale.ROOT),
                    happening.kind(),
                    happening.subject(),
                    happening.text());
        }
    }

    /** The newest tasks, at most 10,000, by state; total is the sum of the rest. */
    public record TallyView(
            int total,
            int pending,
            int waiting,
            int processing,
            int done,
            int failed,
            int compensated,
            Optional<Instant> since) {
        static TallyView of(Tally tally) {
            return new TallyView(
                    tally.total(),
                    tally.pending(),
                    tally.waiting(),
                    tally.processing(),
                    tally.done(),
                    tally.failed(),
                    tally.compensated(),
                    tally.since());
        }
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/search", Permission.READ, "Tasks as the console lists them", this::search)
                        .query("q", "an order, event, task or transaction id, exactly; the others do not apply then")
                        .query("status", "pending, processing, success, failed or compensated")
                        .query("route", "name of a route")
                        .query("endpoint", "name of an endpoint")
                        .query("provider", "name of a provider")
                        .query("error", "what the last error contains")
                        .query("range", "received within 15m, 1h, 24h, 7d or 30d")
                        .query("from", Received.FROM)
                        .query("to", Received.TO)
                        .query("limit", "items on a page, 1..200, default 50")
                        .query("after", "the next of the page before")
                        .answers(Found.class),
                Route.get(
                                "/api/v1/tasks/{id}/timeline",
                                Permission.READ,
                                "Everything known of a task's order, oldest first",
                                this::timeline)
                        .lists(HappeningView.class),
                Route.get(
                                "/api/v1/tally",
                                Permission.READ,
                                "The newest tasks by state; the sum balances",
                                _ -> Reply.ok(TallyView.of(desk.tally())))
                        .answers(TallyView.class));
    }

    private Reply search(Call call) {
        Optional<TaskStatus> status = call.query("status").isEmpty()
                ? Optional.empty()
                : TasksApi.statuses(call.queries("status")).stream().findFirst();
        TaskSearch.Filter filter = new TaskSearch.Filter(
                status, call.query("route"), call.query("endpoint"), call.query("provider"), call.query("error"));
        FoundTasks found = desk.search(new TaskSearch(
                call.query("q").map(String::strip),
                call.query("q").isEmpty() ? Set.of() : sources.get(),
                filter,
                Received.of(call.query("range"), call.query("from"), call.query("to"), clock.instant()),
                call.query("after").map(SearchApi::cursor),
                call.limit()));
        return Reply.ok(new Found(found.tasks().stream().map(TaskView::of).toList(), found.next(), found.isBounded()));
    }

    /** @throws ProblemException 400 when it is not what a page before gave */
    public static String cursor(String text) {
        if (!text.matches("-?\\d{1,19}(-\\d{1,19})?")) {
            throw ProblemException.bad("after", "is not what a page before gave");
        }
        return text;
    }

    private Reply timeline(Call call) {
        TaskRow task = store.find(new TaskId(call.id("id")))
                .orElseThrow(() -> ProblemException.missing("There is no task " + call.path("id") + "."));
        List<TaskRow> tasks = task.bizId().isEmpty() ? List.of(task) : desk.ofOrder(task.bizId());
        List<HappeningView> all = desk.timeline(tasks, task.bizId()).stream()
                .map(HappeningView::of)
                .toList();
        return Reply.ok(new Page<>(all, Optional.empty()));
    }
}
