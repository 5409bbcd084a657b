package tallygate.gateway.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Makes the server's own tables, as {@code mariadb-install-db} does, without its shell script and without help texts and the
 * sys schema: under two seconds. Built beside and moved into place, so that a start that was cut short leaves nothing half done.
 */
final class ServerInstall {
    private static final List<String> SCRIPTS = List.of(
            "mariadb_system_tables.sql",
            "mariadb_performance_tables.sql",
            "mariadb_system_tables_data.sql",
            "maria_add_gis_sp_bootstrap.sql");

    private static final int MINUTES_MAX = 3;

    private ServerInstall() {}

    static void into(EmbeddedSettings settings, Path base, Progress progress) {
        try {
            Files.createDirectories(settings.temporary());
        } catch (IOException e) {
            throw new EmbeddedException("The folder " + settings.temporary() + " cannot be made: " + e, e);
        }
        if (Files.isDirectory(settings.serverData())) {
            return;
        }
        progress.at(Progress.Step.INSTALL, 0);
        Path half = settings.home().resolve("installing");
        Path log = settings.home().resolve("install.log");
        try {
            Trees.delete(half);
            Files.createDirectories(settings.home());
            Files.createDirectory(
                    half, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            run(base, half, settings.temporary(), log);
            Files.move(half, settings.serverData(), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new EmbeddedException("The embedded database's folder " + half + " cannot be made: " + e, e);
        }
        progress.at(Progress.Step.INSTALL, 100);
    }

    private static void run(Path base, Path data, Path temporary, Path log) throws IOException {
        List<String> command = new ArrayList<>(ServerCommand.program(base));
        command.addAll(List.of(
                "--bootstrap",
                "--silent-startup",
                "--datadir=" + data,
                "--tmpdir=" + temporary,
                "--log-warnings=0",
                "--enforce-storage-engine=",
                "--max-allowed-packet=8M",
                // Nothing here needs to survive: an install that was cut short is begun anew.
                "--innodb-flush-log-at-trx-commit=0",
                "--skip-innodb-doublewrite",
                "--innodb-log-file-size=128M"));
        ProcessBuilder builder = new ProcessBuilder(command);
        ServerCommand.environment(builder, base);
        builder.redirectErrorStream(true).redirectOutput(log.toFile());
        Process process = builder.start();
        try {
            feed(process, base);
            if (!process.waitFor(MINUTES_MAX, TimeUnit.MINUTES)) {
                throw new EmbeddedException("The embedded database's tables were not made within " + MINUTES_MAX
                        + " minutes; see " + log + ". The next start begins anew.");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new EmbeddedException("interrupted while the embedded database was installed");
        } finally {
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            throw new EmbeddedException("The embedded database's tables could not be made (exit " + process.exitValue()
                    + "): " + ServerLog.tail(log) + " See " + log + ".");
        }
    }

    /** A server that dies early closes the pipe; its exit code and log then say why. */
    private static void feed(Process process, Path base) {
        try (OutputStream in = process.getOutputStream()) {
            String begin = """
                create database if not exists mysql;
                use mysql;
                SET @auth_root_socket='%s';
                """.formatted(System.getProperty("user.name"));
            in.write(begin.getBytes(StandardCharsets.UTF_8));
            for (String script : SCRIPTS) {
                Files.copy(base.resolve("share").resolve(script), in);
            }
        } catch (IOException _) {
            process.destroy();
        }
    }
}
