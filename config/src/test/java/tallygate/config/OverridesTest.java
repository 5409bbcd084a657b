package tallygate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tallygate.config.value.BindAddress;
import tallygate.config.value.Cidr;

class OverridesTest {
    private static final String FILE = """
        server: { callbacks: { bind: "127.0.0.1:1" } }
        endpoints:
          - name: shop-stripe
            provider: stripe
            route: orders
            secrets: [one]
          - name: shop.alipay
            provider: alipay
            route: orders
            public-keys: { Ab_1: x }
        routes:
          orders: { handler: { kind: http, url: "http://a/" } }
        """;

    @Test
    void aVariableWinsOverTheFile() {
        GatewayConfig config = config(
                "SERVER__CALLBACKS__BIND", "0.0.0.0:9",
                "SERVER__CALLBACKS__LIMITS__BODY_BYTES_MAX", "1MiB",
                "DATA_DIR", "/var/lib/t",
                "ROUTES__ORDERS__HANDLER__URL", "http://b/",
                "WORK__LEASE", "50s");
        assertThat(config.server().callbacks().bind()).isEqualTo(new BindAddress("0.0.0.0", 9));
        assertThat(config.server().callbacks().limits().sizes().bodyBytesMax()).hasToString("1MiB");
        assertThat(config.dataDir()).hasToString("/var/lib/t");
        assertThat(config.work().lease()).hasSeconds(50);
        assertThat(config.routes().values())
                .extracting(RouteConfig::handler)
                .first()
                .hasToString(
                        config.routeOf(config.endpoints().getFirst()).handler().toString());
        assertThat(((HttpHandlerConfig)
                                config.routeOf(config.endpoints().getFirst()).handler())
                        .url())
                .hasToString("http://b/");
    }

    @Test
    void upperAndLowerCaseDoNotMatterAndAnUnderscoreStandsForHyphensAndDots() {
        GatewayConfig config = config(
                "server__callbacks__Trusted_Proxies", "10.0.0.0/8",
                "Endpoints__SHOP_ALIPAY__ACCOUNT", "ali",
                "ENDPOINTS__shop_stripe__REPLAY_WINDOW", "7m");
        assertThat(config.server().callbacks().trustedProxies()).containsExactly(Cidr.parse("10.0.0.0/8"));
        assertThat(config.endpoints().get(1).account()).isEqualTo("ali");
        assertThat(config.endpoints().getFirst().replayWindow()).contains(Duration.ofMinutes(7));
    }

    @Test
    void listsAreWrittenWithCommasOrAsYaml() {
        assertThat(config("SERVER__CALLBACKS__TRUSTED_PROXIES", "10.0.0.0/8, 1.2.3.4")
                        .server()
                        .callbacks()
                        .trustedProxies())
                .containsExactly(Cidr.parse("10.0.0.0/8"), Cidr.parse("1.2.3.4"));
        assertThat(config("SERVER__CALLBACKS__TRUSTED_PROXIES", "[\"10.0.0.0/8\"]")
                        .server()
                        .callbacks()
                        .trustedProxies())
                .containsExactly(Cidr.parse("10.0.0.0/8"));
        assertThat(config("SERVER__CALLBACKS__TRUSTED_PROXIES", "")
                        .server()
                        .callbacks()
                        .trustedProxies())
                .isEmpty();
        assertThat(config("ROUTES__ORDERS__RETRY", "{ schedule: [1s, 2s] }")
                        .routes()
                        .values())
                .extracting(route -> route.retry().backoff().retriesMax())
                .containsExactly(2);
    }

    @Test
    void entriesOfAListAreNamedByTheirPlaceOrByAnEndpointsName() {
        GatewayConfig config = config(
                "ENDPOINTS__0__ACCOUNT", "a0",
                "ENDPOINTS__SHOP_STRIPE__SECRETS__0", "changed",
                "ENDPOINTS__SHOP_STRIPE__SECRETS__1", "added");
        EndpointConfig first = config.endpoints().getFirst();
        assertThat(first.account()).isEqualTo("a0");
        assertThat(first.credentials().value("secrets"))
                .get()
                .isInstanceOfSatisfying(
                        Credential.Texts.class,
                        texts -> assertThat(texts.texts())
                                .extracting(text -> text.secret().reveal())
                                .containsExactly("changed", "added"));
    }

