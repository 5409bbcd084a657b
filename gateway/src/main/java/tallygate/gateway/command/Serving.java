package tallygate.gateway.command;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.participant.sample.SampleOrder;
import tallygate.config.GatewayConfig;
import tallygate.config.Loading;
import tallygate.config.source.Problem;
import tallygate.gateway.AuditHeads;
import tallygate.gateway.Console;
import tallygate.gateway.ConsoleParts;
import tallygate.gateway.DatabaseSource;
import tallygate.gateway.DeskWork;
import tallygate.gateway.EndpointBindings;
import tallygate.gateway.Gateway;
import tallygate.gateway.ManagementServer;
import tallygate.gateway.OwnProviders;
import tallygate.gateway.PrivacyWiring;
import tallygate.gateway.Surroundings;
import tallygate.gateway.admin.Management;
import tallygate.gateway.admin.api.EndpointsApi;
import tallygate.gateway.admin.api.KeysApi;
import tallygate.gateway.admin.api.RejectedApi;
import tallygate.gateway.admin.console.EndpointPages;
import tallygate.gateway.admin.console.RejectedPages;
import tallygate.gateway.admin.console.Trend;
import tallygate.gateway.admin.console.Views;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.embedded.DataDirLock;
import tallygate.gateway.embedded.EmbeddedException;
import tallygate.gateway.ingest.EndpointDesk;
import tallygate.gateway.ingest.KeyDesk;
import tallygate.gateway.ingest.KeyWatch;
import tallygate.gateway.mysql.DatabaseSettings;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.trace.Exemplars;

