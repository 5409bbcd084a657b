package tallygate.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tallygate.config.value.Jitter;
import tallygate.config.value.Secret;

class RouteTest {
    private static final String LOG = "handler: { kind: log }, ";

    @ParameterizedTest
    @MethodSource({"handlers", "retries"})
    void aBrokenRouteHasThisProblem(String keys, String problem) {
        assertThat(Yaml.problems("routes: { r: { " + keys + " } }")).containsExactly(problem);
    }

    static Stream<Arguments> handlers() {
        String url = "; allowed: an http:// or https:// URL";
        return rows(
                "concurrency: 1",
                "routes.r.handler (line 1): is missing; write { kind: amqp, http, kafka, log, redis, saga, … }",
                "handler: log",
                "routes.r.handler (line 1): must have keys below it, at least kind",
                "handler: { url: \"http://x/\" }",
                "routes.r.handler.kind (line 1): is missing; allowed: amqp, http, kafka, log, redis, saga",
                "handler: { kind: https, url: \"http://x/\" }",
                "routes.r.handler.kind (line 1): \"https\" is not known; allowed: one of amqp, http, kafka, log,"
                        + " redis, saga; did you mean http?",
                "handler: { kind: log, url: \"http://x/\" }",
                "routes.r.handler.url (line 1): is not a known key; known here: kind",
                http("tiemout: 5s"),
                "routes.r.handler.tiemout (line 1): is not a known key; did you mean timeout?",
                "handler: { kind: http, url: \"orders.internal/x\" }",
                "routes.r.handler.url (line 1): \"orders.internal/x\" is not an http or https URL" + url
                        + "; did you mean http://orders.internal/x?",
                "handler: { kind: http, url: \"ftp://orders/x\" }",
                "routes.r.handler.url (line 1): \"ftp://orders/x\" is not an http or https URL" + url,
                "handler: { kind: http, url: \"http://\" }",
                "routes.r.handler.url (line 1): \"http://\" is not a URL" + url,
                "handler: { kind: http, url: \"http:///x\" }",
                "routes.r.handler.url (line 1): \"http:///x\" has no usable host" + url,
                "handler: { kind: http, url: \"http://u:s3cret@x/\" }",
                "routes.r.handler.url (line 1): \"http://***@x/\" holds a user or password" + url,
                "handler: { kind: http, url: \"http://x/?key=s3cret#frag\" }",
                "routes.r.handler.url (line 1): \"http://x/?…\" has a fragment (#…), which is never sent" + url,
                "handler: { kind: http, url: \"http://x y/\" }",
                "routes.r.handler.url (line 1): \"http://x y/\" is not a URL" + url,
                http("connect-timeout: 6s"),
                "routes.r.handler.connect-timeout (line 1): connect-timeout (6s) must not be above timeout (5s)",
                http("secret: \"whsec_%%%\""),
                "routes.r.handler.secret (line 1): the value (not shown) is not base64; allowed: whsec_ and the base64"
                    + " of 16 to 128 bytes, best as ${file:PATH} or ${env:NAME}; make one with: openssl rand -base64"
                    + " 32",
                http("secret: whsec_c2hvcnQ="),
                "routes.r.handler.secret (line 1): the value (not shown) holds 5 bytes; allowed: whsec_ and the base64"
                    + " of 16 to 128 bytes, best as ${file:PATH} or ${env:NAME}; make one with: openssl rand -base64"
                    + " 32",
                http("already-done: 409"),
                "routes.r.handler.already-done (line 1): is not a list; allowed: a list of 0 to 50 entries, each an"
                        + " HTTP status, as 409, 4xx or 500-599",
                http("permanent: [4xx], retry: [423]"),
                "routes.r.handler.permanent (line 1): names [423] as retry does; a status has one meaning",
                http("already-done: [409], permanent: [409]"),
                "routes.r.handler.already-done (line 1): names a status that permanent or retry names too; a status"
                        + " has one meaning",
                http("success-when: { status: [] }"),
                "routes.r.handler.success-when.status (line 1): names no status, so nothing could ever succeed",
                http("format: raw"),
                "routes.r.handler.format (line 1): \"raw\" is not known; allowed: one of envelope, original",
                "run-max: 2s, " + http("timeout: 5s"),
                "routes.r.run-max (line 1): run-max (2s) must not be below the handler's timeout (5s)",
                LOG + "effects: every_event",
                "routes.r.effects (line 1): \"every_event\" is not known; allowed: one of once, every-event; did you"
                        + " mean every-event?",
                LOG + "deadline: 1d",
                "routes.r.deadline (line 1): is not a known key; write retry: { deadline: … } or early: { deadline: …"
                        + " }",
                LOG + "early: { first: 10m }",
                "routes.r.early.first (line 1): first (10m) must not be above most (5m)",
                LOG + "biz-types: { refund: {} }",
                "routes.r.biz-types.refund.retry (line 1): is missing; a biz-type without retry, early and scan changes"
                        + " nothing",
                LOG + "biz-types: { " + "x".repeat(33) + ": { retry: { jitter: 0% } } }",
                "routes.r.biz-types." + "x".repeat(33) + " (line 1): a biz-type has at most 32 characters");
    }

