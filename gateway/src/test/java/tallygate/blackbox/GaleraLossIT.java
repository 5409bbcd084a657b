package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is not meant to happen to a Galera cluster: all of it dies at once, two of its nodes are written to. */
class GaleraLossIT {
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
    @Tag("F-51")
    void whatWasAcknowledgedIsThereWhenAllNodesHaveBeenKilledAtOnce() throws Exception {
        RunningGateway gateway = scene.gateway("a", scene.cluster.writerPort()).awaitReady();
        try (ProviderLoad load = new ProviderLoad()) {
            for (int i = 0; i < 3; i++) {
                load.begin(URI.create(gateway.callbacksUrl() + "shop"), Duration.ofMillis(20));
            }
            GaleraScene.grow(load, 100);
            scene.cluster.killAll();
            List<String> before = load.acknowledged();
            scene.cluster.formAgain();
            assertThat(GaleraScene.rows(scene.nodes.getFirst()).keySet())
                    .as("before anything is sent again")
                    .containsAll(before);
            GaleraScene.grow(load, 50);
            load.end();
            assertThat(load.acknowledged()).hasSize(load.sent());
            for (GaleraNode node : scene.nodes) {
                GaleraScene.standOnceAndAreDone(node, load.acknowledged());
            }
        }
        assertThat(gateway.metric("tallygate_illegal_moves_total")).isZero();
    }

    @Test
    @Tag("F-50")
    @Tag("F-52")
    void twoNodesThatAreWrittenToBeatEachOtherAndNothingIsLostOrDoubled() throws Exception {
        RunningGateway first = scene.gateway("a", scene.nodes.get(0).port()).awaitReady();
        RunningGateway beside = scene.gateway("b", scene.nodes.get(1).port()).awaitReady();
        // Each task is due a second time, for the claimers of both.
        Set<String> refused = new TreeSet<>();
        scene.receiver.answerBy(call -> {
            synchronized (refused) {
                return new Receiver.Reply(refused.add(call.event()) ? 500 : 200, Map.of());
            }
        });
        Set<String> ids = GaleraScene.sentToBoth(first, beside);
        GaleraScene.standOnceAndAreDone(scene.nodes.get(2), ids);
        assertThat(beaten(0) + beaten(1)).as("rows that both nodes wrote").isPositive();
        Map<String, Set<String>> keys = scene.receiver.calls().stream()
                .collect(Collectors.groupingBy(
                        Receiver.Call::event, Collectors.mapping(Receiver.Call::key, Collectors.toSet())));
        assertThat(keys)
                .hasSize(150)
                .allSatisfy((id, used) -> assertThat(used).as(id).hasSize(1));
        for (RunningGateway gateway : scene.gateways) {
            assertThat(gateway.metric("tallygate_illegal_moves_total")).isZero();
        }
        takesNothingWhileItIsCutOff(beside);
    }

    private double beaten(int node) {
        return Double.parseDouble(scene.nodes.get(node).status("wsrep_local_cert_failures"))
                + Double.parseDouble(scene.nodes.get(node).status("wsrep_local_bf_aborts"));
    }

    private void takesNothingWhileItIsCutOff(RunningGateway beside) throws Exception {
        Sender sender = new Sender();
        scene.nodes.get(1).isolate(true);
        await().atMost(GaleraScene.PATIENCE).until(() -> !scene.nodes.get(1).isSynced());
        for (int i = 0; i < 5; i++) {
            assertThat(sender.send(beside, Sender.newId()).status()).isEqualTo(503);
        }
        scene.nodes.get(1).isolate(false);
        scene.nodes.get(1).awaitSynced();
        await().atMost(GaleraScene.PATIENCE)
                .until(() -> sender.send(beside, Sender.newId()).status() == 200);
    }
}
