package tallygate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.config.source.Problem;

class ReloadTest {
    private static final String RUNNING = """
        server:
          callbacks: { bind: "127.0.0.1:1", proxy-protocol: optional, trusted-proxies: [10.0.0.0/8] }
        endpoints:
          - { name: a, provider: stripe, route: r, secrets: [s3cret-one], merchant-id: m }
          - { name: gone, provider: stripe, route: r, secrets: [x] }
        routes:
          r: { handler: { kind: http, url: "http://a/" } }
        """;

    @Test
    void anEqualFileChangesNothing() {
        ReloadPlan plan =
                ready(RUNNING, "# a comment moves every line\n\n" + RUNNING).plan();
        assertThat(plan.isEmpty()).isTrue();
    }

    @Test
    void theOrderOfEndpointsIsNoChange() {
        String swapped = """
            server:
              callbacks: { bind: "127.0.0.1:1", proxy-protocol: optional, trusted-proxies: [10.0.0.0/8] }
            routes:
              r: { handler: { kind: http, url: "http://a/" } }
            endpoints:
              - { name: gone, provider: stripe, route: r, secrets: [x] }
              - { name: a, provider: stripe, route: r, secrets: [s3cret-one], merchant-id: m }
            """;
        assertThat(ready(RUNNING, swapped).plan().isEmpty()).isTrue();
    }

    @Test
    void everyChangeIsListedUnderWhenItTakesEffect() {
        Reloading.Ready ready = ready(RUNNING, """
            server:
              callbacks: { bind: "127.0.0.1:2", proxy-protocol: optional, trusted-proxies: [10.0.0.0/8, 1.1.1.1], limits: { body-bytes-max: 1MiB } }
              drain: { wait: 20s }
            database: { pool-size: 20 }
            data-dir: /other
            work: { lease: 40s }
            endpoints:
              - { name: a, provider: stripe, route: q, secrets: [s3cret-two, s3cret-one] }
              - { name: new, provider: alipay, route: q, public-key: s3cret-three }
            routes:
              q: { handler: { kind: log } }
              r: { handler: { kind: http, url: "http://b/" }, concurrency: 3 }
            """);

        assertThat(ready.plan().restart())
                .extracting(Object::toString)
                .containsExactly(
                        "data-dir: ./data -> /other",
                        "database.pool-size: 10 -> 20",
                        "server.callbacks.bind: 127.0.0.1:1 -> 127.0.0.1:2",
                        "work.lease: 30s -> 40s");
        assertThat(ready.plan().live())
                .extracting(Object::toString)
                .containsSubsequence(
                        "endpoints.a.merchant-id: no more (was ***)",
                        "endpoints.a.route: r -> q",
                        "endpoints.a.secrets[0]: another value (not shown)",
                        "endpoints.a.secrets[1]: now ***",
                        "endpoints.gone.name: no more (was gone)",
                        "endpoints.new.name: now new",
                        "endpoints.new.public-key: now ***",
                        "routes.q.handler.kind: now log",
                        "routes.r.concurrency: 64 -> 3",
                        "routes.r.handler.url: http://a/ -> http://b/",
                        "server.callbacks.limits.body-bytes-max: 256KiB -> 1MiB",
                        "server.callbacks.trusted-proxies: [10.0.0.0/8] -> [10.0.0.0/8, 1.1.1.1/32]",
                        "server.drain.wait: 10s -> 20s");
        assertThat(ready.plan().toString()).doesNotContain("s3cret");
    }

