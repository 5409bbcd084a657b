package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import tallygate.deploy.Deployment;
import tallygate.gateway.mysql.TestDatabases;
import tallygate.gateway.mysql.TestDatabases.TestDatabase;

/** The image without an engine: the Dockerfile's steps are carried out, and what they make serves as another user on a read-only tree. */
class ImageIT {
    private static final Duration READY_MAX = Duration.ofSeconds(120);

    @TempDir(cleanup = CleanupMode.ALWAYS)
    private static Path folder;

    private static Image image;

    @BeforeAll
    static void build() throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root may change the root folder");
        assumeTrue(
                Deployment.run(folder, Map.of(), List.of("unshare", "--mount", "true"))
                                .exit()
                        == 0,
                "no mount namespaces here");
        Deployment.run(folder, Map.of(), List.of("chmod", "755", folder.toString()));
        image = Image.build(folder);
    }

    @Test
    void itHoldsWhatServesAndNothingElse() {
        Path root = image.root();
        assertThat(root.resolve("opt/tallygate/bin/tallygate")).isExecutable();
        assertThat(root.resolve("opt/java/openjdk/bin/java")).isExecutable();
        assertThat(root.resolve("opt/java/openjdk/bin/javac")).doesNotExist();
        assertThat(root.resolve("opt/tallygate/lib/embedded")).doesNotExist();
        assertThat(root.resolve("opt/tallygate/lib/loadtest")).doesNotExist();
        assertThat(image.settings().last("USER").rest()).isEqualTo("10001:10001");
        assertThat(image.settings().last("STOPSIGNAL").rest()).isEqualTo("SIGTERM");
    }

    /** How many of our own classes come from the record, by the JVM's own word. */
    private static long recordedClasses(String options) {
        Deployment.Said said = image.inside(List.of(
                "/bin/sh",
                "-c",
                "TALLYGATE_JAVA_OPTS='-Djava.io.tmpdir=/data -Xlog:class+load:file=/data/loaded " + options
                        + "' /opt/tallygate/bin/tallygate --version && grep ' tallygate[.].*shared objects"
                        + " file' /data/loaded"));
        assertThat(said.text()).as("nothing but the answer").startsWith("tallygate ");
        return said.text().lines().count() - 1;
    }

    @Test
    void itStartsFromTheStartThatWasRecordedWhenItWasBuilt() {
        assertThat(recordedClasses("")).isPositive();
    }

    @Test
    void aRecordThatDoesNotFitIsPassedOverWithoutAWord() {
        assertThat(recordedClasses("-XX:-UseCompactObjectHeaders")).isZero();
    }

    @Test
    void nothingOfItCanBeWrittenButItsVolumes() {
        for (String place : List.of("/opt/tallygate/x", "/opt/java/x", "/etc/x", "/x", "/usr/x")) {
            assertThat(image.inside(List.of("/bin/sh", "-c", "echo x > " + place))
                            .exit())
                    .as(place)
                    .isNotZero();
        }
        assertThat(image.inside(List.of("/bin/sh", "-c", "echo x > /data/x && echo x > /tmp/x && id -u"))
                        .text()
                        .strip())
                .isEqualTo("10001");
    }

    @Test
    void itServesDrainsAndEndsAsAnotherUserOnAReadOnlyTree() throws Exception {
        TestDatabase database = TestDatabases.embedded();
        int callbacks = Balancer.freePort();
        int management = Balancer.freePort();
        Path log = folder.resolve("image.log");
        Process process = image.start(
                """
                server:
                  callbacks: { bind: "127.0.0.1:%d" }
                  management: { bind: "127.0.0.1:%d" }
                  drain: { delay: 200ms }
                database: { url: "%s", username: %s, password: "%s" }
                data-dir: /data
                endpoints:
                  - { name: shop, provider: stripe, secrets: ["%s"], route: orders }
                routes:
                  orders: { handler: { kind: log } }
                """.formatted(
                                callbacks,
                                management,
                                database.settings().url(),
                                database.settings().username(),
                                database.settings().password(),
                                Sender.SECRET),
                log);
        try (HttpClient client = HttpClient.newHttpClient()) {
            await().atMost(READY_MAX).pollInterval(Duration.ofMillis(200)).until(() -> {
                assertThat(process.isAlive()).as(Files.readString(log)).isTrue();
                return answers(client, "http://127.0.0.1:" + management + "/readyz");
            });
            Path proc = Path.of("/proc/" + process.pid());
            assertThat(Files.readString(proc.resolve("status")))
                    .containsPattern("Uid:\\s10001\\s10001\\s10001\\s10001")
                    .containsPattern("CapEff:\\s0000000000000000")
                    .containsPattern("CapBnd:\\s0000000000000000")
                    .containsPattern("NoNewPrivs:\\s1");
            List<String> health =
                    new ArrayList<>(image.settings().last("HEALTHCHECK").exec());
            health.addAll(List.of("--url", "http://127.0.0.1:" + management));
            Deployment.Said said = image.inside(health);
            assertThat(said.exit()).as(said.text()).isZero();

            HttpResponse<String> answer = client.send(
                    ProviderLoad.request(
                            URI.create("http://127.0.0.1:" + callbacks + "/callbacks/shop"),
                            StripeCallback.of(Sender.newId(), Sender.SECRET),
                            Map.of()),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
            process.destroy();
            assertThat(process.waitFor(45, TimeUnit.SECONDS))
                    .as(Files.readString(log))
                    .isTrue();
            assertThat(process.exitValue()).isIn(0, 143);
        } finally {
            process.destroyForcibly();
        }
    }

    private static boolean answers(HttpClient client, String url) throws InterruptedException {
        try {
            return client.send(
                                    HttpRequest.newBuilder(URI.create(url))
                                            .timeout(Duration.ofSeconds(5))
                                            .build(),
                                    HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException e) {
            return false;
        }
    }
}
