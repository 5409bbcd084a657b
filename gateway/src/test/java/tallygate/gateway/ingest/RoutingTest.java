package tallygate.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

class RoutingTest {
    private final IntakeRig rig = new IntakeRig();

    @Test
    void anEndpointAnswersUnderItsName() {
        assertThat(rig.deliver("evt_1 100").isAcknowledged()).isTrue();
    }

    @ParameterizedTest
    @Tag("O-027")
    @ValueSource(
            strings = {"/callbacks/shop/", "/callbacks/shop/eu/1", "/callbacks/shop?a=b/../c%20d", "/callbacks/shop/x?y"
            })
    void whatFollowsTheNameBelongsToTheProvider(String target) {
        Exchange exchange = rig.send(IntakeRig.request("POST", target, "evt_1 100"));
        rig.work();
        assertThat(exchange.isAcknowledged()).isTrue();
    }

    @ParameterizedTest
    @Tag("O-029")
    @Tag("T-38")
    @ValueSource(
            strings = {
                "/callbacks/other",
                "/callbacks/",
                "/callbacks",
                "/",
                "*",
                "",
                "//callbacks/shop",
                "/CALLBACKS/SHOP",
                "/callbacks/SHOP",
                "/callbacks/%73hop",
                "/callbacks/./shop",
                "/callbacks//shop",
                "/callbacks/shop;x=1",
                "/callbacks/shop%2f..%2fadmin",
                "/callbacks/shop/../../api/v1/tasks",
                "/callbacks/shop/%2e%2e/other",
                "/callbacks/shop//x",
                "/callbacks/shop/.",
                "/callbacks/shop/x\\y",
                "/callbacks/sh+op",
                "http://pay.example/callbacks/shop"
            })
    void anyOtherSpellingIsNotThere(String target) {
        Exchange exchange = rig.send(IntakeRig.request("POST", target, "evt_1 100"));
        rig.work();
        assertThat(exchange.status()).isEqualTo(404);
        assertThat(exchange.answer().body()).isEmpty();
        assertThat(rig.rows()).isEmpty();
        assertThat(rig.count("tallygate.callbacks.unrouted")).isEqualTo(1);
    }

    @ParameterizedTest
    @Tag("O-030")
    @ValueSource(strings = {"HEAD", "OPTIONS"})
    void aProbingMethodGetsTwoHundredAndLeavesNothing(String method) {
        Exchange exchange = rig.send(IntakeRig.request(method, "/callbacks/shop", ""));
        assertThat(exchange.status()).isEqualTo(200);
        assertThat(exchange.answer().body()).isEmpty();
        assertThat(exchange.header("Allow")).isEqualTo("POST");
        assertThat(rig.rows()).isEmpty();
    }

    @ParameterizedTest
    @Tag("O-030")
    @ValueSource(strings = {"GET", "PUT", "TRACE", "DELETE", "PATCH", "CONNECT", "post"})
    void aMethodThatThisProviderDoesNotUseIsNotJudged(String method) {
        Exchange exchange = rig.send(IntakeRig.request(method, "/callbacks/shop", "evt_1 100"));
        rig.work();
        assertThat(exchange.status()).isEqualTo(405);
        assertThat(exchange.header("Allow")).isEqualTo("POST");
        assertThat(rig.rows()).isEmpty();
    }

    @Test
    void aProviderThatCallsWithGetIsJudgedOnGet() {
        rig.intake.replace(new EndpointTable(List.of(withMethods("shop", Set.of("GET", "POST")))));
        Exchange exchange = rig.send(IntakeRig.request("GET", "/callbacks/shop?challenge", "challenge 4711"));
        assertThat(exchange.status()).isEqualTo(200);
        assertThat(exchange.body()).isEqualTo("4711");
        assertThat(rig.rows()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "PUT"})
    void anUnsignedRequestByAMethodThatMayBeACallbackIsNoForgery(String method) throws InterruptedException {
        rig.intake.start();
        rig.intake.replace(new EndpointTable(List.of(withMethods("shop", Set.of("GET", "PUT", "POST")))));
        Exchange exchange = rig.send(IntakeRig.request(method, "/callbacks/shop", "unsigned"));
        assertThat(exchange.status()).isEqualTo(405);
        assertThat(exchange.header("Allow")).isEqualTo("POST");
        assertThat(exchange.answer().body()).isEmpty();
        assertThat(rig.send(IntakeRig.request("POST", "/callbacks/shop", "unsigned"))
                        .status())
                .isEqualTo(401);
        rig.intake.drain(Duration.ofSeconds(5));
        assertThat(rig.store.list("", Long.MAX_VALUE, 10)).hasSize(1);
    }

    @ParameterizedTest
    @Tag("O-027")
    @ValueSource(strings = {"/pay/notify/text", "/pay/notify/text/", "/pay/notify/text?x=1"})
    void anAliasKeepsAnAddressThatIsRegisteredAlready(String target) {
        rig.intake.replace(new EndpointTable(List.of(withAlias("shop", "/pay/notify/text"))));
        Exchange exchange = rig.send(IntakeRig.request("POST", target, "evt_1 100"));
        rig.work();
        assertThat(exchange.isAcknowledged()).isTrue();
    }