    static Stream<Arguments> retries() {
        String delay = "a duration from 10ms to 30d, as 250ms, 5s, 5m, 2h or 7d";
        return rows(
                retry("schedule: 5s"),
                "routes.r.retry.schedule (line 1): is not a list; allowed: a list of 0 to 100 entries, each " + delay,
                retry("schedule: [1s, 2]"),
                "routes.r.retry.schedule[1] (line 1): \"2\" has no unit; allowed: " + delay + "; did you mean 2s?",
                retry("schedule: [60d]"),
                "routes.r.retry.schedule[0] (line 1): \"60d\" is too large; allowed: " + delay,
                retry("schedule: [1s], fixed: { delay: 1s, retries: 1 }"),
                "routes.r.retry.fixed (line 1): stands beside schedule; write only one of schedule, fixed, exponential",
                retry("fixed: { delay: 1s }"),
                "routes.r.retry.fixed.retries (line 1): is missing; allowed: a whole number from 0 to 100",
                retry("fixed: { delay: 1s, retries: 1000 }"),
                "routes.r.retry.fixed.retries (line 1): \"1000\" is too large; allowed: a whole number from 0 to 100",
                retry("fixed: { delay: 1s, retries: unlimited }"),
                "routes.r.retry.fixed.retries (line 1): \"unlimited\" is not a whole number; allowed: a whole number"
                        + " from 0 to 100",
                retry("fixed: { delay: 1s, retries: 3, attempts: 4 }"),
                "routes.r.retry.fixed.attempts (line 1): is not a known key; write retries: the tries after the first"
                        + " one",
                retry("fixed: { delay: 1s, retries: 3, jitter: 5% }"),
                "routes.r.retry.fixed.jitter (line 1): is not a known key; jitter stands beside fixed, not in it",
                retry("exponential: { first: 1h, cap: 1m, retries: 3 }"),
                "routes.r.retry.exponential.cap (line 1): cap (1m) must not be below first (1h)",
                retry("exponential: { first: 1s, factor: 1.5, cap: 1m, retries: 3 }"),
                "routes.r.retry.exponential.factor (line 1): \"1.5\" is not a whole number; allowed: a whole number"
                        + " from 1 to 10",
                retry("jitter: 20"),
                "routes.r.retry.jitter (line 1): \"20\" is neither a percentage nor a range; allowed: a share from 0%"
                        + " to 100%, or a range of durations, as 0s..10s; did you mean 20%?",
                retry("attempts: 3"),
                "routes.r.retry.attempts (line 1): is not a known key; write fixed: { delay, retries } or exponential:"
                        + " { first, factor, cap, retries }",
                retry("on-unknown: {}"),
                "routes.r.retry.on-unknown.schedule (line 1): is missing; write one of schedule, fixed, exponential",
                retry("on-refused: { schedule: [1s], jitter: 5% }"),
                "routes.r.retry.on-refused.jitter (line 1): is not a known key; jitter stands beside on-refused and"
                        + " on-unknown, not in them",
                retry("fixed: { delay: 30d, retries: 14 }, jitter: 0%"),
                "routes.r.retry (line 1): may take 420 days in all, not less than dedup.memory (400d) keeps event ids;"
                        + " shorten it",
                LOG + "biz-types: { refund: { retry: { fixed: { delay: 30d, retries: 14 } } } }",
                "routes.r.biz-types.refund.retry (line 1): may take 504 days in all, not less than dedup.memory (400d)"
                        + " keeps event ids; shorten it");
    }

