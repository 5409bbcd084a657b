package tallygate.gateway.admin.console;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import tallygate.gateway.admin.api.SearchApi;
import tallygate.gateway.admin.api.TaskView;
import tallygate.gateway.admin.api.TasksApi;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.desk.DeskStore;
import tallygate.gateway.desk.FoundTasks;
import tallygate.gateway.desk.TaskSearch;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.task.AdminStore;
import tallygate.gateway.task.Masking;
import tallygate.gateway.task.ProbeStore;
import tallygate.gateway.task.TaskContent;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskRow;
import tallygate.gateway.task.TaskStatus;
import tallygate.signature.Header;

/** Tasks: list, search, export, the page of one order, contents, and changes by hand. */
public final class TaskPages {
    private static final int ROWS = 50;
    private static final int SHOWN_MAX = 200_000;
    private final Views views;
    private final DeskStore desk;
    private final AdminStore store;
    private final TasksApi changes;
    private final ProbeStore probes;
    private final Supplier<Facts> facts;

    public TaskPages(
            Views views, DeskStore desk, AdminStore store, TasksApi changes, ProbeStore probes, Supplier<Facts> facts) {
        this.views = views;
        this.desk = desk;
        this.store = store;
        this.changes = changes;
        this.probes = probes;
        this.facts = facts;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/tasks", Permission.READ, "", this::list),
                Route.get("/tasks.csv", Permission.READ, "", this::export),
                Route.get("/tasks/{id}", Permission.READ, "", call -> order(call, find(call))),
                Route.get("/tasks/{id}/payload", Permission.PAYLOAD, "", this::payload),
                Route.get(
                                "/api/v1/tasks/{id}/payload",
                                Permission.PAYLOAD,
                                "The content, masked; that it was read is in the audit log",
                                this::content)
                        .query("view", "content, raw or headers; default content")
                        .answers(ContentView.class),
                Route.post("/tasks/{id}/change", Permission.OPERATE, "", this::change));
    }

    private Reply list(Call call) {
        Look look = views.look(call);
        TaskList.Filters filters = TaskList.Filters.of(call, look);
        if (isOther(call.query("from"), filters.from()) || isOther(call.query("to"), filters.to())) {
            return Reply.seeOther(filters.address("/tasks", "")); // what a form's field gave is this reader's own
        }
        FoundTasks found = desk.search(search(filters, call.query("after"), look, ROWS));
        if (!filters.text().isEmpty() && found.tasks().size() == 1) {
            return Reply.seeOther("/tasks/" + found.tasks().getFirst().id());
        }
        String address = filters.address("/tasks", "");
        TaskList list = new TaskList(
                headline(look, filters),
                filters,
                TaskList.Choices.of(facts.get(), filters),
                found.tasks().stream().map(TaskView::of).toList(),
                found.isBounded(),
                call.query("after").isPresent(),
                new TaskList.Links(
                        address,
                        found.next()
                                .map(next -> address + sign(address) + "after=" + next)
                                .orElse(""),
                        filters.address("/tasks.csv", "")));
        return views.page(call, "tasks", Map.of("list", list));
    }

    private static boolean isOther(Optional<String> given, String filter) {
        return !given.map(String::strip).orElse("").equals(filter);
    }

    private static String headline(Look look, TaskList.Filters filters) {
        if (!filters.text().isEmpty()) {
            return look.say("With exactly this id, as order, event, task or transaction.", "以此为订单号、事件号、任务号或流水号的任务。");
        }
        if (filters.status().isEmpty()) {
            return look.say("Newest first. The address of this page keeps the filters.", "按到达时间倒序。筛选条件保存在地址中。");
        }
        return !filters.span(look).equals(TaskSearch.Span.EVER)
                ? look.say("The address of this page keeps the filters.", "筛选条件保存在地址中。")
                : look.say(
                        "What changed last comes first. The address of this page keeps the filters.",
                        "按最近变化倒序。筛选条件保存在地址中。");
    }

    private TaskSearch search(TaskList.Filters filters, Optional<String> after, Look look, int limit) {
        Optional<TaskStatus> status = filters.status().isEmpty()
                ? Optional.empty()
                : TasksApi.statuses(List.of(filters.status())).stream().findFirst();
        TaskSearch.Filter filter = new TaskSearch.Filter(
                status,
                TaskList.Filters.some(filters.route()),
                TaskList.Filters.some(filters.endpoint()),
                TaskList.Filters.some(filters.provider()),
                TaskList.Filters.some(filters.error()));
        return new TaskSearch(
                TaskList.Filters.some(filters.text()),
                filters.text().isEmpty() ? Set.of() : facts.get().accounts(),
                filter,
                filters.span(look),
                after.map(SearchApi::cursor),
                limit);
    }

    private static String sign(String address) {
        return address.indexOf('?') < 0 ? "?" : "&";
    }

    private Reply export(Call call) {
        Look look = views.look(call);
        TaskList.Filters filters = TaskList.Filters.of(call, look);
        TaskSearch first = search(filters, Optional.empty(), look, 500); // Refused now: half an answer cannot be.
        store.audit(call.actor(), "task-export", "tasks", filters.address("/tasks", ""), "");
        Header name = new Header("Content-Disposition", "attachment; filename=\"tasks.csv\"");
        return new Reply.Pieces(
                "text/csv; charset=utf-8",
                List.of(name),
                new TaskExport(after -> desk.search(after.isEmpty() ? first : search(filters, after, look, 500))));
    }

    private TaskRow find(Call call) {
        return store.find(new TaskId(call.id("id")))
                .orElseThrow(() -> ProblemException.missing("There is no task " + call.path("id") + "."));
    }

    private Reply order(Call call, TaskRow task) {
        List<TaskRow> tasks = task.bizId().isEmpty() ? List.of(task) : desk.ofOrder(task.bizId());
        OrderView order = new OrderView(
                TaskView.of(task),
                tasks.stream().map(TaskView::of).toList(),
                desk.timeline(tasks, task.bizId()),
                task.status() == TaskStatus.FAILED && probes.isAsking(task.id()));
        return views.page(call, "order", Map.of("order", order));
    }

    /** A content for people's eyes: masked, and cut where it is very long. */
    public record ContentView(String task, String view, String text) {}

    private ContentView read(Call call) {
        String view = call.query("view").orElse("content");
        TaskContent content = desk.readPayload(new TaskId(call.id("id")), call.actor(), view)
                .orElseThrow(
                        () -> ProblemException.missing("There is no such task, or retention has emptied its content."));
        String text = switch (view) {
            case "raw" -> new String(content.request().body(), StandardCharsets.UTF_8);
            case "headers" -> headers(content);
            default -> new String(content.content(), StandardCharsets.UTF_8);
        };
        String shown = text.length() > SHOWN_MAX ? text.substring(0, SHOWN_MAX) + "…" : text;
        return new ContentView(call.path("id"), view, Masking.text(Indented.of(shown, view)));
    }

    private Reply content(Call call) {
        return Reply.ok(read(call));
    }

    private Reply payload(Call call) {
        ContentView content = read(call);
        return views.page(
                call, "payload", Map.of("id", content.task(), "view", content.view(), "text", content.text()));
    }

    private static String headers(TaskContent content) {
        StringBuilder lines = new StringBuilder(content.request().method())
                .append(' ')
                .append(content.request().target())
                .append('\n');
        content.request()
                .headers()
                .forEach(header -> lines.append(header.name())
                        .append(": ")
                        .append(Masking.header(header.name(), header.value()))
                        .append('\n'));
        return lines.toString();
    }

    private Reply change(Call call) {
        TaskRow seen = find(call);
        String version = call.needed("version");
        if (!TaskView.of(seen).version().equals(version)) {
            throw ProblemException.changedMeanwhile("Task " + seen.id() + " has changed since the page was made.");
        }
        String reason = call.needed("reason");
        switch (call.needed("to")) {
            case "retry" -> changes.move(seen, TaskStatus.PENDING, call.actor(), reason);
            case "settle" -> changes.move(seen, TaskStatus.COMPENSATED, call.actor(), reason);
            case "release" -> {
                if (changes.release(seen, call.actor(), reason) instanceof TasksApi.Released.Asked asked) {
                    return Reply.seeOther("/approvals/" + asked.approval());
                }
            }
            case "force" -> {
                return Reply.seeOther("/approvals/" + changes.askToForce(seen, call.actor(), reason));
            }
            default -> throw ProblemException.bad("to", "is no change of ours");
        }
        return Reply.seeOther("/tasks/" + seen.id());
    }
}
