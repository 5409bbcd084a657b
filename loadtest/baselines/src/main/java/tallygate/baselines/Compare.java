package tallygate.baselines;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import tallygate.loadtest.measure.Json;

/**
 * Rounds of: the gateway's own bench, the Spring Boot service under the same load driver, db-scheduler; all on one database server,
 * in the same minutes. Prints each round and the medians of the ratios. A round in which others used the machine says little:
 * its {@code othersCores} are printed.
 */
public final class Compare {
    private static final String SECRET = "whsec_baseline0123456789abcdef";
    private static final int CONNECTIONS = 64;
    private static final int TASKS = 20_000;
    /** Tomcat and JDBC are still being compiled before that. */
    private static final int WARMUP_SECONDS = 30;

    private final ObjectMapper json = new ObjectMapper();
    private final Arguments given;

    private Compare(Arguments given) {
        this.given = given;
    }

    /** {@code --url --user --database-pid --rounds --seconds --home --directory}; see the profile {@code baselines}. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        new Compare(Arguments.of(arguments)).run();
    }

    /** The figures of one round. */
    private record Round(
            double gatewayPerSecond,
            double gatewayMicros,
            double workPerSecond,
            double springPerSecond,
            double springMicros,
            double schedulerPerSecond,
            double springOthersCores,
            boolean benchIsValid) {
        double intakeRatio() {
            return ratio(gatewayPerSecond, springPerSecond);
        }

        double costRatio() {
            return ratio(springMicros, gatewayMicros);
        }

        double workRatio() {
            return ratio(workPerSecond, schedulerPerSecond);
        }
    }

    private void run() throws IOException, InterruptedException {
        var rounds = new ArrayList<Round>();
        for (int i = 0; i < given.number("rounds"); i++) {
            Round round = round();
            rounds.add(round);
            System.out.println(Json.line(round)); // console
        }
        var medians = new LinkedHashMap<String, Object>();
        medians.put("gatewayToSpring", median(rounds, Round::intakeRatio));
        medians.put("springCostToGateway", median(rounds, Round::costRatio));
        medians.put("workToScheduler", median(rounds, Round::workRatio));
        System.out.println(Json.line(medians)); // console
    }

    private Round round() throws IOException, InterruptedException {
        JsonNode bench = last(child(Map.of(), gatewayBench()));
        JsonNode spring = spring();
        JsonNode scheduler = last(java(
                SchedulerRun.class,
                "--url=" + given.text("url"),
                "--user=" + given.text("user"),
                "--tasks=" + TASKS,
                "--database-pid=" + given.text("database-pid")));
        JsonNode intake = bench.path("intake");
        JsonNode window = spring.path("window");
        JsonNode micros = window.path("microsPerAccepted");
        return new Round(
                intake.path("perSecond").asDouble(),
                intake.path("gatewayMicros").asDouble()
                        + intake.path("databaseMicros").asDouble(),
                bench.path("work").path("perSecond").asDouble(),
                window.path("perSecond").asDouble(),
                micros.path("spring").asDouble() + micros.path("database").asDouble(),
                scheduler.path("perSecond").asDouble(),
                window.path("cpu").path("othersCores").asDouble(),
                bench.path("valid").asBoolean());
    }

    private List<String> gatewayBench() throws IOException {
        Path directory = Files.createDirectories(Path.of(given.text("directory")));
        Path configuration = directory.resolve("bench.yaml");
        Files.writeString(configuration, """
            database:
              url: "%s"
              username: "%s"
              password: "${env:TALLYGATE_BASELINE_PASSWORD}"
            mode: development
            """.formatted(given.text("url"), given.text("user")));
        return List.of(
                Path.of(given.text("home"), "bin", "tallygate").toString(),
                "bench",
                "--json",
                "--seconds",
                given.text("seconds"),
                "--config",
                configuration.toString());
    }

    private JsonNode spring() throws IOException, InterruptedException {
        int port = freePort();
        Process service = start(
                Map.of(),
                command(
                        SpringService.class,
                        "--url=" + given.text("url"),
                        "--user=" + given.text("user"),
                        "--secret=" + SECRET,
                        "--port=" + port));
        try {
            awaitLine(service);
            List<String> drive = new ArrayList<>(Arrays.asList(
                    "drive",
                    "--url",
                    "http://127.0.0.1:" + port + "/callbacks/bench",
                    "--connections",
                    Integer.toString(CONNECTIONS),
                    "--warmup",
                    WARMUP_SECONDS + "s",
                    "--duration",
                    given.text("seconds") + "s",
                    "--seed",
                    Long.toString(System.nanoTime() & 0xFFFFFF),
                    "--feed",
                    Integer.toString((WARMUP_SECONDS + given.number("seconds")) * 8_000),
                    "--watch",
                    "spring=" + service.pid()));
            if (given.number("database-pid") > 0) {
                drive.addAll(List.of("--watch", "database=" + given.text("database-pid")));
            }
            Path tools = Path.of(given.text("home"), "lib", "loadtest", "*");
            var command = new ArrayList<>(
                    List.of(javaCommand(), "-Xmx1g", "-cp", tools.toString(), "tallygate.loadtest.Main"));
            command.addAll(drive);
            return last(child(Map.of("TALLYGATE_LOADTEST_SECRET", SECRET), command));
        } finally {
            service.destroy();
            service.waitFor();
        }
    }

    private List<String> java(Class<?> main, String... arguments) throws IOException, InterruptedException {
        return child(Map.of(), command(main, arguments));
    }

    private static List<String> command(Class<?> main, String... arguments) {
        var command = new ArrayList<>(List.of(
                javaCommand(), "-XX:+UseParallelGC", "-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    private static String javaCommand() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static Process start(Map<String, String> environment, List<String> command) throws IOException {
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static List<String> child(Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        Process process = start(environment, command);
        try (BufferedReader reader = reader(process)) {
            List<String> lines = reader.lines().toList();
            process.waitFor();
            if (lines.isEmpty()) {
                throw new IOException(command.getFirst() + " ended without a result, exit " + process.exitValue());
            }
            return lines;
        }
    }

    private static void awaitLine(Process process) throws IOException {
        String line;
        BufferedReader reader = reader(process);
        do {
            line = reader.readLine();
            if (line == null) {
                throw new IOException("the Spring service ended before it served");
            }
        } while (!line.startsWith("{\"port\""));
    }

    private static BufferedReader reader(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    private JsonNode last(List<String> lines) throws IOException {
        return json.readTree(lines.getLast());
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static double median(List<Round> rounds, ToDoubleFunction<Round> of) {
        List<Double> sorted = rounds.stream()
                .mapToDouble(of)
                .boxed()
                .sorted(Comparator.naturalOrder())
                .toList();
        return sorted.get(sorted.size() / 2);
    }

    private static double ratio(double part, double whole) {
        return whole == 0 ? 0 : Math.round(100 * part / whole) / 100.0;
    }
}
