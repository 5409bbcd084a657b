package tallygate.gateway.admin.api;

import java.time.Instant;
import java.util.List;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Page;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.task.AdminStore;
import tallygate.gateway.task.AuditRow;

/** The audit log. */
public final class AuditApi {
    private final AdminStore store;

    public AuditApi(AdminStore store) {
        this.store = store;
    }

    /**
     * One line.
     *
     * @param isSealed the hash chain reaches it
     */
    public record AuditView(
            String id,
            Instant at,
            String actor,
            String origin,
            String action,
            String objectType,
            String objectId,
            String before,
            String after,
            String reason,
            boolean isSealed) {
        static AuditView of(AuditRow row) {
            return new AuditView(
                    Long.toString(row.id()),
                    row.at(),
                    row.actor().name(),
                    row.actor().origin(),
                    row.action(),
                    row.objectType(),
                    row.objectId(),
                    row.before(),
                    row.after(),
                    row.reason(),
                    row.isSealed());
        }
    }

    public List<Route> routes() {
        return List.of(Route.get("/api/v1/audit", Permission.AUDIT, "Who did what by hand, newest first", this::list)
                .lists(AuditView.class));
    }

    private Reply list(Call call) {
        int limit = call.limit();
        List<AuditView> found = store.auditLog(before(call), limit + 1).stream()
                .map(AuditView::of)
                .toList();
        return Reply.ok(Page.of(found, limit, AuditView::id));
    }

    private static long before(Call call) {
        try {
            return call.query("after").map(Long::parseLong).orElse(Long.MAX_VALUE);
        } catch (NumberFormatException e) {
            throw ProblemException.bad("after", "is not what a page before gave");
        }
    }
}
