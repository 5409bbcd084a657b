package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.gateway.mysql.TestDatabases;
import tallygate.gateway.mysql.TestDatabases.TestDatabase;

/** A secret is changed under load, on nodes that take the change at different moments, and no genuine callback is refused. */
class RotationIT {
    private static final String OLD = "whsec_old_secret_of_the_shop";
    private static final String NEW = "whsec_new_secret_of_the_shop";

    @TempDir
    private Path folder;

    private final TestDatabase database = TestDatabases.embedded();
    private final Sender sender = new Sender();
    private final AtomicReference<String> secret = new AtomicReference<>(OLD);
    private final AtomicInteger sent = new AtomicInteger();
    private final ConcurrentLinkedQueue<Integer> refused = new ConcurrentLinkedQueue<>();

    private String configuration(String secrets) {
        return """
            database: { url: "%s", username: %s, password: "%s" }
            mode: development
            endpoints:
              - { name: shop, provider: stripe, secrets: [%s], route: orders }
            routes:
              orders: { handler: { kind: log } }
            """.formatted(
                        database.settings().url(),
                        database.settings().username(),
                        database.settings().password(),
                        secrets);
    }

    private RunningGateway start(String name) throws Exception {
        return new RunningGateway(Files.createDirectories(folder.resolve(name)), configuration(OLD));
    }

    private void reload(RunningGateway node, String secrets) throws Exception {
        node.write(configuration(secrets));
        assertThat(node.reload(node.token()).statusCode()).isEqualTo(200);
    }

    private void load(RunningGateway node, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            String id = "evt_" + sent.incrementAndGet();
            int status =
                    sender.send(node, id, StripeCallback.of(id, secret.get())).status();
            if (status != 200) {
                refused.add(status);
            }
        }
    }

    @Test
    @Tag("O-056")
    @Tag("T-05")
    void aSecretIsRotatedUnderLoadOnNodesThatReloadAtDifferentMoments() throws Exception {
        try (RunningGateway a = start("a");
                RunningGateway b = start("b")) {
            a.awaitReady();
            b.awaitReady();
            Thread toA = Thread.ofVirtual().start(() -> loadUntilInterrupted(a));
            Thread toB = Thread.ofVirtual().start(() -> loadUntilInterrupted(b));
            load(a, 20);
            reload(a, OLD + ", " + NEW);
            load(b, 20);
            reload(b, OLD + ", " + NEW);
            load(b, 20);
            secret.set(NEW);
            load(a, 20);
            // Whatever was signed with the old one has arrived.
            reload(b, NEW);
            load(a, 20);
            reload(a, NEW);
            load(a, 20);
            toA.interrupt();
            toB.interrupt();
            toA.join();
            toB.join();
        }
        assertThat(refused).isEmpty();
        assertThat(sent.get()).isGreaterThan(120);
    }

    private void loadUntilInterrupted(RunningGateway node) {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                load(node, 1);
            } catch (InterruptedException _) {
                return;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