    @Test
    void theWholeConfigurationCanComeFromVariables() {
        GatewayConfig config = Yaml.loaded(
                        "mode: development",
                        overrides(
                                "ENDPOINTS__0__NAME", "shop",
                                "ENDPOINTS__0__PROVIDER", "stripe",
                                "ENDPOINTS__0__ROUTE", "all-orders",
                                "ENDPOINTS__0__SECRETS", "[whsec_x]",
                                "ENDPOINTS__0__API_V3_KEY", "k",
                                "ROUTES__ALL_ORDERS__HANDLER__KIND", "log"))
                .config();
        assertThat(config.routes()).containsOnlyKeys("all-orders");
        assertThat(config.endpoints().getFirst().credentials().values()).containsOnlyKeys("api-v3-key", "secrets");
    }

    @Test
    void keyIdsKeepTheirSpelling() {
        GatewayConfig config = config(
                "ENDPOINTS__SHOP_ALIPAY__PUBLIC_KEYS__AB_1", "over",
                "ENDPOINTS__SHOP_ALIPAY__PUBLIC_KEYS__PUB_KEY_ID_2", "new");
        assertThat(config.endpoints().get(1).credentials().value("public-keys"))
                .get()
                .isInstanceOfSatisfying(Credential.TextMap.class, map -> {
                    assertThat(map.texts()).containsOnlyKeys("Ab_1", "PUB_KEY_ID_2");
                    assertThat(map.texts().values())
                            .extracting(text -> text.secret().reveal())
                            .containsExactly("over", "new");
                });
    }

    @Test
    void placeholdersWorkInOverridesAndAnOverriddenPlaceholderIsNotMissed() {
        Map<String, String> environment = new LinkedHashMap<>(overrides("ENDPOINTS__0__ACCOUNT", "${env:ACC}-x"));
        environment.put("ACC", "acc");
        assertThat(Yaml.loaded(FILE, environment)
                        .config()
                        .endpoints()
                        .getFirst()
                        .account())
                .isEqualTo("acc-x");
        assertThat(Yaml.problems("data-dir: ${env:NOT_SET}", overrides("DATA_DIR", "/d")))
                .isEmpty();
    }

    @Test
    void anOverrideThatFitsNoKeyIsAProblemThatNamesTheVariable() {
        assertThat(problems("SERVER__CALLBACKS__BNID", "x"))
                .containsExactly(
                        "server.callbacks.bnid (TALLYGATE__SERVER__CALLBACKS__BNID): is not a known key; did you mean"
                                + " bind?");
        assertThat(problems("SERVER__CALLBACKS__BIND__X", "y"))
                .containsExactly(
                        "server.callbacks.bind (TALLYGATE__SERVER__CALLBACKS__BIND__X): has keys of its own; allowed:"
                                + " HOST:PORT, as 0.0.0.0:8080, [::]:8080 or localhost:8080");
        assertThat(problems("ROUTES__ODERS__CONCURRENCY", "3"))
                .containsExactly(
                        "routes.oders.handler (TALLYGATE__ROUTES__ODERS__CONCURRENCY): is missing; write { kind: amqp,"
                                + " http, kafka, log, redis, saga, … }");
        assertThat(problems("ENDPOINTS__SHOP_PAYPAL__ROUTE", "x"))
                .containsExactly(
                        "endpoints (TALLYGATE__ENDPOINTS__SHOP_PAYPAL__ROUTE): has no entry named SHOP_PAYPAL; write a"
                                + " name from the file or a place from 0");
        assertThat(Yaml.problems("mode: development", overrides("ENDPOINTS__SHOP__ROUTE", "x")))
                .containsExactly(
                        "endpoints (TALLYGATE__ENDPOINTS__SHOP__ROUTE): has no entry named SHOP; write a name from the"
                                + " file or a place from 0");
        assertThat(problems("ENDPOINTS__7__ROUTE", "x"))
                .containsExactly(
                        "endpoints (TALLYGATE__ENDPOINTS__7__ROUTE): has 2 entries, so place 7 would leave a gap");
        assertThat(problems("", "x"))
                .containsExactly("(TALLYGATE__): does not name a key; write TALLYGATE__SERVER__CALLBACKS__BIND for"
                        + " server.callbacks.bind");
        assertThat(problems("SERVER____BIND", "x"))
                .containsExactly(
                        "(TALLYGATE__SERVER____BIND): does not name a key; write TALLYGATE__SERVER__CALLBACKS__BIND for"
                                + " server.callbacks.bind");
    }

