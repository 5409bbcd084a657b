package tallygate.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tallygate.callback.Answer;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.HeldKey;
import tallygate.callback.provider.Judgement;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.alert.Alert.Severity;
import tallygate.gateway.alert.Alerts;
import tallygate.signature.RawRequest;

class KeyWatchTest {
    private final TestClock clock = new TestClock();
    private final Map<String, Alert> open = new LinkedHashMap<>();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final KeyWatch watch = new KeyWatch(
            clock,
            new Alerts() {
                @Override
                public void raise(Alert alert) {
                    open.put(alert.subject(), alert);
                }

                @Override
                public void resolve(String kind, String subject) {
                    open.remove(subject);
                }
            },
            meters);

    /** A provider that holds keys and judges nothing. */
    private record Holding(List<HeldKey> keys) implements BoundProvider {
        @Override
        public Judgement judge(RawRequest request, Optional<Instant> at) {
            throw new AssertionError("nobody asked");
        }

        @Override
        public Answer tryAgain() {
            return Answer.empty(503);
        }

        @Override
        public boolean isSlow() {
            return false;
        }
    }

    private EndpointTable table(HeldKey... keys) {
        return new EndpointTable(List.of(new Endpoint(
                "shop",
                "shop",
                "wechatpay-v3",
                "orders",
                new Holding(List.of(keys)),
                Set.of("POST"),
                List.of(),
                IpAllowList.everyone(),
                false)));
    }

    private HeldKey ending(String slot, Duration in) {
        return new HeldKey(
                "id-of-" + slot,
                slot,
                Optional.empty(),
                Optional.of(clock.instant().plus(in)));
    }

    private static HeldKey endless(String slot) {
        return new HeldKey("id-of-" + slot, slot, Optional.empty(), Optional.empty());
    }

    @Test
    void aKeyThatEndsIsCountedDownAndToldLouderTheNearerItIs() {
        EndpointTable table = table(ending("certificates[A]", Duration.ofDays(31)));
        watch.look(table);
        assertThat(open).isEmpty();
        assertThat(meters.get("tallygate.key.expires.seconds").gauge().value()).isEqualTo(31 * 86_400.0);
        for (Severity severity : List.of(Severity.NOTICE, Severity.WARNING, Severity.CRITICAL)) {
            clock.tick(Duration.ofDays(severity == Severity.NOTICE ? 2 : severity == Severity.WARNING ? 23 : 6));
            watch.look(table);
            assertThat(open.get("shop certificates[A]").severity()).isEqualTo(severity);
        }
        clock.tick(Duration.ofDays(1));
        watch.look(table);
        assertThat(open.get("shop certificates[A]").summary()).contains(" ended at ");
        assertThat(meters.get("tallygate.key.expires.seconds").gauge().value()).isNegative();
    }

    @Test
    void aKeyWithASuccessorIsOnlyNoted() {
        watch.look(table(ending("certificates[A]", Duration.ofHours(3)), endless("certificates[B]")));
        assertThat(open.get("shop certificates[A]").severity()).isEqualTo(Severity.NOTICE);
        assertThat(open.get("shop certificates[A]").summary()).contains("another one is configured");
    }

    @Test
    void aKeyOfAnotherKindIsNoSuccessor() {
        watch.look(table(ending("certificates[A]", Duration.ofHours(3)), endless("secrets[0]")));
        assertThat(open.get("shop certificates[A]").severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void anAlertEndsWhenItsKeyIsReplaced() {
        watch.look(table(ending("certificates[A]", Duration.ofHours(3))));
        assertThat(open).hasSize(1);
        watch.look(table(endless("certificates[B]")));
        assertThat(open).isEmpty();
        assertThat(meters.find("tallygate.key.expires.seconds").gauges()).isEmpty();
    }
}
