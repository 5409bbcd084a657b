package tallygate.loadtest.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tallygate.loadtest.downstream.Behaviour;
import tallygate.loadtest.downstream.Downstream;
import tallygate.loadtest.drive.Aim;
import tallygate.loadtest.drive.Driver;
import tallygate.loadtest.drive.Traffic;

class ProviderTest {
    private static final ResendPlan PLAN = new ResendPlan(List.of(Duration.ofNanos(100), Duration.ofNanos(1_000)));

    @Test
    void aNoticeIsSentAgainOnThePlanUntilItIsAcknowledged() {
        var traffic = new ResendTraffic(PLAN, 1, 0, 10);
        assertThat(traffic.nextDue(0)).isZero();
        assertThat(traffic.take(0)).isZero();
        assertThat(traffic.nextDue(0)).as("on its way").isEqualTo(Traffic.NOTHING);
        traffic.answered(0, 503, 50);
        assertThat(traffic.nextDue(50)).isEqualTo(150);
        traffic.take(150);
        traffic.answered(0, 0, 200);
        assertThat(traffic.nextDue(200)).isEqualTo(1_200);
        traffic.take(1_200);
        assertThat(traffic.isOver(1_200)).isFalse();
        traffic.answered(0, 200, 1_300);
        assertThat(traffic.isOver(1_300)).isTrue();
        assertThat(traffic.acknowledged()).isEqualTo(1);
        assertThat(traffic.attempts()).isEqualTo(Map.of(3, 1));
    }

    @Test
    void aProviderGivesUpWhenItsPlanIsUsedUp() {
        var traffic = new ResendTraffic(PLAN, 1, 0, 10);
        for (int attempt = 0; attempt < 3; attempt++) {
            long due = traffic.nextDue(0);
            traffic.take(due);
            traffic.answered(0, 500, due);
        }
        assertThat(traffic.isOver(0)).isTrue();
        assertThat(traffic.acknowledged()).isZero();
        assertThat(traffic.givenUp()).isEqualTo(1);
    }

    @Test
    void firstAttemptsComeAtTheRate() {
        var traffic = new ResendTraffic(PLAN, 3, 1_000, 10);
        assertThat(traffic.nextDue(0)).isEqualTo(1_000);
        traffic.take(1_000);
        assertThat(traffic.nextDue(0)).isEqualTo(1_010);
        traffic.take(1_010);
        assertThat(traffic.nextDue(0)).isEqualTo(1_020);
    }

    @Test
    void allNoticesAreAcknowledgedOnceAReceiverThatRefusedRecovers() throws Exception {
        try (var receiver = new Downstream(0, 1, new Behaviour.Refuses(503, Duration.ZERO))) {
            var aim = new Aim(
                    List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), receiver.port())),
                    8,
                    Duration.ofSeconds(5));
            // The receiver recovers with the hundredth refusal.
            var messages = new Driver.Messages(
                    60,
                    message -> {
                        if (receiver.book().sums().requests() > 100) {
                            receiver.behave(new Behaviour.Applies());
                        }
                        return StandardCharsets.US_ASCII.encode("POST / HTTP/1.1\r\nHost: x\r\nIdempotency-Key: "
                                + message + "\r\nContent-Length: 0\r\n\r\n");
                    },
                    false);
            var plan = ResendPlan.of("0.005s,0.01s,0.02s,0.02s,0.02s,0.02s,0.02s");
            Provider.Sent sent = new Provider(aim, System::nanoTime).send(messages, plan, 10_000);
            assertThat(sent.result().acknowledged()).isEqualTo(60);
            assertThat(sent.result().givenUp()).isZero();
            assertThat(sent.acknowledged().cardinality()).isEqualTo(60);
            assertThat(sent.result().books().accepted()).isEqualTo(60);
            assertThat(sent.result().books().busy()).isGreaterThan(100);
            assertThat(receiver.book().sums().keys()).isEqualTo(60);
        }
    }

    @Test
    void providersPlansAreKnownByNameAndCanRunInOtherTime() {
        assertThat(ResendPlan.of("wechatpay").delays()).hasSize(15);
        assertThat(ResendPlan.of("alipay").delays()).hasSize(7);
        assertThat(ResendPlan.of("alipay").scaled(0.001).delays().getFirst()).isEqualTo(Duration.ofMillis(240));
        assertThatThrownBy(() -> ResendPlan.of("soon")).isInstanceOf(java.time.format.DateTimeParseException.class);
    }
}