    @Test
    void everythingThatARouteCanSayIsRead() {
        RouteConfig route = route("""
            handler:
              kind: http
              url: https://orders/x?shop=1
              timeout: 8s
              connect-timeout: 1s
              secret: [whsec_c2VjcmV0c2VjcmV0c2VjcmV0, whsec_AAAAAAAAAAAAAAAAAAAAAAAA]
              already-done: [409]
              permanent: [410, 5xx]
              retry: [423]
              success-when: { status: [200], body: success }
            concurrency: 5
            waiting: 6
            run-max: 20s
            effects: every-event
            retry:
              exponential: { first: 1h, factor: 2, cap: 24h, retries: 6 }
              jitter: 0s..10s
              on-refused: { fixed: { delay: 1m, retries: 3 } }
              on-unknown: { schedule: [1s, 2s] }
            early: { first: 1s, most: 2s, deadline: 1h }
            biz-types: { refund: { retry: { schedule: [] } } }
            """);
        HttpHandlerConfig http = (HttpHandlerConfig) route.handler();
        assertThat(http.secrets())
                .extracting(Secret::reveal)
                .containsExactly("whsec_c2VjcmV0c2VjcmV0c2VjcmV0", "whsec_AAAAAAAAAAAAAAAAAAAAAAAA");
        assertThat(http.secret()).contains(http.secrets().getFirst());
        assertThat(http.url()).hasToString("https://orders/x?shop=1");
        assertThat(http.permanent()).hasToString("[410, 500-599]");
        assertThat(http.success().body()).contains("success");
        assertThat(route.concurrency()).isEqualTo(5);
        assertThat(route.waiting()).isEqualTo(6);
        assertThat(route.runMax()).isEqualTo(Duration.ofSeconds(20));
        assertThat(route.effects()).isEqualTo(RouteConfig.Effects.EVERY_EVENT);
        assertThat(route.retry().backoff())
                .isEqualTo(new Backoff.Exponential(Duration.ofHours(1), 2, Duration.ofHours(24), 6));
        assertThat(route.retry().jitter()).isEqualTo(new Jitter.Extra(Duration.ZERO, Duration.ofSeconds(10)));
        assertThat(route.retry().refused()).contains(new Backoff.Fixed(Duration.ofMinutes(1), 3));
        assertThat(route.retry().unknown())
                .contains(new Backoff.Schedule(List.of(Duration.ofSeconds(1), Duration.ofSeconds(2))));
        assertThat(route.early().deadline()).isEqualTo(Duration.ofHours(1));
        assertThat(route.bizTypes())
                .hasEntrySatisfying(
                        "refund",
                        rules ->
                                assertThat(rules.retry().backoff().retriesMax()).isZero());
    }

    @Test
    void aRouteKeepsOrderWhenItSaysSoAndSettlesLongerThanAnAnswerMayTake() {
        String route = "routes: { r: { " + LOG + "order: %s } }";
        assertThat(Yaml.config(route.formatted("{}")).routes().get("r").care().order())
                .contains(new OrderConfig(Duration.ofSeconds(4), OrderConfig.WhenFailed.WAIT));
        assertThat(Yaml.config(route.formatted("{ settle: 10s, when-failed: go-on }"))
                        .routes()
                        .get("r")
                        .care()
                        .order())
                .contains(new OrderConfig(Duration.ofSeconds(10), OrderConfig.WhenFailed.GO_ON));
        assertThat(Yaml.problems(route.formatted("{ settle: 3s }")))
                .containsExactly("routes.r.order.settle (line 1): routes.r.order.settle (3s) must be above"
                        + " server.callbacks.limits.answer-deadline (3s)");
    }

