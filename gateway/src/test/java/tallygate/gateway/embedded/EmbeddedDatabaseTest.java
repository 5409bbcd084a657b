package tallygate.gateway.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The embedded server through its life: first start, next start, death, orphans, and who may have it. */
class EmbeddedDatabaseTest {
    private static final Path BINARIES = Path.of("target", "embedded").toAbsolutePath();

    @TempDir
    Path folder;

    private EmbeddedSettings settings() {
        return new EmbeddedSettings(folder, BINARIES, Optional.empty(), 64, 128, List.of());
    }

    private EmbeddedDatabase start(DataDirLock lock, Progress progress) {
        return EmbeddedDatabase.start(settings(), lock, new SecureRandom(), progress);
    }

    private static boolean greets(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(1_000);
            return socket.getInputStream().readNBytes(5).length == 5;
        } catch (IOException _) {
            return false;
        }
    }

    private ProcessHandle server() {
        String argument = ServerCommand.dataDirArgument(settings());
        return ProcessHandle.allProcesses()
                .filter(process -> Orphans.isServer(process, argument))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theDataOutlivesTheServerAlsoBelowTheTemporaryFolder() throws IOException {
        List<Progress.Step> steps = new ArrayList<>();
        Path mark = folder.resolve("mariadb/data/tallygate/db.opt");
        try (DataDirLock lock = DataDirLock.take(folder)) {
            try (EmbeddedDatabase database = start(lock, (step, _) -> steps.add(step))) {
                assertThat(greets(database.address().port())).isTrue();
                assertThat(database.address().toString())
                        .doesNotContain(database.address().password());
            }
            assertThat(steps).contains(Progress.Step.INSTALL).endsWith(Progress.Step.READY);
            assertThat(mark).exists();
            steps.clear();
            try (EmbeddedDatabase again = start(lock, (step, _) -> steps.add(step))) {
                assertThat(greets(again.address().port())).isTrue();
            }
            assertThat(steps).containsExactly(Progress.Step.START, Progress.Step.READY);
        }
        assertThat(mark).exists();
    }

    @Test
    void secretsAndDataAreForTheirOwnerOnly() throws IOException {
        try (DataDirLock lock = DataDirLock.take(folder);
                EmbeddedDatabase database = start(lock, (_, _) -> {})) {
            Path home = folder.resolve("mariadb");
            for (String file : List.of("init.sql", "client.cnf")) {
                assertThat(Files.readString(home.resolve(file)))
                        .contains(database.address().password());
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve(file))))
                        .isEqualTo("rw-------");
            }
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve("data"))))
                    .isEqualTo("rwx------");
        }
    }

    @Test
    void aServerThatDiesIsStartedAgainOnTheSamePort() {
        try (DataDirLock lock = DataDirLock.take(folder);
                EmbeddedDatabase database = start(lock, (_, _) -> {})) {
            assertThat(server().destroyForcibly()).isTrue();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> database.restarts() == 1
                            && greets(database.address().port()));
        }
    }

    @Test
    void anOrphanOfAKilledGatewayIsTakenDownByTheNextStart() {
        try (DataDirLock lock = DataDirLock.take(folder)) {
            start(lock, (_, _) -> {}).close();
            Path base = ServerArchive.unpack(ServerArchive.find(Optional.empty()), BINARIES, (_, _) -> {});
            ServerProcess orphan = ServerProcess.start(
                    ServerCommand.run(settings(), base, 1 + 20_000, folder.resolve("mariadb/init.sql")),
                    base,
                    folder.resolve("mariadb/orphan.log"),
                    20_001);
            await().atMost(Duration.ofSeconds(60)).until(orphan::greets);
            ProcessHandle left = server();
            try (EmbeddedDatabase next = start(lock, (_, _) -> {})) {
                assertThat(greets(next.address().port())).isTrue();
                assertThat(server().pid()).isNotEqualTo(left.pid());
            }
        }
    }

    @Test
    void theServerEndsWhenItsKeepersInputEnds() {
        try (DataDirLock lock = DataDirLock.take(folder)) {
            EmbeddedDatabase database = start(lock, (_, _) -> {});
            ProcessHandle process = server();
            String argument = ServerCommand.dataDirArgument(settings());
            database.close();
            assertThat(Orphans.isServer(process, argument)).isFalse();
            assertThat(ServerLog.tail(folder.resolve("mariadb/server.log"))).doesNotContainIgnoringCase("abort");
        }
    }

    @Test
    void aSecondGatewayIsKeptAwayBeforeAnythingIsTouched() {
        try (DataDirLock lock = DataDirLock.take(folder)) {
            assertThatThrownBy(() -> DataDirLock.take(folder))
                    .isInstanceOf(EmbeddedException.class)
                    .hasMessageContaining("is in use by another gateway (process "
                            + ProcessHandle.current().pid() + ")");
            lock.checkHeld(folder.toAbsolutePath());
        }
        assertThatThrownBy(() -> {
                    DataDirLock closed = DataDirLock.take(folder);
                    closed.close();
                    start(closed, (_, _) -> {});
                })
                .isInstanceOf(IllegalStateException.class);
        DataDirLock.take(folder).close();
    }

    @Test
    void otherPlatformsAreToldWhatToDo() {
        assertThatThrownBy(() -> ServerArchive.checkPlatform("Mac OS X", "aarch64"))
                .isInstanceOf(EmbeddedException.class)
                .hasMessage("There is no embedded database for Mac OS X on aarch64 (only for Linux on x86-64): set"
                        + " database.url to a MySQL or MariaDB server.");
        assertThatThrownBy(() -> ServerArchive.find(Optional.of(folder)))
                .isInstanceOf(EmbeddedException.class)
                .hasMessageContaining("this distribution was built without it");
    }
}
