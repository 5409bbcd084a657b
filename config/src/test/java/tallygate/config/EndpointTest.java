package tallygate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.config.source.Problem;

class EndpointTest {
    private static final String ROUTES = "routes: { r: { handler: { kind: log } } }\n";

    @Test
    void aNameAPathAndAnAccountBelongToOneEndpoint() {
        assertThat(Yaml.problems(ROUTES + """
            endpoints:
              - { name: a, provider: stripe, route: r, path: /pay }
              - { name: a, provider: stripe, route: r }
              - { name: b, provider: stripe, route: r, path: /pay }
              - { name: c, provider: stripe, route: r, account: shared }
              - { name: d, provider: alipay, route: r, account: shared }
              - { name: e, provider: stripe, route: r, formerly: [old, shared] }
              - { name: f, provider: stripe, route: r, formerly: [f] }
            """))
                .containsExactly(
                        "endpoints.a.name (line 4): \"a\" is the name of another endpoint too (line 3)",
                        "endpoints.b.path (line 5): \"/pay\" is the path of endpoint a too (line 3)",
                        "endpoints.d.account (line 7): \"shared\" is an account of provider stripe (endpoint c); event"
                                + " ids of two providers do not share an account",
                        "endpoints.e.formerly (line 8): \"shared\" is still the account of endpoint c",
                        "endpoints.f.formerly (line 9): \"f\" is still the account of endpoint f");
    }

    @Test
    void twoEndpointsOfOneProviderMayShareAnAccount() {
        GatewayConfig config = Yaml.config(ROUTES + """
            endpoints:
              - { name: a, provider: stripe, route: r, account: shared }
              - { name: b, provider: stripe, route: r, account: shared }
            """);
        assertThat(config.endpoints()).extracting(EndpointConfig::account).containsOnly("shared");
    }

    @Test
    void anEndpointsBodiesAreNotLargerThanTheListenersAllow() {
        String limits = "server: { callbacks: { limits: { body-bytes-max: 64KiB } } }\n";
        assertThat(Yaml.problems(limits + ROUTES + """
            endpoints:
              - { name: a, provider: stripe, route: r, body-bytes-max: 65KiB }
              - { name: b, provider: stripe, route: r, body-bytes-max: 64KiB }
            """))
                .containsExactly("endpoints.a.body-bytes-max (line 4): (65KiB) must not be above"
                        + " server.callbacks.limits.body-bytes-max (64KiB)");
    }

    @Test
    void namesOfClientsNeedAListenerThatAsksForCertificates() {
        assertThat(endpoint("client-names: [pay.example.com]"))
                .containsExactly("endpoints.a.client-names (line 2): asks for certificates and the listener does not;"
                        + " write client-ca in server.callbacks.tls");
    }

    @Test
    void aRouteMustExist() {
        assertThat(Yaml.problems("""
            endpoints: [{ name: a, provider: stripe, route: oders }, { name: b, provider: stripe, route: zzz }]
            routes: { orders: { handler: { kind: log } }, audit: { handler: { kind: log } } }
            """))
                .containsExactly(
                        "endpoints.a.route (line 1): \"oders\" is not a route; did you mean orders?",
                        "endpoints.b.route (line 1): \"zzz\" is not a route; routes: orders, audit");
        assertThat(Yaml.problems("endpoints: [{ name: a, provider: stripe, route: r }]"))
                .containsExactly("endpoints.a.route (line 1): \"r\" is not a route; there are no routes");
    }

    @Test
    void aBrokenRouteIsNotTakenForAMissingOne() {
        assertThat(Yaml.problems("""
            endpoints: [{ name: a, provider: stripe, route: r }]
            routes: { r: { handler: { kind: http } } }
            """))
                .containsExactly("routes.r.handler.url (line 2): is missing; allowed: an http:// or https:// URL");
    }

    @Test
    void everythingThatIsMissingIsSaidAtOnce() {
        assertThat(Yaml.problems("endpoints:\n  - path: /x\n"))
                .extracting(text -> text.replaceAll(";.*", ""))
                .containsExactly(
                        "endpoints[0].name (line 2): is missing",
                        "endpoints[0].provider (line 2): is missing",
                        "endpoints[0].route (line 2): is missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/pay/notify/stripe", "/pay/notify.php", "/a", "/a/", "/~shop/x_1-2", "/x/y:z@1"})
    void aPathThatIsRegisteredAlreadyCanBeKept(String path) {
        assertThat(endpoint("path: \"" + path + "\"")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/|is not a path that can be registered|",
                "pay/notify|does not begin with '/'|/pay/notify",
                "/callbacks|is under /callbacks, where every endpoint has its own path already|",
                "/callbacks/x|is under /callbacks, where every endpoint has its own path already|",
                "/pay?x=1|has a query; any query is accepted behind the path|/pay",
                "https://shop.example/pay/x?y=1|is a URL; only its path is wanted|/pay/x",
                "/a//b|is not a path that can be registered|",
                "/a/../b|is not a path that can be registered|",
                "/a/.hidden|is not a path that can be registered|",
                "/a%2Fb|is not a path that can be registered|",
                "/a b|is not a path that can be registered|",
                "/a;b|is not a path that can be registered|"
            })
    void aPathThatCouldBeReadTwoWaysIsRefused(String path, String message, String suggestion) {
        String hint = suggestion == null ? "" : "; did you mean " + suggestion + "?";
        assertThat(endpoint("path: \"" + path + "\""))
                .singleElement()
                .asString()
                .startsWith("endpoints.a.path (line 2): \"" + path + "\" " + message + "; allowed: a path as ")
                .endsWith("not under /callbacks" + hint);
    }

