package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tallygate.config.DatabaseConfig;
import tallygate.gateway.embedded.DataDirLock;
import tallygate.gateway.embedded.EmbeddedDatabase;
import tallygate.gateway.embedded.EmbeddedSettings;

/** The database of a run: a private server that ends with it, or an own schema on the operator's server, dropped after it. */
final class BenchSource implements AutoCloseable {
    private static final Set<String> SERVERS = Set.of("mariadbd", "mysqld");
    private static final Pattern URL = Pattern.compile("(jdbc:mysql:[^?]*/)([A-Za-z0-9_$-]+)(\\?.*)?");
    /** As the capacity guide asks for: the default holds six seconds of what is measured here. */
    private static final int REDO_LOG_MEBIBYTES = 1024;

    private static final int BUFFER_POOL_MEBIBYTES = 1024;

    private final BenchDatabase database;
    private final Runnable end;

    private BenchSource(BenchDatabase database, Runnable end) {
        this.database = database;
        this.end = end;
    }

    /** @param directory where the private server keeps its programs and its data */
    static BenchSource embedded(Path home, Path directory, Consumer<String> progress) {
        Path archive = home.resolve("lib").resolve("embedded");
        var settings = new EmbeddedSettings(
                directory,
                directory.resolve("mariadb"),
                Optional.of(archive).filter(Files::isDirectory),
                BUFFER_POOL_MEBIBYTES,
                REDO_LOG_MEBIBYTES,
                java.util.List.of());
        DataDirLock lock = DataDirLock.take(directory);
        progress.accept("a private MariaDB server in " + directory);
        EmbeddedDatabase server = EmbeddedDatabase.start(settings, lock, new SecureRandom(), (_, _) -> {});
        var address = server.address();
        OptionalLong pid = ProcessHandle.current()
                .descendants()
                .filter(process -> SERVERS.contains(name(process.pid())))
                .mapToLong(ProcessHandle::pid)
                .findFirst();
        String url = "jdbc:mysql://" + address.host() + ":" + address.port() + "/" + address.database();
        return new BenchSource(new BenchDatabase(url, address.user(), address.password(), pid), () -> {
            server.close();
            lock.close();
        });
    }

    /** A schema beside the configured one, named like it with {@code _bench} behind. It must not be there before. */
    static BenchSource external(DatabaseConfig.Location.External at, BenchTools tools) throws InterruptedException {
        Matcher url = URL.matcher(at.url());
        if (!url.matches()) {
            throw new BenchException("database.url names no schema that bench could put one beside");
        }
        String schema = url.group(2) + "_bench";
        var configured =
                new BenchDatabase(at.url(), at.username(), at.password().reveal(), OptionalLong.empty());
        // Without IF NOT EXISTS: a schema that is there may be somebody's.
        configured.query(tools, "CREATE DATABASE `" + schema + "` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
        String options = url.group(3) == null ? "" : url.group(3);
        var own = new BenchDatabase(
                url.group(1) + schema + options, at.username(), at.password().reveal(), pid(configured, tools));
        return new BenchSource(own, () -> drop(configured, tools, schema));
    }

    BenchDatabase database() {
        return database;
    }

    @Override
    public void close() {
        end.run();
    }

    private static void drop(BenchDatabase configured, BenchTools tools, String schema) {
        try {
            configured.query(tools, "DROP DATABASE `" + schema + "`");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException("interrupted: drop the schema " + schema + " yourself", e);
        }
    }

    /** The server's process, when its pid file can be read here and names a database server. */
    private static OptionalLong pid(BenchDatabase configured, BenchTools tools) throws InterruptedException {
        JsonNode row = configured
                .query(tools, "SELECT @@pid_file AS pid_file, @@datadir AS datadir")
                .path(0);
        Path file = Path.of(row.path("datadir").asText())
                .resolve(row.path("pid_file").asText());
        try {
            long pid = Long.parseLong(Files.readString(file).strip());
            return SERVERS.contains(name(pid)) ? OptionalLong.of(pid) : OptionalLong.empty();
        } catch (IOException | NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    private static String name(long pid) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), "comm"))
                    .strip();
        } catch (IOException e) {
            return "";
        }
    }
}