    @ParameterizedTest
    @Tag("O-029")
    @ValueSource(strings = {"/pay/notify/tex%74", "/pay//notify/text", "/PAY/notify/text", "/pay/notify/text/x"})
    void anAliasHasOneSpelling(String target) {
        rig.intake.replace(new EndpointTable(List.of(withAlias("shop", "/pay/notify/text"))));
        assertThat(rig.send(IntakeRig.request("POST", target, "evt_1 100")).status())
                .isEqualTo(404);
    }

    @Test
    void aSlashFormThatIsAnotherEndpointsAliasStaysItsOwn() {
        rig.intake.replace(new EndpointTable(List.of(withAlias("a", "/n"), withAlias("b", "/n/"))));
        Exchange exchange = rig.send(IntakeRig.request("POST", "/n/", "evt_1 100"));
        rig.work();
        assertThat(exchange.isAcknowledged()).isTrue();
        assertThat(rig.rows().getFirst().endpoint()).isEqualTo("b");
    }

    @Test
    void aReloadLosesNoCallbackThatIsOnItsWay() {
        Exchange before = rig.post("evt_1 100");
        rig.intake.replace(new EndpointTable(List.of(IntakeRig.endpoint("renamed", "shop", "orders"))));
        Exchange gone = rig.post("evt_2 100");
        Exchange after = rig.send(IntakeRig.request("POST", "/callbacks/renamed", "evt_1 100"));
        rig.work();
        assertThat(before.isAcknowledged()).isTrue();
        assertThat(gone.status()).isEqualTo(404);
        assertThat(after.isAcknowledged()).isTrue();
        assertThat(rig.rows()).hasSize(1);
    }

    @Test
    void endpointsThatContradictEachOtherAreNoTable() {
        Endpoint shop = IntakeRig.endpoint("shop");
        assertThatThrownBy(() -> new EndpointTable(List.of(shop, shop))).hasMessageContaining("two endpoints");
        assertThatThrownBy(() -> new EndpointTable(List.of(withAlias("a", "/n"), withAlias("b", "/n"))))
                .hasMessageContaining("path /n");
        assertThatThrownBy(() -> new EndpointTable(List.of(withAlias("a", "/callbacks/b"))))
                .hasMessageContaining("belongs to endpoint names");
        assertThatThrownBy(() -> withAlias("a", "/n/%2e")).hasMessageContaining("must start with '/'");
        assertThatThrownBy(() -> IntakeRig.endpoint("a/b")).hasMessageContaining("a/b");
    }

    private static Endpoint withMethods(String name, Set<String> methods) {
        Endpoint plain = IntakeRig.endpoint(name);
        return new Endpoint(
                name, name, "text", "orders", plain.bound(), methods, List.of(), IpAllowList.everyone(), false);
    }

    private static Endpoint withAlias(String name, String alias) {
        Endpoint plain = IntakeRig.endpoint(name);
        return new Endpoint(
                name,
                name,
                "text",
                "orders",
                plain.bound(),
                Set.of("POST"),
                List.of(alias),
                IpAllowList.everyone(),
                false);
    }

    @Test
    void anEndpointsBoundForBodiesHoldsUnderEachOfItsAddresses() {
        Endpoint plain = withAlias("shop", "/pay/notify/text");
        rig.intake.replace(new EndpointTable(List.of(new Endpoint(
                plain.name(),
                plain.account(),
                plain.provider(),
                plain.route(),
                plain.bound(),
                plain.methods(),
                plain.aliases(),
                plain.allowed(),
                false,
                2_048,
                Set.of()))));
        assertThat(rig.intake.bodyBytesMax("/callbacks/shop?a=b")).isEqualTo(2_048);
        assertThat(rig.intake.bodyBytesMax("/pay/notify/text/")).isEqualTo(2_048);
        assertThat(rig.intake.bodyBytesMax("/callbacks/other")).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    @Tag("O-028")
    @Tag("T-38")
    void nothingIsEverRedirected() {
        for (String target : List.of("/callbacks/shop", "/callbacks/shop/", "/callbacks", "/callbacks/", "/", "/x")) {
            for (String method : List.of("POST", "GET", "HEAD")) {
                Exchange exchange = rig.send(new RawRequest(
                        method,
                        "http",
                        "another.host",
                        target,
                        List.of(new Header("X-Forwarded-Proto", "http"), new Header("X-Forwarded-Host", "third.host")),
                        "evt_1 100".getBytes(StandardCharsets.UTF_8),
                        IntakeRig.ANYWHERE));
                rig.work();
                assertThat(exchange.status())
                        .as("%s %s", method, target)
                        .matches(status -> status < 300 || status > 399);
            }
        }
    }
}
