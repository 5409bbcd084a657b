package tallygate.gateway.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The load tools of the distribution, each run as a child process that prints JSON. */
final class BenchTools {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path library;

    private BenchTools(Path library) {
        this.library = library;
    }

    /** @param home the distribution's folder */
    static BenchTools in(Path home) {
        Path library = home.resolve("lib").resolve("loadtest");
        if (!Files.isDirectory(library)) {
            throw new BenchException("the load tools are not in " + library
                    + ": run bench from a whole distribution (bin/tallygate bench)");
        }
        return new BenchTools(library);
    }

    /**
     * Runs a tool to its end.
     *
     * @param secrets option values that must not stand on a command line, by option name
     * @return the one line that it prints
     */
    JsonNode run(Map<String, String> secrets, List<String> arguments) throws InterruptedException {
        Process process = start(secrets, arguments);
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            String line = out.readLine();
            int exit = process.waitFor();
            if (exit != 0 || line == null) {
                throw new BenchException("load tool " + arguments.getFirst() + " ended with exit code " + exit
                        + "; its message is above");
            }
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new BenchException("load tool " + arguments.getFirst() + " printed no JSON", e);
        } catch (IOException e) {
            throw new BenchException("load tool " + arguments.getFirst() + " could not be read: " + e, e);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Starts a tool that listens; it tells its port when it does, and ends when it is closed or this process ends. */
    Server server(List<String> arguments) {
        Process process = start(Map.of(), arguments);
        try {
            String line = process.inputReader(StandardCharsets.UTF_8).readLine();
            if (line == null) {
                throw new BenchException("load tool " + arguments.getFirst() + " did not start; its message is above");
            }
            return new Server(process, JSON.readTree(line).path("port").asInt());
        } catch (IOException e) {
            process.destroyForcibly();
            throw new BenchException("load tool " + arguments.getFirst() + " could not be read: " + e, e);
        }
    }

    private Process start(Map<String, String> secrets, List<String> arguments) {
        var command = new ArrayList<String>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:MaxDirectMemorySize=2g",
                "-cp",
                library + "/*",
                "tallygate.loadtest.Main"));
        command.addAll(arguments);
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        secrets.forEach((name, value) -> builder.environment().put("TALLYGATE_LOADTEST_" + name, value));
        try {
            return builder.start();
        } catch (IOException e) {
            throw new BenchException("load tool " + arguments.getFirst() + " could not be started: " + e, e);
        }
    }

    /** A tool that listens. */
    record Server(Process process, int port) implements AutoCloseable {
        long pid() {
            return process.pid();
        }

        @Override
        public void close() {
            try {
                process.getOutputStream().close();
                process.waitFor(5, TimeUnit.SECONDS);
            } catch (IOException e) {
                // Closing its input only asks politely; it is ended below in any case.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                process.destroyForcibly();
            }
        }
    }
}
