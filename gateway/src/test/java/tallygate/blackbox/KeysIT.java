package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A secret that was changed at the provider and not here, from the first refusal to the last lost callback taken. */
class KeysIT {
    private static final String OLD = "whsec_old0123456789";
    private static final String NEW = "whsec_new0123456789";
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private Receiver receiver;
    private RunningGateway gateway;

    private record Ended(int exit, String out, String err) {}

    @BeforeEach
    void start() throws IOException {
        receiver = new Receiver();
        gateway = new RunningGateway(folder, config("")).awaitReady();
    }

    @AfterEach
    void stop() {
        gateway.close();
        receiver.close();
    }

    private String config(String keys) {
        return """
            endpoints:
              - name: shop
                provider: stripe
                %s
                route: orders
            routes:
              orders:
                handler: { kind: http, url: "http://127.0.0.1:%d/events", timeout: 5s }
            """.formatted(keys.isEmpty() ? "secrets: [\"" + OLD + "\"]" : keys, receiver.port());
    }

    private Ended command(String... arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(RunningGateway.launcher().toString()));
        line.addAll(List.of(arguments));
        line.addAll(List.of("--config", gateway.config().toString()));
        Path out = folder.resolve("command-out.txt");
        Path err = folder.resolve("command-err.txt");
        Process process = new ProcessBuilder(line)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        Ended ended = new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
        assertThat(ended.out() + ended.err()).doesNotContain(OLD).doesNotContain(NEW);
        return ended;
    }

    private int send(String id, String secret) throws Exception {
        StripeCallback callback = StripeCallback.of(id, secret);
        return gateway.callback("/callbacks/shop", callback.body(), callback.headers())
                .statusCode();
    }

    @Test
    void refusedRequestsAreExplainedTriedAndTakenOnceTheKeyIsRight() throws Exception {
        assertThat(send("evt_1", OLD)).isEqualTo(200);
        assertThat(send("evt_2", NEW)).isEqualTo(401);
        assertThat(send("evt_3", NEW)).isEqualTo(401);
        await().atMost(SOON).untilAsserted(() -> {
            Ended list = command("rejected", "list");
            assertThat(list.err()).isEmpty();
            assertThat(list.out()).contains("signature-mismatch").contains("2 refused requests");
        });
        assertThat(command("rejected", "show", "1").out())
                .containsOnlyOnce("no-key-fits")
                .contains("secrets[0]");

        gateway.write(config("secrets: [\"" + NEW + "\"]"));
        Ended tooSoon = command("keys", "try", "--endpoint", "shop");
        assertThat(tooSoon.exit()).as("without the old key evt_1 is lost").isEqualTo(1);
        assertThat(tooSoon.out()).startsWith("NOT SAFE").contains("of 1 taken callbacks 1 would be refused");

        gateway.write(config("secrets: [\"" + OLD + "\", \"" + NEW + "\"]"));
        Ended safe = command("keys", "try", "--endpoint", "shop");
        assertThat(safe.exit()).isZero();
        assertThat(safe.out()).startsWith("SAFE").contains("of 2 refused ones 2 would be taken");

        assertThat(command("rejected", "verify", "--endpoint", "shop").exit())
                .as("the running keys are still the old ones")
                .isEqualTo(1);
        assertThat(gateway.reload(gateway.token()).statusCode()).isEqualTo(200);
        Ended verified = command("rejected", "verify", "--endpoint", "shop");
        assertThat(verified.exit()).as(verified.out() + verified.err()).isZero();
        assertThat(verified.out()).contains("2 verified again, 2 taken");
        Ended again = command("rejected", "verify", "--endpoint", "shop");
        assertThat(again.out()).contains("0 verified again, 0 taken");
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(receiver.calls())
                        .extracting(Receiver.Call::event)
                        .contains("evt_1", "evt_2", "evt_3"));
        assertThat(gateway.metric("tallygate_rejected_verified_total")).isEqualTo(4);
    }

    @Test
    @Tag("T-35")
    void whatALeakedKeySignedIsFoundAndItIsRefusedFromThatInstant() throws Exception {
        assertThat(send("evt_1", OLD)).isEqualTo(200);
        Ended signed = command("keys", "signed", "--endpoint", "shop", "--key", "secrets[0]");
        assertThat(signed.exit()).as(signed.err()).isZero();
        assertThat(signed.out()).contains("evt_1").contains("1 callbacks signed with key:");
        gateway.write(config("secrets: [\"" + OLD + "\", \"" + NEW
                + "\"]\n    revoke-from: { \"secrets[0]\": \"2026-01-01T00:00:00Z\" }"));
        assertThat(gateway.reload(gateway.token()).statusCode()).isEqualTo(200);
        assertThat(send("evt_2", OLD)).isEqualTo(401);
        assertThat(send("evt_3", NEW)).isEqualTo(200);
        assertThat(command("keys", "list", "--endpoint", "shop").out())
                .contains("secrets[0]")
                .contains("2026-01-01T00:00:00Z");
        assertThat(gateway.metric("tallygate_key_callbacks_total")).isEqualTo(2);
    }
}
