package tallygate.gateway.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a channel is told what; time is moved by hand. */
class AlertDeskTest {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Recorded channel = new Recorded(Alert.Severity.NOTICE);
    private long nanos;
    private final AlertDesk desk = new AlertDesk(new LoggedAlerts(), () -> nanos, meters);

    /** Writes down what it is told; fails when asked to. */
    private static final class Recorded implements AlertChannel {
        final List<AlertMessage> messages = new ArrayList<>();
        private final Alert.Severity least;
        boolean isDown;

        Recorded(Alert.Severity least) {
            this.least = least;
        }

        @Override
        public String name() {
            return "ops";
        }

        @Override
        public Alert.Severity least() {
            return least;
        }

        @Override
        public AlertChannel.Told tell(AlertMessage message) {
            if (isDown) {
                return new AlertChannel.Told.Failed("down");
            }
            messages.add(message);
            return new AlertChannel.Told.Delivered();
        }
    }

    @BeforeEach
    void oneChannel() {
        desk.channels(List.of(channel), new AlertPace(Duration.ofSeconds(15), Duration.ofHours(4), 3, 2));
    }

    private static Alert alert(String subject, Alert.Severity severity) {
        return new Alert("endpoint-refuses-everything", subject, severity, "All refused.", Map.of("biz_id", "7"));
    }

    private void pass(Duration time) throws InterruptedException {
        nanos += time.toNanos();
        desk.round();
    }

    @Test
    void whatComesTogetherIsToldTogether() throws Exception {
        desk.raise(alert("a", Alert.Severity.WARNING));
        pass(Duration.ofSeconds(5));
        desk.raise(alert("b", Alert.Severity.CRITICAL));
        assertThat(channel.messages).isEmpty();
        pass(Duration.ofSeconds(10));
        assertThat(channel.messages).hasSize(1);
        assertThat(channel.messages.getFirst().raised())
                .extracting(Alert::subject)
                .containsExactly("a", "b");
        assertThat(channel.messages.getFirst().severity()).isEqualTo(Alert.Severity.CRITICAL);
    }

    @Test
    void whatStillHoldsIsNotToldAgainBeforeItsReminder() throws Exception {
        desk.raise(alert("a", Alert.Severity.WARNING));
        pass(Duration.ofSeconds(15));
        for (int i = 0; i < 100; i++) {
            desk.raise(alert("a", Alert.Severity.WARNING));
            pass(Duration.ofMinutes(2));
        }
        assertThat(channel.messages).hasSize(1);
        pass(Duration.ofHours(1));
        assertThat(channel.messages).hasSize(2);
    }

    @Test
    void theEndOfWhatWasToldIsToldOnceAndOfWhatWasNotNever() throws Exception {
        desk.raise(alert("a", Alert.Severity.WARNING));
        pass(Duration.ofSeconds(15));
        desk.raise(alert("b", Alert.Severity.WARNING));
        desk.resolve("endpoint-refuses-everything", "a");
        desk.resolve("endpoint-refuses-everything", "b");
        pass(Duration.ofSeconds(1));
        pass(Duration.ofSeconds(60));
        assertThat(channel.messages).hasSize(2);
        assertThat(channel.messages.getLast().resolved())
                .extracting(Alert::subject)
                .containsExactly("a");
        assertThat(channel.messages.getLast().raised()).isEmpty();
    }

    @Test
    void aChannelThatIsDownIsToldLaterWithGrowingPausesAndNothingIsForgotten() throws Exception {
        channel.isDown = true;
        desk.raise(alert("a", Alert.Severity.CRITICAL));
        for (int i = 0; i < 120; i++) {
            pass(Duration.ofSeconds(1));
        }
        assertThat(meters.get("tallygate.alert.messages")
                        .tag("result", "failed")
                        .counter()
                        .count())
                .isEqualTo(4);
        channel.isDown = false;
        pass(Duration.ofMinutes(3));
        assertThat(channel.messages).hasSize(1);
    }

    @Test
    void aStormFillsMessagesUpToTheirBoundAndIsCounted() throws Exception {
        for (int i = 0; i < 50; i++) {
            desk.raise(alert("s" + i, Alert.Severity.WARNING));
        }
        pass(Duration.ofSeconds(15));
        assertThat(channel.messages.getFirst().raised()).hasSize(2);
        assertThat(channel.messages.getFirst().unsaid()).isEqualTo(48);
    }

    @Test
    void flappingIsHeldToTheMessagesOfAnHour() throws Exception {
        for (int i = 0; i < 30; i++) {
            desk.raise(alert("a", Alert.Severity.WARNING));
            pass(Duration.ofSeconds(20));
            pass(Duration.ofSeconds(20));
            desk.resolve("endpoint-refuses-everything", "a");
            pass(Duration.ofSeconds(20));
        }
        assertThat(channel.messages).hasSize(3);
    }

    @Test
    void whatIsBelowAChannelsSeverityIsNotToldThere() throws Exception {
        Recorded pager = new Recorded(Alert.Severity.CRITICAL);
        desk.channels(List.of(pager), AlertPace.STANDARD);
        desk.raise(alert("a", Alert.Severity.WARNING));
        pass(Duration.ofSeconds(60));
        assertThat(pager.messages).isEmpty();
        desk.raise(alert("a", Alert.Severity.CRITICAL));
        pass(Duration.ofSeconds(60));
        assertThat(pager.messages).hasSize(1);
    }

    @Test
    void aTrialGoesOutAtOnce() throws Exception {
        assertThat(desk.test("ops")).isInstanceOf(AlertChannel.Told.Delivered.class);
        assertThat(channel.messages).hasSize(1);
        assertThat(desk.test("nobody")).isInstanceOf(AlertChannel.Told.Failed.class);
    }
}