    @Test
    void credentialsKeepTheirShapeTheirOrderAndTheirPlace() {
        GatewayConfig config = Yaml.config(ROUTES + """
            endpoints:
              - name: a
                provider: wechatpay-v3
                route: r
                merchant-id: 1900000109
                secrets:
                  - one
                  - two
                public-keys:
                  PUB_KEY_ID_2: b
                  PUB_KEY_ID_1: a
            """);
        EndpointCredentials credentials = config.endpoints().getFirst().credentials();

        assertThat(credentials.values().keySet()).containsExactly("merchant-id", "secrets", "public-keys");
        assertThat(credentials.value("merchant-id"))
                .get()
                .isInstanceOfSatisfying(
                        Credential.Text.class,
                        text -> assertThat(text.secret().reveal()).isEqualTo("1900000109"));
        assertThat(credentials.value("secrets"))
                .get()
                .isInstanceOfSatisfying(
                        Credential.Texts.class,
                        texts -> assertThat(texts.texts()
                                        .get(1)
                                        .problem("is not base64")
                                        .toString())
                                .isEqualTo("endpoints.a.secrets[1] (line 9): is not base64"));
        assertThat(credentials.value("public-keys")).get().isInstanceOfSatisfying(Credential.TextMap.class, map -> {
            assertThat(map.texts().keySet()).containsExactly("PUB_KEY_ID_2", "PUB_KEY_ID_1");
            assertThat(map.texts().values())
                    .extracting(text -> text.problem("x").toString())
                    .containsExactly(
                            "endpoints.a.public-keys.PUB_KEY_ID_2 (line 11): x",
                            "endpoints.a.public-keys.PUB_KEY_ID_1 (line 12): x");
        });
        assertThat(credentials.problem("public-keys", "has no current key").toString())
                .isEqualTo("endpoints.a.public-keys (line 10): has no current key");
        assertThat(credentials.problem("api-v3-key", "is missing").toString())
                .isEqualTo("endpoints.a.api-v3-key (line 3): is missing");
        assertThat(credentials.problem("provider", "is not known").toString())
                .isEqualTo("endpoints.a.provider (line 4): is not known");
    }

    @Test
    void keysThatAProviderDoesNotKnowAreProblemsWithTheNearestOne() {
        EndpointCredentials credentials =
                Yaml.config(ROUTES + """
                    endpoints:
                      - name: a
                        provider: stripe
                        route: r
                        secret: x
                        acount: y
                        zzz: z
                        secrets: [s]
                    """).endpoints().getFirst().credentials();
        assertThat(credentials.unknownKeys("stripe", List.of("secrets", "merchant-id")))
                .extracting(Problem::toString)
                .containsExactly(
                        "endpoints.a.secret (line 6): is not a known key; did you mean secrets?",
                        "endpoints.a.acount (line 7): is not a known key; did you mean account?",
                        "endpoints.a.zzz (line 8): is not a known key; known to stripe: merchant-id, secrets");
    }

    @Test
    void aCredentialIsATextAListOfTextsOrTextsById() {
        assertThat(endpoint("a: [[x]], b: { c: { d: e } }, f: , g: [~], h: [{ i: j }]"))
                .containsExactly(
                        "endpoints.a.a[0] (line 2): must be a text; a key holds a text, a list of texts or texts by id",
                        "endpoints.a.b.c (line 2): must be a text; a key holds a text, a list of texts or texts by id",
                        "endpoints.a.f (line 2): has no value; write one or remove the key",
                        "endpoints.a.g[0] (line 2): has no value; write one or remove the key",
                        "endpoints.a.h[0] (line 2): must be a text; a key holds a text, a list of texts or texts by"
                                + " id");
    }

    @Test
    void endpointsInWhichNothingIsWrongStayUsableForJudgingRecordedRequests() {
        Loading loading = GatewayConfig.parse(ROUTES + """
            endpoints:
              - { name: good, provider: stripe, route: r, secrets: [x] }
              - { name: bad, provider: stripe, route: r, secrets: ["${env:NOT_SET}"] }
              - { name: twice, provider: stripe, route: r, secrets: [x], secrets: [y] }
            """, Path.of("/"), Map.of());
        assertThat(loading).isInstanceOfSatisfying(Loading.Broken.class, broken -> {
            assertThat(broken.intact()).extracting(EndpointConfig::name).containsExactly("good");
            assertThat(broken.problems()).hasSize(2);
        });
    }

    @Test
    void aThousandEndpointsLoad() {
        var yaml = new StringBuilder(ROUTES).append("endpoints:\n");
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            names.add("shop-" + i);
            yaml.append("  - { name: shop-")
                    .append(i)
                    .append(", provider: stripe, route: r, secrets: [\"s")
                    .append(i)
                    .append("\"] }\n");
        }
        assertThat(Yaml.config(yaml.toString()).endpoints())
                .extracting(EndpointConfig::name)
                .containsExactlyElementsOf(names);
    }

    @Test
    void anEndpointWhoseRouteIsBrokenIsIntactItself() {
        Loading loading = GatewayConfig.parse(
                "endpoints: [{ name: a, provider: stripe, route: r }]\nroutes: { r: { handler: { kind: http } } }",
                Path.of("/"),
                Map.of());
        assertThat(loading)
                .isInstanceOfSatisfying(
                        Loading.Broken.class,
                        broken -> assertThat(broken.intact())
                                .extracting(EndpointConfig::name)
                                .containsExactly("a"));
    }

    private static List<String> endpoint(String keys) {
        return Yaml.problems(ROUTES + "endpoints: [{ name: a, provider: stripe, route: r, " + keys + " }]");
    }
}
