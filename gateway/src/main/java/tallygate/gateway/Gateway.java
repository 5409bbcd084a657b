package tallygate.gateway;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.handler.HandlerTools;
import tallygate.callback.handler.ToldResults;
import tallygate.config.GatewayConfig;
import tallygate.config.Loading;
import tallygate.config.ReloadPlan;
import tallygate.config.Reloading;
import tallygate.gateway.admin.Health;
import tallygate.gateway.admin.Management.Reload;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.alert.Alerts;
import tallygate.gateway.http.HttpListener;
import tallygate.gateway.ingest.CallbackIntake;
import tallygate.gateway.ingest.IntakeParts;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.process.Instruments;
import tallygate.gateway.process.ProcessMetrics;
import tallygate.gateway.process.WorkConfig;
import tallygate.gateway.process.WorkRoute;
import tallygate.gateway.process.Worker;
import tallygate.gateway.task.NodeLease;
import tallygate.gateway.task.NodeStore;
import tallygate.gateway.task.TimeLeft;

/**
 * The running gateway, and the only place where all parts meet. It listens first and says "again, please" until its database is
 * there; {@link #open()} brings up the rest in the order of the data flow.
 */
public final class Gateway {
    private static final Logger log = LoggerFactory.getLogger(Gateway.class);
    private static final Duration EVENT_LOOP_LAG_MAX = Duration.ofSeconds(10);

    private final AlertOffice alerts;
    private final Surroundings around;
    private final MySqlStores stores;
    private final ClockGuard clock;
    private final NodeKeeper node;
    private final LateHandOver handOver = new LateHandOver();
    private final LateResultsDoor results = new LateResultsDoor();
    private final CallbackIntake intake;
    private final HttpListener callbacks;
    private final Confirming confirming;
    private final Certificates certificates;
    private final HandlerTools tools;
    private final Sagas sagas;
    private final ReconcileAccounts accounts =
            new ReconcileAccounts(() -> configuration().config(), this::bindings);
    private volatile Loading.Loaded loaded;
    private volatile EndpointBindings bindings;
    private volatile @Nullable Worker worker;
    private volatile @Nullable Upkeep upkeep;
    private volatile boolean isDraining;

    private Gateway(Loading.Loaded loaded, EndpointBindings bindings, MySqlStores stores, Surroundings surroundings) {
        GatewayConfig config = loaded.config();
        this.alerts = new AlertOffice(config.alerts(), surroundings);
        Surroundings around = alerts.surroundings();
        this.loaded = loaded;
        this.bindings = bindings;
        this.around = around;
        this.stores = stores;
        this.tools = around.tools(results, GatewayGauges.tokens(stores, "task", around.meters()), config.tracing());
        this.sagas = new Sagas(stores, around);
        this.clock =
                new ClockGuard(config.work().clockSkewMax(), this::standAside, around.alerts(), this::serverChanged);
        this.node = new NodeKeeper(
                stores.nodes(),
                new NodeStore.Introduction(
                        Identity.nodeName(),
                        Identity.version(),
                        loaded.effective().digest()),
                around,
                clock);
        this.certificates = new Certificates(config.dataDir(), around, around.alerts(), this::certificatesChanged);
        this.intake = new CallbackIntake(
                new IntakeParts(
                        () -> stores.intake("writer", node::newId),
                        handOver,
                        stores.rejected(),
                        node::identity,
                        around.meters(),
                        around.clock(),
                        around.nanos(),
                        around.dice(),
                        around.alerts(),
                        around.spans(),
                        stores.copies()),
                Endpoints.limits(config),
                Endpoints.refusals(config),
                Endpoints.table(config, certificates.in(config.endpoints(), bindings)));
        intake.certificates(certificates.requests());
        this.confirming = new Confirming(intake, around, around.alerts());
        this.callbacks = HttpListener.start(
                Listeners.callbacks(config.server()), intake, around.meters(), around.clock(), around.nanos());
    }

    /** Listens when it returns, and answers callbacks with "again, please" until {@link #open()} has returned. */
    public static Gateway listen(
            Loading.Loaded loaded, EndpointBindings bindings, MySqlStores stores, Surroundings around) {
        Gateway gateway = new Gateway(loaded, bindings, stores, around);
        stores.whenConnectionIsLost(gateway.intake::databaseChanged);
        gateway.intake.start();
        gateway.certificates.start();
        GatewayGauges.watch(gateway.node, () -> gateway.health().ready(), around.meters());
        GatewayGauges.watch(stores, around.meters());
        return gateway;
    }

    /**
     * Leases a node number and starts the work. The database must answer and have this version's schema.
     *
     * @throws tallygate.gateway.task.StoreException when it does not; may be called again
     */
    public void open() {
        NodeLease lease = node.start();
        sagas.open(loaded.config(), lease.incarnation());
        alerts.desk().share(stores.alertLedger(lease.incarnation()));
        Worker started = Worker.of(
                RouteCare.stores(stores),
                new WorkConfig(
                        lease.incarnation(),
                        loaded.config().work().lease(),
                        Routes.pace(loaded.config().work()),
                        workRoutes(loaded.config(), bindings)),
                new Instruments(
                        around.nanos(),
                        around.dice(),
                        ProcessMetrics.in(around.meters()),
                        around.alerts(),
                        around.spans()));
        worker = started;
        standAside(clock.isOff());
        started.start();
        handOver.open(started.handOver());
        results.open(started.results());
        upkeep = new Upkeep(stores, accounts, node::newId, around).start();
    }