    @Test
    void aKindOfBusinessHasItsOwnRetriesDeadlineAndWaits() {
        String types = "biz-types: { sms: { retry: { deadline: 10m }, early: { deadline: 1m } }, refund: { retry: {"
                + " fixed: { delay: 1m, retries: 3 } } } }";
        RouteConfig route =
                Yaml.config("routes: { r: { " + LOG + types + " } }").routes().get("r");
        assertThat(route.bizTypes().get("sms").retry().deadline()).contains(Duration.ofMinutes(10));
        assertThat(route.bizTypes().get("sms").early().deadline()).isEqualTo(Duration.ofMinutes(1));
        assertThat(route.bizTypes().get("refund").early()).isEqualTo(route.early());
        assertThat(route.retry().deadline()).isEmpty();
    }

    @Test
    void aKindOfBusinessMayBeLookedForMoreOrLessOftenWithTheRoutesRetries() {
        RouteConfig route = Yaml.config("routes: { r: { " + LOG + "scan: 1m, retry: { schedule: [3s] }, biz-types: {"
                        + " coupon: { scan: 10m }, sms: { early: { deadline: 1m } } } } }")
                .routes()
                .get("r");
        assertThat(route.bizTypes().get("coupon").scan()).contains(Duration.ofMinutes(10));
        assertThat(route.bizTypes().get("coupon").retry()).isEqualTo(route.retry());
        assertThat(route.bizTypes().get("coupon").early()).isEqualTo(route.early());
        assertThat(route.bizTypes().get("sms").scan()).isEmpty();
        assertThat(route.bizTypes().get("sms").retry()).isEqualTo(route.retry());
    }

    @Test
    void anUnsignedHandlerIsWarnedOfAndASecretWithoutEffectToo() {
        String route = "endpoints: []\nroutes: { r: { handler: { kind: http, url: \"http://x/\", %s } } }";
        assertThat(Yaml.warnings(route.formatted("timeout: 1s")))
                .containsExactly(
                        "routes.r.handler.secret (line 2): is not set: deliveries go out unsigned, so anybody could"
                                + " pretend to be the gateway");
        assertThat(Yaml.warnings(route.formatted("secret: whsec_c2VjcmV0c2VjcmV0c2VjcmV0")))
                .isEmpty();
        assertThat(Yaml.warnings(route.formatted("format: original"))).isEmpty();
        assertThat(Yaml.warnings(route.formatted("format: original, secret: whsec_c2VjcmV0c2VjcmV0c2VjcmV0")))
                .containsExactly(
                        "routes.r.handler.secret (line 2): has no effect with format: original, which sends the"
                                + " callback exactly as it came");
    }

    @Test
    void aPauseNeverExceedsTheCapAndNeverOverflows() {
        var backoff = new Backoff.Exponential(Duration.ofSeconds(1), 10, Duration.ofDays(30), 100);
        for (int retry = 0; retry < 100; retry++) {
            assertThat(backoff.delay(retry)).isPositive().isLessThanOrEqualTo(Duration.ofDays(30));
        }
        assertThat(backoff.delay(3)).isEqualTo(Duration.ofSeconds(1000));
    }

    @Test
    void aBackoffThatWouldNeverEndCannotBeMadeByHandEither() {
        assertThatThrownBy(() -> new Backoff.Fixed(Duration.ofSeconds(1), 101))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Backoff.Fixed(Duration.ZERO, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Backoff.Schedule(List.of(Duration.ofDays(31))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Backoff.Exponential(Duration.ofSeconds(2), 2, Duration.ofSeconds(1), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("cap (1s) must not be below first (2s)");
        assertThatThrownBy(() -> new Backoff.Exponential(Duration.ofSeconds(1), 11, Duration.ofSeconds(1), 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static RouteConfig route(String keys) {
        return Yaml.config("routes:\n  r:\n" + keys.indent(4))
                .routes()
                .values()
                .iterator()
                .next();
    }

    private static String http(String keys) {
        return "handler: { kind: http, url: \"http://x/\", " + keys + " }";
    }

    private static String retry(String keys) {
        return LOG + "retry: { " + keys + " }";
    }

    private static Stream<Arguments> rows(String... cells) {
        return Stream.iterate(0, i -> i < cells.length, i -> i + 2).map(i -> Arguments.of(cells[i], cells[i + 1]));
    }
}