    @Test
    void aWrongValueOfAnOverrideIsAProblemThatNamesTheVariable() {
        assertThat(problems("WORK__LEASE", "30"))
                .containsExactly(
                        "work.lease (TALLYGATE__WORK__LEASE): \"30\" has no unit; allowed: a duration from 5s to 10m,"
                                + " as 250ms, 5s, 5m, 2h or 7d; did you mean 30s?");
        assertThat(problems("ENDPOINTS__SHOP_STRIPE__ROUTE", "ordrs"))
                .containsExactly(
                        "endpoints.shop-stripe.route (TALLYGATE__ENDPOINTS__SHOP_STRIPE__ROUTE): \"ordrs\" is not a"
                                + " route; did you mean orders?");
        assertThat(problems("ENDPOINTS__SHOP_STRIPE__SECRETS", "{s3cret"))
                .containsExactly(
                        "(TALLYGATE__ENDPOINTS__SHOP_STRIPE__SECRETS): begins with [ or { and is not a YAML list or"
                                + " map; a plain text that begins so goes in by ${env:…} of another variable");
    }

    @Test
    void twoVariablesForOneKeyAreAProblem() {
        assertThat(problems("WORK__LEASE", "40s", "work__lease", "50s"))
                .containsExactly(
                        "(TALLYGATE__work__lease): names the same key as TALLYGATE__WORK__LEASE; remove one of them");
    }

    @Test
    void aNameThatFitsTwoEndpointsIsAProblem() {
        String file = """
            endpoints:
              - { name: a-b, provider: p, route: r }
              - { name: a.b, provider: p, route: r }
            routes: { r: { handler: { kind: log } }, x-y: { handler: { kind: log } }, x.y: { handler: { kind: log } } }
            """;
        assertThat(Yaml.problems(file, overrides("ENDPOINTS__A_B__ROUTE", "r")))
                .containsExactly(
                        "endpoints (TALLYGATE__ENDPOINTS__A_B__ROUTE): A_B may mean any of 2 entries; name it by its"
                                + " place");
        assertThat(Yaml.problems(file, overrides("ROUTES__X_Y__CONCURRENCY", "3")))
                .containsExactly("routes (TALLYGATE__ROUTES__X_Y__CONCURRENCY): X_Y may mean any of x-y, x.y");
        assertThat(Yaml.problems(file, overrides("ENDPOINTS__1__ACCOUNT", "acc")))
                .isEmpty();
    }

    @Test
    void aFileThatIsNoConfigurationStaysAProblemWhateverOverridesIt() {
        assertThat(Yaml.problems("hello", overrides("MODE", "development")))
                .containsExactly("(line 1): must have keys below it, as \"key: value\"");
        assertThat(Yaml.problems("- hello", overrides("MODE", "development")))
                .containsExactly(
                        "(line 1): must have keys below it, as \"key: value\"",
                        "(TALLYGATE__MODE): has no entry named MODE; write a name from the file or a place from 0");
    }

    @Test
    void otherVariablesAreLeftAlone() {
        assertThat(Yaml.loaded(
                                FILE,
                                Map.of("TALLYGATE_HOME", "/x", "TALLYGATE", "y", "PATH", "/bin", "tallygate__x", "z"))
                        .warnings())
                .hasSize(1);
    }

    private static GatewayConfig config(String... overrides) {
        return Yaml.loaded(FILE, overrides(overrides)).config();
    }

    private static List<String> problems(String... overrides) {
        return Yaml.problems(FILE, overrides(overrides));
    }

    private static Map<String, String> overrides(String... namesAndValues) {
        Map<String, String> overrides = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            overrides.put("TALLYGATE__" + namesAndValues[i], namesAndValues[i + 1]);
        }
        return overrides;
    }
}
