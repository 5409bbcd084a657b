package tallygate.gateway.admin.console;

import java.util.List;
import tallygate.gateway.admin.api.ReleasesApi;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.identity.Permission;

/** The held tasks that were ticked in a list are released. */
public final class ReleasePages {
    private final ReleasesApi releases;

    public ReleasePages(ReleasesApi releases) {
        this.releases = releases;
    }

    public List<Route> routes() {
        return List.of(Route.post("/tasks/release", Permission.OPERATE, "", this::release));
    }

    private Reply release(Call call) {
        ReleasesApi.Released released = releases.release(call.forms("task"), call.actor(), call.needed("reason"));
        return Reply.seeOther(
                released.approval().isPresent()
                        ? "/approvals/" + released.approval().getAsLong()
                        : "/tasks?status=pending");
    }
}
