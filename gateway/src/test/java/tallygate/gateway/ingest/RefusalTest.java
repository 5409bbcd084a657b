package tallygate.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tallygate.gateway.task.InMemoryStore;
import tallygate.gateway.task.RejectedRequest;
import tallygate.gateway.task.RejectedStore;
import tallygate.gateway.task.Rejection;
import tallygate.signature.Reason;

class RefusalTest {
    private final IntakeRig rig = new IntakeRig();

    @Test
    @Tag("O-097")
    void aForgeryGetsTheProvidersFailureAnswerAndIsKeptWhole() throws InterruptedException {
        rig.intake.start();
        Exchange exchange = rig.post("forged and more");
        rig.intake.drain(Duration.ofSeconds(5));
        assertThat(exchange.status()).isEqualTo(401);
        assertThat(exchange.body()).isEqualTo("failure");
        assertThat(rig.rows()).isEmpty();
        List<RejectedRequest> kept = rig.store.list("shop", Long.MAX_VALUE, 10);
        assertThat(kept).hasSize(1);
        Rejection rejection = kept.getFirst().rejection();
        assertThat(rejection.reason()).isEqualTo(Reason.SIGNATURE_MISMATCH);
        assertThat(rejection.arrivedAt()).isEqualTo(rig.clock.instant());
        assertThat(rejection.request().body())
                .isEqualTo("forged and more".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        assertThat(rig.count("tallygate.verify.failures", "endpoint", "shop", "reason", "signature-mismatch"))
                .isEqualTo(1);
    }

    @Test
    void aProbeIsRefusedAndLeavesNothing() throws InterruptedException {
        rig.intake.start();
        Exchange probe = rig.post("probe evt_1");
        rig.intake.drain(Duration.ofSeconds(5));
        assertThat(probe.status()).isEqualTo(401);
        assertThat(rig.rows()).isEmpty();
        assertThat(rig.store.list("", Long.MAX_VALUE, 10)).isEmpty();
    }

    @Test
    @Tag("T-03")
    void aForgeryDoesNotTakeAnEventsId() {
        rig.deliver("forged evt_1 100");
        rig.deliver("probe evt_1 100");
        assertThat(rig.deliver("evt_1 100").isAcknowledged()).isTrue();
        assertThat(rig.workers.given).hasSize(1);
    }

    @Test
    @Tag("T-37")
    void aFloodOfForgeriesIsBoundedAndWaitsForNobody() {
        for (int i = 0; i < 5_000; i++) {
            assertThat(rig.post("forged " + i).status()).isEqualTo(401);
            rig.clock.tick(Duration.ofMillis(50)); // below the rate at which a source is turned away
        }
        assertThat(rig.count("tallygate.rejected.dropped"))
                .isEqualTo(5_000 - RefusalLimits.standard().queueRows());
    }

    /** Twenty-five forgeries to each genuine callback: none of those waits for them, is lost, or reaches the table with them. */
    @Test
    @Tag("T-37")
    void genuineCallbacksAmongAFloodOfForgeriesAreAllStored() {
        for (int i = 0; i < 200; i++) {
            for (int forgery = 0; forgery < 25; forgery++) {
                assertThat(rig.post("forged evt_" + i + " 100").status()).isEqualTo(401);
            }
            assertThat(rig.deliver("evt_" + i + " 100").isAcknowledged()).isTrue();
        }
        assertThat(rig.rows()).hasSize(200);
    }

    @Test
    @Tag("T-37")
    void aSenderWhoseShareIsUsedUpIsNotEvenQueued() {
        InMemoryStore store = new InMemoryStore(rig.clock);
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        RefusalLimits limits = new RefusalLimits(
                100,
                1 << 20,
                Duration.ofDays(1),
                new RejectedStore.Caps(1, 1),
                new RefusalLimits.Alarm(10, Duration.ZERO),
                RefusalLimits.Rates.standard());
        Refusals refusals = new Refusals(store, limits, IngestMetrics.in(meters), rig.clock);
        assertThat(refusals.keep(List.of(rejection(), rejection()))).isTrue();
        refusals.record(rejection());
        assertThat(meters.get("tallygate.rejected.dropped").counter().count()).isEqualTo(1);
        rig.clock.tick(Duration.ofMinutes(2));
        refusals.record(rejection());
        assertThat(meters.get("tallygate.rejected.dropped").counter().count()).isEqualTo(1);
    }

    @Test
    @Tag("T-09")
    void anAddressThatIsNotListedIsRefusedBeforeAnythingIsJudged() throws InterruptedException {
        rig.intake.start();
        rig.intake.replace(new EndpointTable(List.of(allowing(List.of("198.51.100.0/24")))));
        assertThat(rig.post("evt_1 100").status()).isEqualTo(401);
        assertThat(rig.post("bug").status()).isEqualTo(401);
        rig.intake.drain(Duration.ofSeconds(5));
        assertThat(rig.rows()).isEmpty();
        assertThat(rig.store.list("shop", Long.MAX_VALUE, 10))
                .extracting(r -> r.rejection().reason())
                .containsExactly(Reason.CONFIG, Reason.CONFIG);
    }

    @Test
    @Tag("T-09")
    void anAddressThatIsListedIsJudged() {
        rig.intake.replace(new EndpointTable(List.of(allowing(List.of("203.0.113.0/29", "2001:db8::/32")))));
        assertThat(rig.deliver("evt_1 100").isAcknowledged()).isTrue();
    }

    @Test
    @Tag("T-09")
    void anEndpointMayAskForACertificateByName() {
        Endpoint plain = IntakeRig.endpoint("shop");
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
                Integer.MAX_VALUE,
                Set.of("callbacks.provider.example")))));
        for (List<String> others : List.of(List.<String>of(), List.of("evil.example"))) {
            Exchange exchange = new Exchange().named(others);
            rig.intake.handle(IntakeRig.request("POST", "/callbacks/shop", "evt_1 100"), exchange);
            assertThat(exchange.status()).isEqualTo(401);
        }
        Exchange exchange = new Exchange().named(List.of("x.example", "callbacks.provider.example"));
        rig.intake.handle(IntakeRig.request("POST", "/callbacks/shop", "evt_1 100"), exchange);
        rig.work();
        assertThat(exchange.isAcknowledged()).isTrue();
        assertThat(rig.rows()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.0.1, true",
        "10.0.0.0/8, 11.0.0.1, false",
        "10.0.0.128/25, 10.0.0.127, false",
        "10.0.0.128/25, 10.0.0.128, true",
        "192.0.2.1, 192.0.2.1, true",
        "192.0.2.1, 192.0.2.2, false",
        "0.0.0.0/0, 8.8.8.8, true",
        "0.0.0.0/0, 2001:db8::1, false",
        "2001:db8::/33, 2001:db8:7fff::1, true",
        "2001:db8::/33, 2001:db8:8000::1, false",
        "10.0.0.0/8, ::ffff:10.1.2.3, true",
        "10.0.0.0/8, localhost, false",
        "10.0.0.0/8, '', false"
    })
    void blocksHoldTheAddressesOfTheirPrefix(String block, String address, boolean isAdmitted) {
        assertThat(IpAllowList.of(List.of(block)).admits(address)).isEqualTo(isAdmitted);
        assertThat(IpAllowList.everyone().admits(address)).isTrue();
    }

    @Test
    void whatIsNoAddressOrBlockIsRefusedAtOnce() {
        assertThatThrownBy(() -> IpAllowList.of(List.of("provider.example")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> IpAllowList.of(List.of("10.0.0.0/33"))).hasMessageContaining("0..32");
        assertThatThrownBy(() -> IpAllowList.of(List.of("10.0.0.0/x"))).isInstanceOf(IllegalArgumentException.class);
    }

    private static Endpoint allowing(List<String> ranges) {
        Endpoint plain = IntakeRig.endpoint("shop");
        return new Endpoint(
                "shop",
                "shop",
                "text",
                "orders",
                plain.bound(),
                Set.of("POST"),
                List.of(),
                IpAllowList.of(ranges),
                false);
    }

    private Rejection rejection() {
        return new Rejection(
                "shop",
                "text",
                Reason.SIGNATURE_MISMATCH,
                "no key matches",
                rig.clock.instant(),
                Duration.ofDays(1),
                IntakeRig.request("POST", "/callbacks/shop", "forged"));
    }
}
