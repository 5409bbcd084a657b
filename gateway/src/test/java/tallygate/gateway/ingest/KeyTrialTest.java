package tallygate.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tallygate.callback.provider.Binding;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.Credentials.Value;
import tallygate.callback.provider.SampleEvent;
import tallygate.callback.provider.catalog.Providers;
import tallygate.gateway.task.RejectedStore;
import tallygate.gateway.task.Rejection;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

/** Keys are tried on what really came before they go live, and what a leaked key has signed is found. */
class KeyTrialTest {
    private static final String OLD = "whsec_old";
    private static final String NEW = "whsec_new";

    private final IntakeRig rig = new IntakeRig();
    private final KeyTrial trial = new KeyTrial(rig.store, rig.store);

    static BoundProvider stripe(String... secrets) {
        return stripe(Map.of("secrets", new Value.Texts(List.of(secrets))));
    }

    private static BoundProvider stripe(Map<String, Value> values) {
        return switch (Providers.builtIn().bind("stripe", "shop", new Credentials(values))) {
            case Binding.Bound bound -> bound.provider();
            case Binding.Refused refused ->
                throw new AssertionError(refused.problems().toString());
        };
    }

    private RawRequest signed(String secret, String event) {
        SampleEvent sample = new SampleEvent("", event, 1, "ORD-1", "pi_" + event, OptionalLong.of(100), "");
        return stripe(secret)
                .maker()
                .orElseThrow()
                .genuine(sample, "https://pay.example/callbacks/shop", rig.clock.instant());
    }

    @BeforeEach
    void record() {
        rig.intake.replace(new EndpointTable(List.of(new Endpoint(
                "shop",
                "shop",
                "stripe",
                "orders",
                stripe(OLD, NEW),
                Set.of("POST"),
                List.of(),
                IpAllowList.everyone(),
                false))));
        for (RawRequest request : List.of(signed(OLD, "evt_1"), signed(OLD, "evt_2"), signed(NEW, "evt_3"))) {
            rig.send(request);
            rig.work();
        }
        Rejection refused = new Rejection(
                "shop",
                "stripe",
                Reason.SIGNATURE_MISMATCH,
                "no key matches",
                rig.clock.instant(),
                Duration.ofDays(35),
                signed("whsec_third", "evt_4"));
        rig.store.keep(List.of(refused), new RejectedStore.Caps(10, 10));
        assertThat(rig.rows()).hasSize(3);
    }

    @Test
    void keysThatTakeEverythingAreSafeAndTellWhatTheyGain() {
        KeyTrial.Report report = trial.of("shop", stripe(OLD, NEW, "whsec_third"), 500);
        assertThat(report.isSafe()).isTrue();
        assertThat(report.stored()).isEqualTo(3);
        assertThat(report.refused()).isEqualTo(1);
        assertThat(report.gained()).hasSize(1);
        assertThat(report.byKey().values()).containsExactlyInAnyOrder(2, 1);
    }

    @Test
    void whatOnlyTheOldKeySignedWouldBeLost() {
        KeyTrial.Report report = trial.of("shop", stripe(NEW), 500);
        assertThat(report.isSafe()).isFalse();
        assertThat(report.lost()).hasSize(2);
        assertThat(report.lost().values()).allMatch(why -> why.startsWith("signature-mismatch"));
    }

    /** Days later everything is old, and still judged as of its arrival. */
    @Test
    void aTrialDaysLaterJudgesAsOfTheArrival() {
        rig.clock.tick(Duration.ofDays(3));
        assertThat(trial.of("shop", stripe(OLD, NEW), 500).isSafe()).isTrue();
    }

    @Test
    void aRevocationLosesOnlyWhatCameAfterIt() {
        String from = rig.clock.instant().plusSeconds(60).toString();
        Map<String, Value> values = Map.of(
                "secrets", new Value.Texts(List.of(OLD, NEW)),
                "revoke-from", new Value.TextMap(Map.of("secrets[0]", from)));
        assertThat(trial.of("shop", stripe(values), 500).isSafe()).isTrue();
        Map<String, Value> earlier = Map.of(
                "secrets", new Value.Texts(List.of(OLD, NEW)),
                "revoke-from", new Value.TextMap(Map.of("secrets[0]", "2000-01-01T00:00:00Z")));
        assertThat(trial.of("shop", stripe(earlier), 500).lost()).hasSize(2);
    }

    @Test
    void whatAKeySignedIsFoundNewestFirst() {
        BoundProvider running = stripe(OLD, NEW);
        String leaked = running.keys().getFirst().id();
        assertThat(trial.signedBy("shop", running, leaked, 500))
                .extracting(signed -> signed.task().eventId())
                .containsExactly("evt_2", "evt_1");
        assertThat(trial.signedBy("shop", running, leaked, 2)).hasSize(1);
    }
}
