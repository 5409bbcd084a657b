package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.gateway.process.Worker.LoopAge;

class LoopHealthTest {
    private final Map<String, String> parts = new TreeMap<>();

    @Test
    void loopsThatBegunARoundLatelyAreAlive() {
        assertThat(LoopHealth.tell(
                        List.of(
                                new LoopAge("claimer", Duration.ofMillis(3)),
                                new LoopAge("patrol", Duration.ofSeconds(30))),
                        parts))
                .isTrue();
        assertThat(parts).isEqualTo(Map.of("claimer", "runs", "patrol", "runs"));
    }

    @Test
    @Tag("F-13")
    void oneLoopThatStandsStillMakesTheNodeNoLongerAlive() {
        assertThat(LoopHealth.tell(
                        List.of(
                                new LoopAge("claimer", Duration.ofSeconds(31)),
                                new LoopAge("patrol", Duration.ofSeconds(1))),
                        parts))
                .isFalse();
        assertThat(parts).containsEntry("claimer", "stands still for 31 s").containsEntry("patrol", "runs");
    }
}
