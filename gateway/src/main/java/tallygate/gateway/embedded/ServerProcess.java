package tallygate.gateway.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * One run of the server under its keeper: a shell in a session of its own, so that Ctrl-C at the gateway does not reach the
 * server. The keeper stops the server cleanly when its standard input ends, which it does when this process is gone, also by
 * kill -9; and it ends when the server does.
 */
final class ServerProcess {
    /** Started as {@code sh -c KEEPER keeper mariadbd …}. */
    private static final String KEEPER = """
        exec 3<&0 </dev/null
        "$@" 3<&- &
        server=$!
        { cat <&3 >/dev/null; kill -TERM "$server"; } 2>/dev/null &
        watch=$!
        exec 3<&-
        wait "$server"
        code=$?
        kill "$watch" 2>/dev/null
        exit "$code"
        """;

    private static final int GREETING_MILLIS_MAX = 500;
    private static final int STOP_SECONDS_MAX = 30;

    private final Process keeper;
    private final int port;

    private ServerProcess(Process keeper, int port) {
        this.keeper = keeper;
        this.port = port;
    }

    static ServerProcess start(List<String> server, Path base, Path outputTo, int port) {
        List<String> command = new ArrayList<>(List.of("setsid", "sh", "-c", KEEPER, "keeper"));
        command.addAll(server);
        ProcessBuilder builder = new ProcessBuilder(command);
        ServerCommand.environment(builder, base);
        builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(outputTo.toFile()));
        try {
            return new ServerProcess(builder.start(), port);
        } catch (IOException e) {
            throw new EmbeddedException(
                    "The embedded database's keeper cannot be started (it needs sh and setsid): " + e, e);
        }
    }

    boolean isAlive() {
        return keeper.isAlive();
    }

    int exitCode() {
        return keeper.exitValue();
    }

    CompletableFuture<?> onExit() {
        return keeper.onExit();
    }

    /** A server that takes connections greets first. It opens the port only when recovery is over. */
    boolean greets() {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(GREETING_MILLIS_MAX);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), GREETING_MILLIS_MAX);
            byte[] head = socket.getInputStream().readNBytes(5);
            return head.length == 5 && head[4] == 10;
        } catch (IOException _) {
            return false;
        }
    }

    /** Clean: the keeper sees its input end. A server that does not end in time is left to the next start's clean-up. */
    void stop() {
        try {
            keeper.getOutputStream().close();
            if (!keeper.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS)) {
                keeper.destroyForcibly();
            }
        } catch (IOException _) {
            keeper.destroyForcibly();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** As a power cut would: the server and all that belongs to it. */
    void kill() {
        keeper.descendants().forEach(ProcessHandle::destroyForcibly);
    }

    /** After the server's own end: lets the keeper's remaining reader go. */
    void closeInput() {
        try {
            keeper.getOutputStream().close();
        } catch (IOException _) {
            keeper.destroyForcibly();
        }
    }
}