    @Test
    void whatNeedsARestartKeepsItsOldValueUntilThen() {
        Reloading.Ready ready = ready(
                RUNNING,
                RUNNING.replace("127.0.0.1:1", "127.0.0.1:2").replace("http://a/", "http://b/")
                        + "work: { lease: 40s }\nmode: development\ndedup: { memory: 500d }\n");
        GatewayConfig now = ready.running().config();

        assertThat(now.server().callbacks().bind()).hasToString("127.0.0.1:1");
        assertThat(now.work().lease()).hasSeconds(30);
        assertThat(now.dedup().memory()).hasDays(400);
        assertThat(((HttpHandlerConfig) now.routeOf(now.endpoints().getFirst()).handler()).url())
                .hasToString("http://b/");
        assertThat(ready.running().effective().lines())
                .contains("server.callbacks.bind = 127.0.0.1:1  (line 2)", "work.lease = 30s  (default)");

        // A second reload of the same file still says what waits for the restart, and nothing else.
        ReloadPlan again = ready.running()
                .effective()
                .planTo(Yaml.loaded(
                                RUNNING.replace("127.0.0.1:1", "127.0.0.1:2").replace("http://a/", "http://b/")
                                        + "work: { lease: 40s }\nmode: development\ndedup: { memory: 500d }\n")
                        .effective());
        assertThat(again.live()).isEmpty();
        assertThat(again.restart())
                .extracting(ReloadPlan.Change::path)
                .containsExactly("dedup.memory", "server.callbacks.bind", "work.lease");
    }

    @Test
    @Tag("F-43")
    void newValuesThatDoNotGoWithOldOnesThatNeedARestartChangeNothing() {
        String patient = "dedup: { memory: 3000d }\n"
                + "routes: { r: { handler: { kind: log }, retry: { fixed: { delay: 30d, retries: 20 } } } }";
        assertThat(refused("mode: development", patient))
                .containsExactly(
                        "routes.r.retry: may take 720 days in all, not less than dedup.memory (400d) keeps event ids;"
                            + " shorten it; the other value still is the running one and needs a restart to change");
    }

    @Test
    void everythingOfTheCallbackListenerButItsAddressAndItsAnswerDeadlineIsLive() {
        Reloading.Ready ready = ready(RUNNING, """
            server:
              callbacks: { bind: "127.0.0.1:2", proxy-protocol: off, limits: { answer-deadline: 4s, idle-timeout: 9s } }
            """);
        CallbacksConfig now = ready.running().config().server().callbacks();
        assertThat(now.bind()).hasToString("127.0.0.1:1");
        assertThat(now.proxyProtocol()).isEqualTo(ProxyProtocol.OFF);
        assertThat(now.trustedProxies()).isEmpty();
        assertThat(now.limits().deadlines().answer()).hasSeconds(3);
        assertThat(now.limits().deadlines().idle()).hasSeconds(9);
        assertThat(ready.plan().restart())
                .extracting(ReloadPlan.Change::path)
                .containsExactly("server.callbacks.bind", "server.callbacks.limits.answer-deadline");
    }

    @Test
    void aSecretThatComesFromAFileOrVariableIsComparedByItsValue() {
        String yaml = RUNNING.replace("[x]", "[\"${env:X}\"]");
        Loading.Loaded before = Yaml.loaded(yaml, Map.of("X", "old"));
        Loading.Loaded same = Yaml.loaded(yaml, Map.of("X", "old"));
        Loading.Loaded after = Yaml.loaded(yaml, Map.of("X", "new"));

        assertThat(before.effective().planTo(same.effective()).isEmpty()).isTrue();
        assertThat(before.effective().planTo(after.effective()).live())
                .extracting(Object::toString)
                .containsExactly("endpoints.gone.secrets[0]: another value (not shown)");
    }

    private static Reloading.Ready ready(String running, String next) {
        return switch (Yaml.loaded(running).reload(Yaml.loaded(next))) {
            case Reloading.Ready ready -> ready;
            case Reloading.Refused refused -> throw new AssertionError("refused: " + refused.problems());
        };
    }

    private static List<String> refused(String running, String next) {
        return switch (Yaml.loaded(running).reload(Yaml.loaded(next))) {
            case Reloading.Ready ready -> throw new AssertionError("not refused: " + ready.plan());
            case Reloading.Refused refused ->
                refused.problems().stream().map(Problem::toString).toList();
        };
    }
}
