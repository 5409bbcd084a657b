package tallygate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tallygate.config.key.Setting;
import tallygate.config.source.Origin;

/** Whoever changes a default must change this file too. */
class DefaultsTest {
    private static final String NOTHING_BUT_A_ROUTE = """
        routes:
          orders:
            handler: { kind: http, url: "http://orders/" }
        """;

    @Test
    void allDefaultsAreThese() {
        assertThat(Yaml.loaded(NOTHING_BUT_A_ROUTE).effective().settings())
                .filteredOn(setting -> setting.origin().equals(Origin.NOWHERE))
                .extracting(setting -> setting.path() + " = " + setting.shown())
                .containsExactly(
                        "alerts.backlog-age = 5m",
                        "alerts.delay = 1m",
                        "alerts.failed-percent = 1",
                        "alerts.language = en",
                        "alerts.remind = 4h",
                        "asking.first = [5m, 1h]",
                        "asking.then = 1d",
                        "asking.until = 30d",
                        "data-dir = ./data",
                        "database.connect-timeout = 2s",
                        "database.pool-size = 10",
                        "database.statement-timeout = 30s",
                        "database.writers = 1",
                        "dedup.cache-bytes = 64MiB",
                        "dedup.memory = 400d",
                        "ingest.batch-bytes-max = 4MiB",
                        "ingest.batch-rows-max = 256",
                        "ingest.queue-bytes = 64MiB",
                        "ingest.queue-rows = 8192",
                        "ingest.refused-alert-count = 10",
                        "ingest.refused-alert-time = 5m",
                        "ingest.refused-per-second-of-endpoint = 500",
                        "ingest.refused-per-second-of-source = 20",
                        "ingest.verify-queue = 1024",
                        "ingest.verify-threads = 2",
                        "mode = development",
                        "retention.chunk-rows = 200",
                        "retention.pause = 100ms",
                        "retention.payloads = 90d",
                        "retention.statements = 800d",
                        "routes.orders.breaker.calls = 40",
                        "routes.orders.breaker.deadline = 1d",
                        "routes.orders.breaker.open = 5s",
                        "routes.orders.breaker.open-most = 1m",
                        "routes.orders.breaker.percent = 80",
                        "routes.orders.breaker.probes = 3",
                        "routes.orders.breaker.ramp = 30s",
                        "routes.orders.breaker.window = 30s",
                        "routes.orders.concurrency = 64",
                        "routes.orders.concurrency-least = 2",
                        "routes.orders.early.deadline = 1d",
                        "routes.orders.early.first = 5s",
                        "routes.orders.early.most = 5m",
                        "routes.orders.effects = once",
                        "routes.orders.handler.already-done = []",
                        "routes.orders.handler.connect-timeout = 2s",
                        "routes.orders.handler.format = envelope",
                        "routes.orders.handler.permanent = []",
                        "routes.orders.handler.retry = []",
                        "routes.orders.handler.success-when.status = [200-299]",
                        "routes.orders.handler.timeout = 5s",
                        "routes.orders.poison = 100",
                        "routes.orders.priority = 5",
                        "routes.orders.retry.jitter = 20%",
                        "routes.orders.retry.retry-after-max = 1h",
                        "routes.orders.retry.schedule = [1s, 4s, 16s, 64s, 5m, 30m, 2h]",
                        "routes.orders.run-max = 1m",
                        "routes.orders.scan = 200ms",
                        "routes.orders.waiting = 192",
                        "sagas.concurrency = 256",
                        "sagas.patrol-at = [01:00, 13:00]",
                        "server.callbacks.bind = 0.0.0.0:8080",
                        "server.callbacks.limits.answer-deadline = 3s",
                        "server.callbacks.limits.body-bytes-in-flight-max = 64MiB",
                        "server.callbacks.limits.body-bytes-max = 256KiB",
                        "server.callbacks.limits.body-rate-min = 512B",
                        "server.callbacks.limits.body-timeout = 10s",
                        "server.callbacks.limits.connection-age-max = 5m",
                        "server.callbacks.limits.connections-max = 10000",
                        "server.callbacks.limits.connections-per-address-max = 2000",
                        "server.callbacks.limits.handshakes-max = 512",
                        "server.callbacks.limits.header-bytes-max = 8KiB",
                        "server.callbacks.limits.header-count-max = 64",
                        "server.callbacks.limits.header-timeout = 5s",
                        "server.callbacks.limits.idle-timeout = 75s",
                        "server.callbacks.limits.in-flight-max = 4096",
                        "server.callbacks.limits.line-bytes-max = 4KiB",
                        "server.callbacks.limits.requests-per-connection-max = 1000",
                        "server.callbacks.limits.write-timeout = 10s",
                        "server.callbacks.proxy-protocol = off",
                        "server.callbacks.trusted-proxies = []",
                        "server.drain.delay = 5s",
                        "server.drain.wait = 10s",
                        "server.management.bind = 127.0.0.1:8081",
                        "work.clock-skew-max = 5m",
                        "work.concurrency = 1024",
                        "work.crashes-max = 3",
                        "work.due-scan = 10s",
                        "work.lease = 30s",
                        "work.lease-patrol = 2s",
                        "work.lease-scan = 1m");
    }

