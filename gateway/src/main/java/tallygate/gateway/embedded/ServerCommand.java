package tallygate.gateway.embedded;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The server's command line: durable, private, UTC, as the gateway's checks want it. */
final class ServerCommand {
    private ServerCommand() {}

    /** The program with what install and run have in common. */
    static List<String> program(Path base) {
        List<String> command = new ArrayList<>(List.of(
                base.resolve("bin/mariadbd").toString(),
                "--no-defaults",
                "--basedir=" + base,
                "--lc-messages-dir=" + base.resolve("share"),
                "--plugin-dir=" + base.resolve("plugin")));
        if ("root".equals(System.getProperty("user.name"))) {
            command.add("--user=root");
        }
        return command;
    }

    static void environment(ProcessBuilder builder, Path base) {
        builder.environment().put("LD_LIBRARY_PATH", base.resolve("libs").toString());
        builder.environment().put("TZ", "UTC");
    }

    static List<String> run(EmbeddedSettings settings, Path base, int port, Path initFile) {
        List<String> command = new ArrayList<>(program(base));
        command.addAll(List.of(
                dataDirArgument(settings),
                // Relative to the data folder: a socket's whole path may not be longer than 107 bytes.
                "--socket=server.sock",
                "--tmpdir=" + settings.temporary(),
                "--pid-file=" + settings.home().resolve("server.pid"),
                "--log-error=" + settings.home().resolve("server.log"),
                "--init-file=" + initFile,
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--skip-name-resolve",
                // Our side of loopback; a certificate of its own at each start takes many seconds.
                "--skip-ssl",
                "--default-time-zone=+00:00",
                "--character-set-server=utf8mb4",
                "--collation-server=utf8mb4_bin",
                "--transaction-isolation=READ-COMMITTED",
                "--sql-mode=STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO",
                "--innodb-flush-log-at-trx-commit=1",
                "--innodb-doublewrite=1",
                "--innodb-file-per-table=1",
                "--innodb-log-file-size=" + settings.redoLogMebibytes() + "M",
                "--innodb-buffer-pool-size=" + settings.bufferPoolMebibytes() + "M",
                "--skip-log-bin",
                "--performance-schema=0",
                "--max-connections=100",
                "--max-allowed-packet=64M"));
        return command;
    }

    /** By this argument a server is known as one of this data directory. */
    static String dataDirArgument(EmbeddedSettings settings) {
        return "--datadir=" + settings.serverData();
    }
}
