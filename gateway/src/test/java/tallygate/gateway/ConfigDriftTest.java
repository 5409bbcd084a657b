package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tallygate.gateway.task.NodeStore;

class ConfigDriftTest {
    private final ConfigDrift drift = new ConfigDrift();

    private static NodeStore.NodeRow node(int number, String digest, boolean isAlive) {
        Instant now = Instant.parse("2026-11-30T12:00:00Z");
        return new NodeStore.NodeRow(
                number, number, "node-" + number, "1", digest, Duration.ZERO, now, now, isAlive, List.of());
    }

    @Test
    void onlyLiveNodesWithAnotherConfigurationCount() {
        drift.judge(List.of(node(1, "a", true), node(2, "b", true), node(3, "b", false), node(4, "a", true)), "a", 1);
        assertThat(drift.nodes()).isEqualTo(1);
        drift.judge(List.of(node(1, "a", true), node(2, "a", true)), "a", 1);
        assertThat(drift.nodes()).isZero();
    }

    @Test
    void itselfBeforeTheNextHeartbeatIsNoDrift() {
        drift.judge(List.of(node(1, "before-the-reload", true)), "after", 1);
        assertThat(drift.nodes()).isZero();
    }
}
