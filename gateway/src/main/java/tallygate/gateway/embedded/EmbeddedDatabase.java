package tallygate.gateway.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A private MariaDB server as this process's child: unpacked, installed, started, restarted when it dies, and stopped with
 * this process. Its data stays in the data directory, wherever that lies.
 */
public final class EmbeddedDatabase implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(EmbeddedDatabase.class);
    private static final String DATABASE = "tallygate";
    private static final int READY_SECONDS_MAX = 120;
    private static final int LOOKS_A_SECOND = 40;
    private static final int RESTART_PAUSE_MILLIS_MAX = 5_000;

    private final EmbeddedSettings settings;
    private final Path base;
    private final ServerAddress address;
    private final AtomicInteger restarts = new AtomicInteger();
    private final Thread supervisor;
    private volatile ServerProcess server;
    private volatile boolean isClosing;

    private EmbeddedDatabase(EmbeddedSettings settings, Path base, ServerAddress address, ServerProcess server) {
        this.settings = settings;
        this.base = base;
        this.address = address;
        this.server = server;
        this.supervisor = Thread.ofPlatform().daemon().name("embedded-database").unstarted(this::supervise);
    }

    /**
     * Blocks until the server takes connections.
     *
     * @param lock held by the caller: what runs on the data directory without it is an orphan, and is taken down first
     * @param dice for the password, so a secure one
     * @throws EmbeddedException with what to do
     */
    public static EmbeddedDatabase start(
            EmbeddedSettings settings, DataDirLock lock, RandomGenerator dice, Progress progress) {
        lock.checkHeld(settings.dataDir());
        ServerArchive.checkPlatform(System.getProperty("os.name"), System.getProperty("os.arch"));
        Orphans.takeDown(settings);
        Path base = ServerArchive.unpack(ServerArchive.find(settings.archiveDir()), settings.binaries(), progress);
        ServerInstall.into(settings, base, progress);
        progress.at(Progress.Step.START, 0);
        ServerAddress address = new ServerAddress(freePort(), DATABASE, "tallygate", password(dice));
        writeSecrets(settings, address);
        ServerLog.begin(settings.home().resolve("server.log"));
        ServerProcess server = run(settings, base, address);
        EmbeddedDatabase database = new EmbeddedDatabase(settings, base, address, server);
        awaitReady(settings, server);
        database.supervisor.start();
        progress.at(Progress.Step.READY, 100);
        log.info("port={} dir={} embedded database is ready", address.port(), settings.serverData());
        return database;
    }

    public ServerAddress address() {
        return address;
    }

    /** How often the server died and was started again. */
    public int restarts() {
        return restarts.get();
    }

    /** Kills the server without warning, for drills; it is started again as after any other death. */
    public void crash() {
        server.kill();
    }

    /** Stops the server cleanly; all that was committed is on disk already. */
    @Override
    public void close() {
        isClosing = true;
        supervisor.interrupt();
        server.stop();
        Orphans.takeDown(settings);
    }

    private static ServerProcess run(EmbeddedSettings settings, Path base, ServerAddress address) {
        List<String> command = ServerCommand.run(settings, base, address.port(), initFile(settings));
        return ServerProcess.start(command, base, settings.home().resolve("server.log"), address.port());
    }

    private static void awaitReady(EmbeddedSettings settings, ServerProcess server) {
        try {
            for (int i = 0; i < READY_SECONDS_MAX * LOOKS_A_SECOND; i++) {
                if (server.greets()) {
                    return;
                }
                if (!server.isAlive()) {
                    throw failed(settings, "ended with exit code " + server.exitCode());
                }
                Thread.sleep(1000 / LOOKS_A_SECOND);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            server.stop();
            throw new EmbeddedException("interrupted while the embedded database was starting");
        }
        server.stop();
        throw failed(settings, "took no connections within " + READY_SECONDS_MAX + " s and was stopped");
    }

    private static EmbeddedException failed(EmbeddedSettings settings, String what) {
        Path serverLog = settings.home().resolve("server.log");
        return new EmbeddedException("The embedded database " + what + ": " + ServerLog.tail(serverLog) + " See "
                + serverLog + ". The data is kept; start again when the cause is gone.");
    }

    private void supervise() {
        int failures = 0;
        while (!isClosing) {
            try {
                server.onExit().join();
                if (isClosing) {
                    return;
                }
                server.closeInput();
                restarts.incrementAndGet();
                log.warn("exit={} embedded database died, starting it again", server.exitCode());
                Orphans.takeDown(settings);
                server = run(settings, base, address);
                awaitReady(settings, server);
                log.info("port={} embedded database is back", address.port());
                failures = 0;
            } catch (RuntimeException e) {
                failures++;
                if (isClosing || !isPausedAfter(failures, e)) {
                    return;
                }
            }
        }
    }

    private boolean isPausedAfter(int failures, RuntimeException cause) {
        long pause = Math.min(RESTART_PAUSE_MILLIS_MAX, 200L << Math.min(failures, 10));
        log.atError()
                .setCause(cause)
                .log("failures={} embedded database does not start, trying again in {} ms", failures, pause);
        try {
            Thread.sleep(pause);
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new EmbeddedException("No free port on the loopback address for the embedded database: " + e, e);
        }
    }

    private static String password(RandomGenerator dice) {
        byte[] bytes = new byte[24];
        dice.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static Path initFile(EmbeddedSettings settings) {
        return settings.home().resolve("init.sql");
    }

    /** The statements that make the user, and the options by which a person may look in with a client. */
    private static void writeSecrets(EmbeddedSettings settings, ServerAddress address) {
        List<String> statements = new ArrayList<>(List.of(
                "CREATE DATABASE IF NOT EXISTS %s CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;".formatted(DATABASE),
                "CREATE USER IF NOT EXISTS %s@'127.0.0.1';".formatted(address.user()),
                "ALTER USER %s@'127.0.0.1' IDENTIFIED BY '%s';".formatted(address.user(), address.password()),
                "GRANT ALL ON `tallygate%%`.* TO %s@'127.0.0.1';".formatted(address.user())));
        statements.addAll(settings.initSql());
        writeSecret(initFile(settings), String.join("\n", statements) + "\n");
        writeSecret(settings.home().resolve("client.cnf"), """
            [client]
            protocol=tcp
            host=127.0.0.1
            port=%d
            user=%s
            password=%s
            """.formatted(
                        address.port(), address.user(), address.password()));
    }

    private static void writeSecret(Path file, String text) {
        try {
            Files.deleteIfExists(file);
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(file, text, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new EmbeddedException("The embedded database's file " + file + " cannot be written: " + e, e);
        }
    }
}
