package tallygate.gateway.admin.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Page;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.desk.ConflictRow;
import tallygate.gateway.desk.DeskStore;
import tallygate.gateway.identity.Permission;

/** Events that came again with other content. */
public final class ConflictsApi {
    private final DeskStore desk;

    public ConflictsApi(DeskStore desk) {
        this.desk = desk;
    }

    /**
     * A conflict, without the contents.
     *
     * @param task what the first content became
     * @param amountMinor of the other content, in minor units of the currency; absent when it names none
     * @param resolvedAt absent while it is open
     */
    public record ConflictView(
            String id,
            String task,
            String source,
            String eventId,
            String endpoint,
            OptionalLong amountMinor,
            String currency,
            Instant firstSeen,
            Optional<Instant> resolvedAt,
            String resolvedBy,
            String resolution) {
        static ConflictView of(ConflictRow row) {
            return new ConflictView(
                    Long.toString(row.id()),
                    row.task().toString(),
                    row.source(),
                    row.eventId(),
                    row.endpoint(),
                    row.amountMinor(),
                    row.currency(),
                    row.firstSeen(),
                    row.resolvedAt(),
                    row.resolvedBy(),
                    row.resolution());
        }
    }

    public List<Route> routes() {
        return List.of(
                Route.get(
                                "/api/v1/conflicts",
                                Permission.READ,
                                "Events that came again with other content, newest first",
                                this::list)
                        .query("state", "open, or all; all when absent")
                        .lists(ConflictView.class),
                Route.get("/api/v1/conflicts/{id}", Permission.READ, "One conflict", call -> Reply.ok(find(call)))
                        .answers(ConflictView.class),
                Route.post(
                                "/api/v1/conflicts/{id}/resolve",
                                Permission.OPERATE,
                                "Resolved: the reason says what was done",
                                this::resolve)
                        .body(TasksApi.Why.class)
                        .answers(ConflictView.class));
    }

    private Reply list(Call call) {
        int limit = call.limit();
        String state = call.query("state").orElse("all");
        if (!state.equals("open") && !state.equals("all")) {
            throw ProblemException.bad("state", "is open or all, was \"" + state + "\"");
        }
        List<ConflictView> found = desk.conflicts(state.equals("open"), DifferencesApi.before(call), limit + 1).stream()
                .map(ConflictView::of)
                .toList();
        return Reply.ok(Page.of(found, limit, ConflictView::id));
    }

    private ConflictView find(Call call) {
        return desk.conflict(call.id("id"))
                .map(ConflictView::of)
                .orElseThrow(() -> ProblemException.missing("There is no conflict " + call.path("id") + "."));
    }

    private Reply resolve(Call call) {
        String reason = TasksApi.reason(call);
        ConflictView seen = find(call);
        if (!desk.resolveConflict(call.id("id"), call.actor(), reason)) {
            throw ProblemException.changedMeanwhile("Conflict " + seen.id() + " was resolved before.");
        }
        return Reply.ok(find(call));
    }
}
