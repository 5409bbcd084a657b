package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Galera cluster of three private nodes behind the shipped configuration of HAProxy, below packaged gateways. */
class GaleraIT {
    @TempDir
    private Path folder;

    private GaleraScene scene;

    @BeforeEach
    void form() throws IOException {
        scene = new GaleraScene(folder);
    }

    @AfterEach
    void stop() {
        if (scene != null) {
            scene.close();
        }
    }

    @Test
    @Tag("F-49")
    @Tag("F-50")
    void noAcknowledgedCallbackIsLostOrDoubledWhenWritersDieOrAreCutOff() throws Exception {
        RunningGateway first = scene.gateway("a", scene.cluster.writerPort()).awaitReady();
        RunningGateway beside = scene.gateway("b", scene.nodes.get(1).port()).awaitReady();
        Set<String> acknowledged = new TreeSet<>(duplicatesOnTwoNodes(first, beside));
        assertThat(beside.stop()).isIn(0, 143);

        try (ProviderLoad load = new ProviderLoad()) {
            for (int i = 0; i < 3; i++) {
                load.begin(URI.create(first.callbacksUrl() + "shop"), Duration.ofMillis(30));
            }
            GaleraScene.grow(load, 100);
            // The writer hears nobody any more: it takes no commit, and its sessions are moved to the next node.
            scene.nodes.get(0).isolate(true);
            await().atMost(GaleraScene.PATIENCE).until(() -> !scene.nodes.get(0).isSynced());
            GaleraScene.grow(load, 100);
            scene.nodes.get(0).isolate(false);
            scene.nodes.get(0).awaitSynced();
            GaleraScene.grow(load, 100);
            scene.nodes.get(0).kill();
            GaleraScene.grow(load, 100);
            load.end();
            acknowledged.addAll(load.acknowledged());
            assertThat(load.acknowledged()).hasSize(load.sent());
        }
        for (GaleraNode left : scene.nodes.subList(1, 3)) {
            assertThat(left.status("wsrep_cluster_size")).isEqualTo("2");
            GaleraScene.standOnceAndAreDone(left, acknowledged);
        }
        assertThat(first.metric("tallygate_illegal_moves_total")).isZero();
    }

    /** Two gateways on two nodes get each callback at the same moment: certification fails one of them, which then finds the other's row. */
    private Set<String> duplicatesOnTwoNodes(RunningGateway first, RunningGateway beside) throws Exception {
        Set<String> acknowledged = GaleraScene.sentToBoth(first, beside);
        assertThat(first.metric("tallygate_events_stored_total") + beside.metric("tallygate_events_stored_total"))
                .as("counted as stored on both")
                .isEqualTo(150);
        return acknowledged;
    }
}
