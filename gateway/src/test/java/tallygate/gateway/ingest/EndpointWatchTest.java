package tallygate.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.gateway.alert.Alert;

/** An endpoint that refuses everything is told to a person; one that forgers try is not. */
class EndpointWatchTest {
    private static final String FORGED = "forged";

    private final IntakeRig rig = new IntakeRig();

    private void refuse(int times, Duration apart) {
        for (int i = 0; i < times; i++) {
            rig.deliver(FORGED);
            rig.clock.tick(apart);
        }
    }

    private double gauge() {
        return rig.meters
                .get("tallygate.endpoint.refusing")
                .tag("endpoint", "shop")
                .gauge()
                .value();
    }

    @Test
    @Tag("O-046")
    void anEndpointThatRefusesEverythingRaisesOneAlertUntilAGenuineCallbackComes() {
        refuse(10, Duration.ofSeconds(30));
        assertThat(rig.alerts.raised()).as("not yet five minutes").isEmpty();
        refuse(5, Duration.ofSeconds(30));
        assertThat(rig.alerts.raised()).singleElement().satisfies(alert -> {
            assertThat(alert.kind()).isEqualTo("endpoint-refuses-everything");
            assertThat(alert.subject()).isEqualTo("shop");
            assertThat(alert.severity()).isEqualTo(Alert.Severity.CRITICAL);
            assertThat(alert.summary()).contains("refused for 5 min");
            assertThat(alert.facts())
                    .containsEntry("reason", "signature-mismatch")
                    .containsEntry("refused", "11");
        });
        assertThat(gauge()).isEqualTo(1);
        rig.deliver("evt_1 100");
        assertThat(rig.alerts.resolved()).containsExactly("endpoint-refuses-everything shop");
        assertThat(gauge()).isZero();
        refuse(9, Duration.ofHours(1));
        assertThat(rig.alerts.raised()).hasSize(1);
    }

    @Test
    void aFewForgeriesInALongTimeAreNoAlert() {
        refuse(9, Duration.ofHours(1));
        assertThat(rig.alerts.raised()).isEmpty();
    }

    @Test
    void forgeriesBesideGenuineCallbacksAreNoAlert() {
        for (int i = 0; i < 30; i++) {
            refuse(9, Duration.ofMinutes(1));
            rig.deliver("evt_" + i + " 100");
        }
        assertThat(rig.alerts.raised()).isEmpty();
    }

    @Test
    void aGenuineCallbackThatCannotBeStoredShowsThatTheKeysAreRight() {
        refuse(9, Duration.ofMinutes(1));
        rig.identity = java.util.Optional.empty();
        assertThat(rig.deliver("evt_1 100").status()).isEqualTo(503);
        refuse(5, Duration.ofMinutes(1));
        assertThat(rig.alerts.raised()).isEmpty();
    }

    @Test
    void aReloadTakesTheAlertBackAndCountsAnew() {
        refuse(12, Duration.ofMinutes(1));
        assertThat(rig.alerts.raised()).hasSize(1);
        rig.intake.replace(new EndpointTable(List.of(IntakeRig.endpoint("shop"))));
        assertThat(rig.alerts.resolved()).hasSize(1);
        assertThat(gauge()).isZero();
        refuse(12, Duration.ofMinutes(1));
        assertThat(rig.alerts.raised()).hasSize(2);
        assertThat(gauge()).isEqualTo(1);
    }
}
