package tallygate.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.house.DebianPackages;
import tallygate.house.Repository;

/** The files of HAProxy, nginx and systemd are taken by HAProxy, nginx and systemd. */
class BalancerFilesTest {
    @TempDir
    private Path folder;

    private static Path program(String packageName, String path) {
        Optional<Path> program = DebianPackages.program(packageName, Path.of(path));
        assumeTrue(program.isPresent(), path + " is not there");
        return program.get();
    }

    private Deployment.Said haproxy(Path file) {
        String certificate = BalancerTls.make(folder).together().toString();
        return Deployment.run(
                folder,
                Map.of(
                        "TALLYGATE_CERTIFICATE", certificate,
                        "GATEWAY_1", "127.0.0.1:8080",
                        "GATEWAY_2", "127.0.0.1:8090",
                        "GALERA_1", "127.0.0.1:3301",
                        "GALERA_2", "127.0.0.1:3302",
                        "GALERA_3", "127.0.0.1:3303"),
                List.of(program("haproxy", "/usr/sbin/haproxy").toString(), "-c", "-V", "-f", file.toString()));
    }

    @Test
    void haproxyTakesItsFilesWithoutAWarning() {
        for (String file : List.of("haproxy/haproxy.cfg", "haproxy/galera.cfg")) {
            Deployment.Said said = haproxy(Deployment.file(file));
            assertThat(said.exit()).as("%s: %s", file, said.text()).isZero();
            assertThat(said.text()).as(file).doesNotContainIgnoringCase("warning");
        }
    }

    /** The other way round a request meets a connection that is being closed, and nobody can say whether it was taken. */
    @Test
    @Tag("F-07")
    void balancersCloseIdleConnectionsBeforeTheGatewayDoes() {
        String example = Repository.text(Path.of("config/tallygate.example.yaml"));
        int ours = seconds(example, "idle-timeout: (\\d+)s");
        assertThat(seconds(Deployment.text("haproxy/haproxy.cfg"), "timeout http-keep-alive (\\d+)s"))
                .isLessThan(ours);
        assertThat(seconds(Deployment.text("nginx/nginx.conf"), "upstream[^}]*keepalive_timeout (\\d+)s;"))
                .isLessThan(ours);
    }

    private static int seconds(String text, String setting) {
        Matcher found = Pattern.compile(setting).matcher(text);
        assertThat(found.find()).as(setting).isTrue();
        return Integer.parseInt(found.group(1));
    }

    @Test
    void haproxySeesAMistake() throws IOException {
        Path broken = folder.resolve("broken.cfg");
        Files.writeString(broken, Deployment.text("haproxy/haproxy.cfg").replace("fall 2", "falls 2"));
        assertThat(haproxy(broken).exit()).isNotZero();
    }

    @Test
    void nginxTakesItsFiles() throws IOException {
        String nginx = program("nginx-light", "/usr/sbin/nginx").toString();
        NginxFile.assumeStreams();
        for (String file : List.of("nginx/nginx.conf", "nginx/nginx-stream.conf")) {
            Path here = NginxFile.onThisMachine(folder, file, 8443, List.of(8080, 8090));
            Deployment.Said said = Deployment.run(
                    folder, Map.of(), List.of(nginx, "-t", "-p", folder.toString(), "-c", here.toString()));
            assertThat(said.exit()).as("%s: %s", file, said.text()).isZero();
            assertThat(said.text()).as(file).doesNotContain("[warn]");
        }
    }

    @Test
    void systemdTakesTheUnitAndFindsItShutIn() throws IOException {
        Path analyze = Path.of("/usr/bin/systemd-analyze");
        assumeTrue(Files.isExecutable(analyze), analyze + " is not there");
        Path launcher = Repository.root().resolve("gateway/src/distribution/bin/tallygate");
        Path unit = folder.resolve("tallygate.service");
        Files.writeString(
                unit,
                Deployment.text("systemd/tallygate.service")
                        .replace("/opt/tallygate/bin/tallygate", launcher.toString())
                        // the documentation lies where the archive is unpacked
                        .replaceFirst("(?m)^Documentation=.*\n", ""));
        Deployment.Said said =
                Deployment.run(folder, Map.of(), List.of(analyze.toString(), "verify", "--man=no", unit.toString()));
        assertThat(said.text()).isEmpty();
        assertThat(said.exit()).isZero();
        Deployment.Said exposure = Deployment.run(
                folder,
                Map.of(),
                List.of(analyze.toString(), "security", "--offline=true", "--threshold=20", unit.toString()));
        assertThat(exposure.exit()).as(exposure.text()).isZero();
        assertThat(Files.readString(unit)).contains("\nKillMode=mixed\n").contains("\nTimeoutStopSec=45\n");
    }
}
