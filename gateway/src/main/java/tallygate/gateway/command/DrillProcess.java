package tallygate.gateway.command;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
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
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A child process of the drill, a command of this program, that can be killed and started again on its port. */
final class DrillProcess implements AutoCloseable {
    private static final Duration READY_MAX = Duration.ofSeconds(90);

    private final List<String> command;
    private final Map<String, String> environment;
    private final Path log;
    private final URI sign;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private Process process;

    /**
     * Starts it; {@link #awaitReady} waits for it.
     *
     * @param sign answers 200 when it works
     */
    DrillProcess(Path log, URI sign, Map<String, String> environment, String... arguments) throws IOException {
        this.command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path")));
        Optional.ofNullable(System.getProperty("tallygate.home"))
                .ifPresent(home -> command.add("-Dtallygate.home=" + home));
        command.add(Main.class.getName());
        command.addAll(List.of(arguments));
        this.environment = Map.copyOf(environment);
        this.log = log;
        this.sign = sign;
        this.process = launch();
    }

    private Process launch() throws IOException {
        var builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        return builder.start();
    }

    void awaitReady() throws IOException, InterruptedException {
        long until = System.nanoTime() + READY_MAX.toNanos();
        while (!isReady()) {
            if (!process.isAlive() || System.nanoTime() > until) {
                String said = Files.readString(log);
                throw new IOException(name() + " did not get ready; its log ends with: "
                        + said.substring(Math.max(0, said.length() - 2_000)));
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private String name() {
        return "the drill's process " + log.getFileName().toString().replace(".log", "");
    }

    private boolean isReady() throws InterruptedException {
        try {
            return client.send(
                                    HttpRequest.newBuilder(sign)
                                            .timeout(Duration.ofSeconds(3))
                                            .build(),
                                    HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException _) {
            return false;
        }
    }

    /** Stopped (SIGSTOP) until {@link #goOn}: alive, and doing nothing. */
    void standStill() throws IOException, InterruptedException {
        signal("-STOP");
    }

    void goOn() throws IOException, InterruptedException {
        signal("-CONT");
    }

    private void signal(String signal) throws IOException, InterruptedException {
        int exit = new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        if (exit != 0) {
            throw new IOException("kill " + signal + " of process " + process.pid() + " ended with " + exit);
        }
    }

    /** Killed and started again, unless it answers. */
    void mend() throws IOException, InterruptedException {
        if (process.isAlive()) {
            goOn();
        }
        if (!process.isAlive() || !isReady()) {
            kill();
            startAgain();
            awaitReady();
        }
    }

    /** kill -9 */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** After a kill. */
    void startAgain() throws IOException {
        process = launch();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        client.close();
    }

    static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