    @Test
    void theStandardRecordsAreTheDefaults() {
        GatewayConfig config = Yaml.config("mode: development");
        assertThat(config.server()).isEqualTo(ServerConfig.standard());
        assertThat(config.server().callbacks()).isEqualTo(CallbacksConfig.standard());
        assertThat(config.server().management()).isEqualTo(ManagementConfig.standard());
        assertThat(config.server().drain()).isEqualTo(DrainConfig.standard());
        assertThat(config.server().callbacks().limits().sizes()).isEqualTo(SizeLimits.standard());
        assertThat(config.server().callbacks().limits().connections()).isEqualTo(ConnectionLimits.standard());
        assertThat(config.server().callbacks().limits().deadlines()).isEqualTo(Deadlines.standard());
        assertThat(config.database()).isEqualTo(DatabaseConfig.standard());
        assertThat(config.work()).isEqualTo(WorkConfig.standard());
        assertThat(config.dedup()).isEqualTo(DedupConfig.standard());
        assertThat(config.ingest()).isEqualTo(IngestConfig.standard());
        assertThat(config.dataDir()).isEqualTo(Path.of("./data"));
        assertThat(config.endpoints()).isEmpty();
        assertThat(config.routes()).isEmpty();
    }

    @Test
    void aRouteHasTheDefaultsOfItsParts() {
        RouteConfig route =
                Yaml.config(NOTHING_BUT_A_ROUTE).routes().values().iterator().next();
        assertThat(route.retry()).isEqualTo(RetryConfig.standard());
        assertThat(route.early()).isEqualTo(EarlyConfig.standard());
        assertThat(route.bizTypes()).isEmpty();
        assertThat(route.retry().backoff().retriesMax()).isEqualTo(7);
        assertThat(route.retry().refused()).isEqualTo(Optional.empty());
        assertThat(((HttpHandlerConfig) route.handler()).success()).isEqualTo(SuccessConfig.standard());
        assertThat(((HttpHandlerConfig) route.handler()).secret()).isEmpty();
    }

    @Test
    void theModeFollowsTheDatabase() {
        assertThat(Yaml.config("database: { pool-size: 12 }").mode()).isEqualTo(Mode.DEVELOPMENT);
        assertThat(Yaml.config("database: { url: \"jdbc:mysql://db/t\", username: t }")
                        .mode())
                .isEqualTo(Mode.PRODUCTION);
        assertThat(Yaml.config("mode: development\ndatabase: { url: \"jdbc:mysql://db/t\", username: t }")
                        .mode())
                .isEqualTo(Mode.DEVELOPMENT);
    }

    @Test
    void aShortTimeoutShortensTheDefaultConnectTimeoutAndALongOneLengthensTheDefaultRunMax() {
        assertThat(handler("timeout: 1s").connectTimeout()).isEqualTo(Duration.ofSeconds(1));
        RouteConfig slow = Yaml.config("routes: { r: { handler: { kind: http, url: \"http://x/\", timeout: 5m } } }")
                .routes()
                .values()
                .iterator()
                .next();
        assertThat(slow.runMax()).isEqualTo(Duration.ofSeconds(310));
    }

    @Test
    void anEndpointsAccountIsItsNameUnlessWritten() {
        GatewayConfig config = Yaml.config("""
            endpoints:
              - { name: a, provider: p, route: r }
              - { name: b, provider: p, route: r, account: shared }
            routes: { r: { handler: { kind: log } } }
            """);
        assertThat(config.endpoints()).extracting(EndpointConfig::account).containsExactly("a", "shared");
        EndpointConfig first = config.endpoints().getFirst();
        assertThat(first.path()).isEmpty();
        assertThat(first.formerly()).isEmpty();
        assertThat(first.allowFrom()).isEmpty();
        assertThat(first.replayWindow()).isEmpty();
        assertThat(first.credentials().values()).isEmpty();
        assertThat(config.routeOf(first).handler()).isEqualTo(new LogHandlerConfig());
    }

    @Test
    void aConfigurationWithoutEndpointsIsWarnedOf() {
        assertThat(Yaml.warnings("mode: development"))
                .containsExactly("endpoints: there are none, so no callback is accepted");
    }

    @Test
    void everyEffectiveValueSaysWhereItComesFrom() {
        Loading.Loaded loaded =
                Yaml.loaded("mode: development\nwork: { lease: 40s }", Map.of("TALLYGATE__DEDUP__MEMORY", "500d"));
        List<String> lines = loaded.effective().lines();
        assertThat(lines)
                .contains(
                        "mode = development  (line 1)",
                        "work.lease = 40s  (line 2)",
                        "dedup.memory = 500d  (TALLYGATE__DEDUP__MEMORY)",
                        "dedup.cache-bytes = 64MiB  (default)");
        assertThat(loaded.effective().settings()).extracting(Setting::path).isSorted();
    }

    private static HttpHandlerConfig handler(String keys) {
        return (HttpHandlerConfig)
                Yaml.config("routes: { r: { handler: { kind: http, url: \"http://x/\", " + keys + " } } }")
                        .routes()
                        .values()
                        .iterator()
                        .next()
                        .handler();
    }
}
