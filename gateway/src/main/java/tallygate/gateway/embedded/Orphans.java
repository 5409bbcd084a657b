package tallygate.gateway.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Servers that still run on a data directory whose gateway is gone. To be called by the holder of its lock only. */
final class Orphans {
    private static final Logger log = LoggerFactory.getLogger(Orphans.class);
    /** A keeper that has seen its gateway go is stopping its server already. */
    private static final int SECONDS_BY_ITSELF = 5;

    private static final int SECONDS_ASKED = 30;
    private static final int SECONDS_KILLED = 10;
    private static final int LOOKS_A_SECOND = 20;

    private Orphans() {}

    /** Returns when no server runs on the data directory any more. */
    static void takeDown(EmbeddedSettings settings) {
        String argument = ServerCommand.dataDirArgument(settings);
        for (ProcessHandle server : find(argument)) {
            log.info(
                    "pid={} dir={} a server of an earlier gateway still runs, waiting for its end",
                    server.pid(),
                    settings.serverData());
            boolean isGone = isGoneWithin(server, argument, SECONDS_BY_ITSELF)
                    || (server.destroy() && isGoneWithin(server, argument, SECONDS_ASKED))
                    || (server.destroyForcibly() && isGoneWithin(server, argument, SECONDS_KILLED));
            if (!isGone) {
                throw new EmbeddedException(
                        "A database server of an earlier gateway (process " + server.pid() + ") still uses "
                                + settings.serverData() + " and does not end: end it by hand, then start again.");
            }
        }
    }

    private static List<ProcessHandle> find(String argument) {
        return ProcessHandle.allProcesses()
                .filter(process -> isServer(process, argument))
                .toList();
    }

    /** The keeper's command line holds the server's; only the program itself begins with it. */
    static boolean isServer(ProcessHandle process, String argument) {
        try {
            byte[] line = Files.readAllBytes(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
            List<String> words = List.of(new String(line, StandardCharsets.UTF_8).split("\0"));
            return words.getFirst().endsWith("/mariadbd") && words.contains(argument);
        } catch (IOException _) {
            return false;
        }
    }

    /** Asked by its command line: a process that nobody reaps is gone all the same, and its number may be another's soon. */
    private static boolean isGoneWithin(ProcessHandle process, String argument, int seconds) {
        try {
            for (int i = 0; i < seconds * LOOKS_A_SECOND && isServer(process, argument); i++) {
                Thread.sleep(1000 / LOOKS_A_SECOND);
            }
            return !isServer(process, argument);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new EmbeddedException("interrupted while an earlier database server was ending");
        }
    }
}
