package tallygate.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tallygate.callback.outbound.GuardedOutbound;
import tallygate.callback.outbound.InsideHosts;
import tallygate.callback.outbound.Outbound;
import tallygate.callback.provider.BoundProvider;
import tallygate.config.EndpointConfig;
import tallygate.config.GatewayConfig;
import tallygate.config.RouteConfig;
import tallygate.gateway.admin.account.Accounts;
import tallygate.gateway.admin.account.ProviderDoor;
import tallygate.gateway.admin.account.SessionTimes;
import tallygate.gateway.admin.account.SignIn;
import tallygate.gateway.admin.api.JobsApi;
import tallygate.gateway.admin.api.ReleasesApi;
import tallygate.gateway.admin.api.SearchApi;
import tallygate.gateway.admin.api.TasksApi;
import tallygate.gateway.admin.console.ApprovalPages;
import tallygate.gateway.admin.console.Assets;
import tallygate.gateway.admin.console.BookPages;
import tallygate.gateway.admin.console.BooksPage;
import tallygate.gateway.admin.console.CallbackPages;
import tallygate.gateway.admin.console.DoorPages;
import tallygate.gateway.admin.console.Facts;
import tallygate.gateway.admin.console.FailedPages;
import tallygate.gateway.admin.console.LanePages;
import tallygate.gateway.admin.console.OverviewPage;
import tallygate.gateway.admin.console.PeoplePages;
import tallygate.gateway.admin.console.PrivacyPages;
import tallygate.gateway.admin.console.ProviderPages;
import tallygate.gateway.admin.console.ReleasePages;
import tallygate.gateway.admin.console.SagaPages;
import tallygate.gateway.admin.console.StatementPages;
import tallygate.gateway.admin.console.SystemPages;
import tallygate.gateway.admin.console.TaskPages;
import tallygate.gateway.admin.console.Views;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.desk.BulkPlans;
import tallygate.gateway.desk.DeskStore;
import tallygate.gateway.identity.Passwords;
import tallygate.gateway.identity.Secrets;
import tallygate.gateway.identity.oidc.OidcSettings;
import tallygate.gateway.identity.oidc.OidcSignIn;
import tallygate.gateway.mysql.MySqlStores;

/** The pages with what they need. */
public final class Console {
    private final MySqlStores stores;
    private final ConsoleParts parts;
    private final Views views;
    private final Passwords passwords;
    private final Secrets secrets;

    public Console(MySqlStores stores, ConsoleParts parts) {
        this.stores = stores;
        this.parts = parts;
        this.views = new Views(stores.desk(), parts.around().clock());
        this.passwords = new Passwords(parts.secure());
        this.secrets = new Secrets(parts.secure());
    }

    Views views() {
        return views;
    }

    Accounts accounts() {
        return new Accounts(stores.identity(), stores.tokens(), passwords, secrets);
    }

    private BulkPlans plans() {
        return new BulkPlans(stores.desk(), stores.bulk());
    }

    SearchApi search() {
        return new SearchApi(
                stores.desk(),
                stores.admin(),
                () -> facts().accounts(),
                parts.around().clock());
    }

    JobsApi jobs() {
        return new JobsApi(plans(), stores.bulk(), stores.approvals());
    }

    /** The first user and its one-time password, to be shown once; empty when there are users. */
    public Optional<String> firstAdmin() {
        return signIn().firstAdmin();
    }

    private ProviderDoor door(OidcSettings settings) {
        Surroundings around = parts.around();
        Outbound outbound = GuardedOutbound.of(InsideHosts.NONE, around.nanos());
        OidcSignIn oidc = new OidcSignIn(settings, outbound, stores.attempts(), secrets, around.clock());
        return new ProviderDoor(oidc, stores.attempts(), stores.identity(), signIn(), around.clock());
    }

    private SignIn signIn() {
        return new SignIn(stores.identity(), passwords, secrets, parts.around().clock(), SessionTimes.standard());
    }

    List<Route> routes() {
        DeskStore desk = stores.desk();
        TasksApi tasks = new TasksApi(stores.admin(), stores.approvals());
        List<Route> routes = new ArrayList<>(new Assets().routes());
        Optional<OidcSettings> oidc = OidcWiring.settings(
                parts.configuration().get().config().server().management());
        routes.addAll(new DoorPages(views, signIn(), stores.identity(), oidc.isPresent()).routes());
        oidc.ifPresent(settings -> routes.addAll(new ProviderPages(door(settings)).routes()));
        routes.addAll(new OverviewPage(
                        views,
                        stores.admin(),
                        desk,
                        stores.nodes(),
                        parts.around().meters(),
                        parts.trend(),
                        parts.endpoints())
                .routes());
        routes.addAll(new TaskPages(views, desk, stores.admin(), tasks, stores.probes(), this::facts).routes());
        routes.addAll(new ReleasePages(new ReleasesApi(stores.admin(), stores.approvals())).routes());
        routes.addAll(new FailedPages(views, plans(), jobs(), stores.bulk()).routes());
        routes.addAll(new CallbackPages(views, desk).routes());
        routes.addAll(new BooksPage(views, stores.discrepancies(), stores.statements()).routes());
        routes.addAll(new BookPages(views, stores.discrepancies()).routes());
        routes.addAll(new StatementPages(views, stores.statements(), () -> facts().accounts()).routes());
        routes.addAll(new SagaPages(views, stores.sagaDesk()).routes());
        routes.addAll(new LanePages(views, stores.admin(), stores.lanes(), stores.nodes(), this::facts).routes());
        routes.addAll(new SystemPages(views, desk, stores.chain(), this::facts).routes());
        routes.addAll(new PeoplePages(views, accounts()).routes());
        routes.addAll(new ApprovalPages(views, stores.approvals()).routes());
        routes.addAll(new PrivacyPages(views, desk, stores.approvals(), stores.revocations(), stores.vault()).routes());
        routes.addAll(parts.ofGateway());
        return routes;
    }

    private Facts facts() {
        GatewayConfig config = parts.configuration().get().config();
        EndpointBindings bindings = parts.bindings().get();
        return new Facts(
                config.endpoints().stream()
                        .map(endpoint -> fact(
                                endpoint, Optional.ofNullable(bindings.bound().get(endpoint.name()))))
                        .toList(),
                config.routes().values().stream().map(Console::fact).toList(),
                parts.configuration().get().effective().settings().stream()
                        .map(setting -> new Facts.Setting(
                                setting.path(),
                                setting.shown(),
                                setting.origin().toString()))
                        .toList());
    }

    private static Facts.EndpointFact fact(EndpointConfig endpoint, Optional<BoundProvider> bound) {
        List<Facts.KeyFact> keys = bound.map(provider -> provider.keys().stream()
                        .map(key -> new Facts.KeyFact(key.id(), key.slot(), key.notAfter()))
                        .toList())
                .orElse(List.of());
        return new Facts.EndpointFact(
                endpoint.name(),
                endpoint.provider(),
                endpoint.account(),
                endpoint.route(),
                endpoint.path().orElse(""),
                keys);
    }

    private static Facts.RouteFact fact(RouteConfig route) {
        String handler = route.handler().getClass().getSimpleName().replace("HandlerConfig", "");
        return new Facts.RouteFact(route.name(), handler, route.concurrency());
    }
}
