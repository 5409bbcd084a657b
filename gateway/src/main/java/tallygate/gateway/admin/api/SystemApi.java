package tallygate.gateway.admin.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import tallygate.gateway.admin.Management;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.OpenApi;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;

/** Health, metrics and reload, and the description of the API itself. */
public final class SystemApi {
    private static final Set<String> PROBES = Set.of("/livez", "/readyz", "/metrics");

    private final Management management;
    private final String version;

    public SystemApi(Management management, String version) {
        this.management = management;
        this.version = version;
    }

    /** @param all every route of the listener, known when the first request comes */
    public List<Route> routes(Supplier<List<Route>> all) {
        List<Route> routes = new ArrayList<>();
        for (String probe : PROBES) {
            routes.add(Route.open("GET", probe, "", this::pass));
        }
        routes.add(Route.open(
                "POST", "/api/v1/reload", "Read the configuration again; needs the management token", this::pass));
        routes.add(Route.open(
                "GET", "/api/v1/openapi.json", "This document", _ -> Reply.ok(OpenApi.document(all.get(), version))));
        return routes;
    }

    private Reply pass(Call call) {
        return new Reply.Whole(management.answer(call.request()));
    }
}