    private synchronized void certificatesChanged() {
        GatewayConfig config = loaded.config();
        intake.replace(Endpoints.table(config, certificates.in(config.endpoints(), bindings)));
    }

    private void standAside(boolean isOn) {
        sagas.standAside(isOn);
        Worker now = worker;
        if (now != null) {
            now.standAside(isOn);
        }
    }

    private void serverChanged() {
        intake.databaseChanged();
        Upkeep now = upkeep;
        if (now != null) {
            now.serverChanged();
        }
    }

    public Health health() {
        Map<String, String> parts = new TreeMap<>();
        Worker now = worker;
        boolean loopsRun = now == null || LoopHealth.tell(now.loopAges(), parts);
        if (now == null) {
            parts.put("worker", "waits for the database");
        }
        Duration lag = callbacks.eventLoopLag();
        boolean listens = lag.compareTo(EVENT_LOOP_LAG_MAX) < 0;
        parts.put("event-loops", listens ? "run" : "late by " + lag.toMillis() + " ms");
        parts.put("node", node.identity().isPresent() ? "has its number" : "has no number: callbacks get 503");
        parts.put("clock", clock.state());
        parts.put("drain", isDraining ? "draining" : "no");
        boolean ready = !isDraining && now != null && listens;
        return new Health(listens && loopsRun, ready, parts);
    }

    /** Takes over what can change while running; what cannot is told. */
    public synchronized Reload reload(Loading next, OwnProviders own) {
        if (!own.problems().isEmpty() || !(next instanceof Loading.Loaded good)) {
            return kept(next instanceof Loading.Broken broken ? broken.problems() : own.problems());
        }
        EndpointBindings bindings = EndpointBindings.of(good.config().endpoints(), own.providers());
        if (!bindings.problems().isEmpty()) {
            return kept(bindings.allProblems());
        }
        List<String> changed = SagaDefinitions.changedAtReload(stores, good.config());
        if (!changed.isEmpty()) {
            return kept(changed);
        }
        return switch (loaded.reload(good)) {
            case Reloading.Refused(var problems) -> kept(problems);
            case Reloading.Ready(var running, var plan) -> take(running, plan, bindings);
        };
    }

    private Reload take(Loading.Loaded running, ReloadPlan plan, EndpointBindings bindings) {
        try {
            callbacks.reload(Listeners.callbacks(running.config().server()));
        } catch (RuntimeException e) {
            return kept(List.of("server.callbacks: " + e.getMessage()));
        }
        Worker now = worker;
        if (now != null) {
            sagas.reload(running.config());
            now.routes(workRoutes(running.config(), bindings));
        }
        this.bindings = bindings;
        loaded = running;
        certificatesChanged();
        alerts.configure(running.config().alerts());
        node.configDigest(running.effective().digest());
        List<String> changes = new ArrayList<>();
        plan.live().forEach(change -> changes.add("now: " + change));
        plan.restart().forEach(change -> changes.add("after a restart: " + change));
        log.info("changes={} configuration reloaded", changes.size());
        return new Reload.Applied(changes);
    }

    private List<WorkRoute> workRoutes(GatewayConfig config, EndpointBindings bound) {
        return confirming.with(
                Routes.of(config.routes(), tools, sagas::handler), config.endpoints(), bound.providers());
    }

    private static Reload kept(List<?> found) {
        List<String> problems = found.stream().map(Object::toString).toList();
        log.error("problems={} configuration not reloaded, the running one stays: {}", problems.size(), problems);
        return new Reload.Kept(problems);
    }

    /** The configuration in force. */
    public Loading.Loaded configuration() {
        return loaded;
    }

    /** The endpoints' providers in force. */
    public EndpointBindings bindings() {
        return bindings;
    }

    /** Routes of the management listener that need the running gateway. */
    public List<Route> managementRoutes() {
        return ShopRoutes.of(stores, node::newId, accounts, new ToldResults(results, tools.tokens()), around);
    }

    /** Where what a person must know is raised. */
    public Alerts alerts() {
        return around.alerts();
    }

    public CallbackIntake intake() {
        return intake;
    }

    public int callbackPort() {
        return callbacks.boundAddress().getPort();
    }

    /**
     * Ends in the order of the data flow: not ready, then no new callbacks, then what was accepted is committed and answered,
     * then the work is given back (a wait of its own), then the node's number.
     */
    public void drain() throws InterruptedException {
        isDraining = true;
        Duration wait = loaded.config().server().drain().shutdownWait();
        Duration all = loaded.config().server().drain().delay().plus(wait).plusSeconds(1);
        TimeLeft coming = new TimeLeft(around.nanos(), all);
        try {
            int cut = callbacks.drain().get(coming.now().toMillis(), TimeUnit.MILLISECONDS);
            log.info("requests={} cut off by the drain; the listener is closed", cut);
        } catch (ExecutionException | TimeoutException e) {
            log.warn("the listener did not drain in time, closing it: {}", e.toString());
            callbacks.close();
        }
        certificates.stop();
        intake.drain(coming.now());
        Optional.ofNullable(upkeep).ifPresent(Upkeep::close);
        TimeLeft working = new TimeLeft(around.nanos(), wait);
        Worker now = worker;
        if (now != null) {
            now.drain(working.now());
        }
        sagas.drain(working.now());
        node.close();
        alerts.close();
        stores.close();
    }
}