/** One run of {@code serve}, from the configuration to the last line. */
final class Serving {
    private static final Logger log = LoggerFactory.getLogger(Serving.class);
    private static final Path DEMO_DATA = Path.of("data");

    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean isPaused;
    private final CountDownLatch stopAsked = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);

    /** @param isPaused the lane of every route is paused before work begins */
    Serving(PrintWriter out, PrintWriter err, boolean isPaused) {
        this.out = out;
        this.err = err;
        this.isPaused = isPaused;
    }

    int run(Optional<Path> file, boolean showsSagas) throws InterruptedException {
        Thread hook = Thread.ofPlatform().name("stop").unstarted(this::stopAndWait);
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return file.isPresent()
                    ? serve(file.get(), Optional.empty(), Optional.empty())
                    : showsSagas ? serveSagaDemo() : serveDemo();
        } catch (EmbeddedException | UncheckedIOException | IOException e) {
            err.println("tallygate: " + e.getMessage());
            return Exit.UNAVAILABLE;
        } finally {
            out.flush();
            err.flush();
            stopped.countDown();
        }
    }

    /** Asks for the end that a signal asks for. */
    void stop() {
        stopAsked.countDown();
    }

    /** The JVM ends when its hooks have ended: this one waits for the drain. */
    private void stopAndWait() {
        stop();
        try {
            stopped.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int serveDemo() throws IOException, InterruptedException {
        try (DemoDownstream downstream = new DemoDownstream(0, out)) {
            Path file = new Demo(DEMO_DATA, new SecureRandom()).file(downstream.port());
            return serve(file, Optional.of(downstream), Optional.empty());
        }
    }

    private int serveSagaDemo() throws IOException, InterruptedException {
        try (DemoDownstream downstream = new DemoDownstream(0, out);
                SampleOrder sample = SampleOrder.listen()) {
            Path file = new Demo(DEMO_DATA, new SecureRandom()).sagaFile(sample.yaml());
            return serve(file, Optional.of(downstream), Optional.of(sample));
        }
    }

    private int serve(Path file, Optional<DemoDownstream> demo, Optional<SampleOrder> sample)
            throws IOException, InterruptedException {
        Loading loading = GatewayConfig.load(file, System.getenv());
        if (!(loading instanceof Loading.Loaded loaded)) {
            return refuse(file, ((Loading.Broken) loading).problems());
        }
        OwnProviders own = OwnProviders.beside(file);
        if (!own.problems().isEmpty()) {
            return refuse(file, own.problems());
        }
        EndpointBindings bindings = EndpointBindings.of(loaded.config().endpoints(), own.providers());
        if (!bindings.problems().isEmpty()) {
            return refuse(file, bindings.allProblems());
        }
        loaded.warnings().forEach(warning -> log.warn("{}", warning));
        try (DataDirLock lock = DataDirLock.take(loaded.config().dataDir());
                DatabaseSource database = DatabaseSource.of(loaded.config(), lock, home(), new StartProgress(out))) {
            return serve(loaded, bindings, database, new Origin(file, demo, sample));
        }
    }

    private static void open(SampleOrder sample, DatabaseSettings database) {
        String url = database.url();
        try {
            sample.open(
                    url.substring(0, url.lastIndexOf('/') + 1),
                    database.username(),
                    database.password(),
                    "tallygate_demo_");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where the configuration came from, and what the demo adds. */
    private record Origin(Path file, Optional<DemoDownstream> demo, Optional<SampleOrder> sample) {}

    private int refuse(Path file, List<Problem> problems) {
        problems.forEach(problem -> err.println(file + ": " + problem));
        err.println("tallygate: " + problems.size() + " problems in " + file + ", nothing was started. / " + file
                + " 中有 " + problems.size() + " 个问题，未启动任何服务。");
        return Exit.CONFIG;
    }

    private int serve(Loading.Loaded loaded, EndpointBindings bindings, DatabaseSource database, Origin origin)
            throws IOException, InterruptedException {
        origin.sample().ifPresent(sample -> open(sample, database.settings()));
        PrometheusMeterRegistry meters = meters(loaded.config().tracing().isPresent());
        Surroundings around =
                new Surroundings(Clock.systemUTC(), System::nanoTime, (RandomGenerator) new SharedDice(), meters);
        SecureRandom secure = new SecureRandom();
        String token = ManagementToken.of(loaded.config().dataDir(), secure);
        MySqlStores stores =
                MySqlStores.open(database.settings(), PrivacyWiring.keys(loaded.config()), System::nanoTime);
        Traces traces = Traces.of(loaded.config(), around);
        Gateway gateway = Gateway.listen(loaded, bindings, stores, around.tracing(traces.spans()));
        ManagementServer.Door door = ManagementServer.Door.of(loaded.config().server());
        Supplier<Management.Reload> reload = () -> reload(gateway, door, origin.file());
        Management pages = new Management(gateway::health, meters::scrape, reload, token);
        KeyDesk keys = keyDesk(gateway, stores, around);
        List<Route> routes = new ArrayList<>(gateway.managementRoutes());
        routes.addAll(ofKeys(keys, origin.file()));
        Views views = new Views(stores.desk(), around.clock());
        routes.addAll(new RejectedPages(views, keys).routes());
        EndpointDesk endpoints = gateway.intake().endpointDesk(stores.admin());
        routes.addAll(new EndpointsApi(endpoints).routes());
        routes.addAll(new EndpointPages(views, endpoints, stores.desk()).routes());
        Trend trend = new Trend(meters);
        ConsoleParts parts = new ConsoleParts(
                around, token, secure, trend, gateway::configuration, gateway::bindings, endpoints::endpoints, routes);
        try (traces;
                keys;
                ManagementServer management = ManagementServer.start(door, pages, stores, parts)) {
            Hangup.listen(() -> {
                Management.Reload told = reload.get();
                log.debug("reload by signal: {}", told);
            });
            Opening opening = new Opening(gateway, stores, loaded.config(), around.clock(), isPaused);
            int exit = opening.untilOpen(stopAsked, err);
            if (exit == Exit.OK && stopAsked.getCount() > 0) {
                Banner banner = new Banner(out, loaded.config(), gateway.callbackPort(), management.port());
                banner.print(origin.file(), bindings, origin.demo());
                printFirstPassword(new Console(stores, parts), banner, stopAsked);
                AuditHeads heads = new AuditHeads(
                        stores.chain(), PrivacyWiring.auditHeads(loaded.config()), around.clock(), gateway.alerts());
                DeskWork work = DeskWork.start(stores, secure.nextLong(), gateway.alerts(), () -> {
                    trend.sample(around.clock().instant(), stores.admin().counts());
                    heads.tick();
                });
                origin.sample().ifPresent(sample -> sample.lines().forEach(line -> out.println("[demo saga] " + line)));
                out.flush();
                stopAsked.await();
                work.close();
            }
            gateway.drain();
            return exit;
        }
    }

    /** The database may fail again right after the opening: that ends no node that serves already. */
    private static void printFirstPassword(Console console, Banner banner, CountDownLatch stopAsked)
            throws InterruptedException {
        boolean isAsked = false;
        while (!isAsked) {
            try {
                console.firstAdmin().ifPresent(banner::printPassword);
                return;
            } catch (StoreException e) {
                log.warn("kind={} the first user was not looked for, tried again in 2 s", e.kind());
                isAsked = stopAsked.await(2, TimeUnit.SECONDS);
            }
        }
    }

    private static KeyDesk keyDesk(Gateway gateway, MySqlStores stores, Surroundings around) {
        KeyWatch watch = new KeyWatch(around.clock(), around.alerts(), around.meters());
        return KeyDesk.of(gateway.intake(), stores.admin(), stores.rejected(), watch);
    }

    private static List<Route> ofKeys(KeyDesk keys, Path file) {
        List<Route> routes = new ArrayList<>(new RejectedApi(keys).routes());
        routes.addAll(new KeysApi(keys, new KeysToCome(file)).routes());
        return routes;
    }

    private static Management.Reload reload(Gateway gateway, ManagementServer.Door door, Path file) {
        door.renew();
        return gateway.reload(GatewayConfig.load(file, System.getenv()), OwnProviders.beside(file));
    }

    private static Optional<Path> home() {
        return Optional.ofNullable(System.getProperty("tallygate.home")).map(Path::of);
    }

    private static PrometheusMeterRegistry meters(boolean hasTraces) {
        PrometheusMeterRegistry meters = hasTraces
                ? new PrometheusMeterRegistry(
                        PrometheusConfig.DEFAULT,
                        new PrometheusRegistry(),
                        io.micrometer.core.instrument.Clock.SYSTEM,
                        new Exemplars())
                : new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        new ClassLoaderMetrics().bindTo(meters);
        new JvmMemoryMetrics().bindTo(meters);
        new JvmThreadMetrics().bindTo(meters);
        new ProcessorMetrics().bindTo(meters);
        new UptimeMetrics().bindTo(meters);
        FunctionCounter.builder("tallygate.log.dropped", PatientLog.class, _ -> PatientLog.dropped())
                .description("Log lines that were not written because what reads the log stands still.")
                .register(meters);
        new FileDescriptorMetrics().bindTo(meters);
        JvmGcMetrics collectors = new JvmGcMetrics();
        collectors.bindTo(meters);
        return meters;
    }

    /** Each thread's own generator: safe for all of them at once. */
    private static final class SharedDice implements RandomGenerator {
        @Override
        public long nextLong() {
            return ThreadLocalRandom.current().nextLong();
        }
    }
}
