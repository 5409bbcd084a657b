package tallygate.gateway;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.config.ManagementConfig;
import tallygate.config.ServerConfig;
import tallygate.gateway.admin.Management;
import tallygate.gateway.admin.account.AccountGate;
import tallygate.gateway.admin.account.SessionTimes;
import tallygate.gateway.admin.api.AccountsApi;
import tallygate.gateway.admin.api.AuditApi;
import tallygate.gateway.admin.api.ConflictsApi;
import tallygate.gateway.admin.api.DecisionsApi;
import tallygate.gateway.admin.api.DifferencesApi;
import tallygate.gateway.admin.api.PrivacyApi;
import tallygate.gateway.admin.api.ReleasesApi;
import tallygate.gateway.admin.api.SagasApi;
import tallygate.gateway.admin.api.SystemApi;
import tallygate.gateway.admin.api.TasksApi;
import tallygate.gateway.admin.console.ApiPage;
import tallygate.gateway.admin.web.Desk;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.admin.web.Routes;
import tallygate.gateway.admin.web.WebServer;
import tallygate.gateway.http.RenewedTls;
import tallygate.gateway.http.TlsFilesException;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.saga.SagaStarter;

/** The management listener: console, API, probes and metrics. {@link #routes} is where each part's routes come in. */
public final class ManagementServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ManagementServer.class);

    private final WebServer web;

    private ManagementServer(WebServer web) {
        this.web = web;
    }

    /**
     * Where the listener stands, and what it shows.
     *
     * @param tls empty for plain HTTP
     */
    public record Door(InetSocketAddress bind, Optional<RenewedTls> tls) {
        /** @throws tallygate.gateway.http.TlsFilesException that names the file and what to do */
        public static Door of(ServerConfig server) {
            ManagementConfig config = server.management();
            return new Door(
                    Listeners.address(config.bind()),
                    config.tls().map(Listeners::tls).map(RenewedTls::read));
        }

        /** Reads renewed certificate files of the same names; when they do not fit, the old ones stay. */
        public void renew() {
            try {
                tls.ifPresent(RenewedTls::renew);
            } catch (TlsFilesException e) {
                log.error("listener=management certificate not renewed, the old one stays: {}", e.getMessage());
            }
        }
    }

    /** @throws java.io.UncheckedIOException when the address cannot be bound */
    public static ManagementServer start(Door door, Management management, MySqlStores stores, ConsoleParts parts) {
        Desk desk = desk(management, stores, parts);
        return new ManagementServer(WebServer.start(door.bind(), door.tls(), desk));
    }

    /** All of the listener but its socket. */
    static Desk desk(Management management, MySqlStores stores, ConsoleParts parts) {
        Surroundings around = parts.around();
        Console console = new Console(stores, parts);
        Routes routes = new Routes(routes(management, stores, console));
        AccountGate gate = new AccountGate(
                stores.identity(), stores.tokens(), around.clock(), SessionTimes.standard(), parts.token());
        return new Desk(routes, gate, stores.repeats(), console.views()::problem, around.nanos());
    }

    /** Every route of the listener. A part adds one line: the routes of its class in {@code admin.api} or {@code admin.console}. */
    static List<Route> routes(Management management, MySqlStores stores, Console console) {
        List<Route> routes = new ArrayList<>();
        routes.addAll(new SystemApi(management, Identity.version()).routes(() -> routes));
        routes.addAll(new TasksApi(stores.admin(), stores.approvals()).routes());
        routes.addAll(new AuditApi(stores.admin(), stores.chain()).routes());
        routes.addAll(new AccountsApi(console.accounts()).routes());
        routes.addAll(new ReleasesApi(stores.admin(), stores.approvals()).routes());
        routes.addAll(new DecisionsApi(stores.approvals()).routes());
        routes.addAll(console.search().routes());
        routes.addAll(console.jobs().routes());
        routes.addAll(new PrivacyApi(stores.approvals(), stores.revocations(), stores.vault()).routes());
        routes.addAll(new ConflictsApi(stores.desk()).routes());
        routes.addAll(new DifferencesApi(stores.discrepancies(), stores.statements()).routes());
        routes.addAll(console.routes());
        routes.addAll(new ApiPage(console.views(), () -> routes).routes());
        var sagas = new SagaStarter(stores.sagas(), stores.definitions());
        routes.addAll(new SagasApi(stores.sagaDesk(), sagas::begin).routes());
        return routes;
    }

    public int port() {
        return web.port();
    }

    @Override
    public void close() {
        web.close();
    }
}
