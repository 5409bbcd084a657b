package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Consumer;

/** Runs the load tools against what is measured; each run sends events that no other run sent. */
final class BenchLoad {
    private static final String SECRET = "SECRET";
    private static final int FEED_PER_SECOND_MAX = 30_000;

    private final BenchTools tools;
    private final BenchPlan plan;
    private final BenchDatabase database;
    private final Consumer<String> progress;
    private int seed;

    /** @param seed of the first run */
    BenchLoad(BenchTools tools, BenchPlan plan, BenchDatabase database, Consumer<String> progress, int seed) {
        this.tools = tools;
        this.plan = plan;
        this.database = database;
        this.progress = progress;
        this.seed = seed;
    }

    /** The bare HTTP floor. */
    BenchDrive floor(int connections) throws InterruptedException {
        progress.accept("bare HTTP answers over " + connections + " connections");
        int loops = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        try (BenchTools.Server floor = tools.server(List.of("floor", "--loops", Integer.toString(loops)))) {
            List<String> arguments =
                    new ArrayList<>(timed(List.of("http://127.0.0.1:" + floor.port() + "/"), connections));
            arguments.addAll(List.of("--feed", "20000", "--repeat", "true", "--watch", "floor=" + floor.pid()));
            return BenchDrive.of(drive(arguments), "floor");
        }
    }

    /**
     * Signed callbacks to a gateway, from as many connections as they are answered over.
     *
     * @param watched other processes of ours, by name
     */
    BenchDrive gateway(BenchGateway gateway, int connections, SequencedMap<String, Long> watched)
            throws InterruptedException {
        progress.accept("signed callbacks over " + connections + " connections");
        List<String> arguments = new ArrayList<>(timed(List.of(gateway.url()), connections));
        long seconds = plan.warmup().plus(plan.window()).toSeconds();
        arguments.addAll(List.of("--feed", Long.toString(seconds * FEED_PER_SECOND_MAX)));
        watched.forEach((name, pid) -> arguments.addAll(List.of("--watch", name + "=" + pid)));
        return BenchDrive.of(drive(arguments), "gateway");
    }

    /**
     * So many signed callbacks to two gateways at once, three in ten of them repeated.
     *
     * @param accepted where the accepted event ids are written
     * @return the different events that were accepted, and how fast
     */
    Repeated duplicates(List<BenchGateway> gateways, int count, Path accepted) throws InterruptedException {
        progress.accept("three in ten callbacks repeated, to two nodes");
        List<String> arguments = new ArrayList<>(List.of("drive"));
        gateways.forEach(gateway -> arguments.addAll(List.of("--url", gateway.url())));
        arguments.addAll(List.of(
                "--count", Integer.toString(count),
                "--duplicates", "0.3",
                "--connections", Integer.toString(plan.connections()),
                "--accepted", accepted.toString()));
        BenchDrive drive = BenchDrive.of(drive(arguments), "gateway");
        try {
            return new Repeated(drive, new HashSet<>(Files.readAllLines(accepted)).size());
        } catch (IOException e) {
            throw new BenchException("the accepted events could not be read from " + accepted + ": " + e, e);
        }
    }

    /** What a run with repeated callbacks came to. */
    record Repeated(BenchDrive drive, long events) {}

    /** Sagas a second that a plain loop writes. */
    double rawSagas(int connections) throws InterruptedException {
        progress.accept("the writes of sagas, " + connections + " connections");
        return tools.run(
                        database.secrets(),
                        List.of(
                                "raw-saga",
                                "--url",
                                database.url(),
                                "--user",
                                database.user(),
                                "--connections",
                                Integer.toString(connections),
                                "--warmup",
                                plan.warmup().toSeconds() + "s",
                                "--duration",
                                plan.window().toSeconds() + "s"))
                .path("perSecond")
                .asDouble();
    }

    /** The raw loop on a copy of the task table. */
    BenchResult.Raw raw(int connections, int batch) throws InterruptedException {
        progress.accept("raw inserts, " + connections + " connections × " + batch + " rows");
        List<String> arguments = new ArrayList<>(List.of(
                "raw",
                "--url",
                database.url(),
                "--user",
                database.user(),
                "--table",
                "async_task",
                "--connections",
                Integer.toString(connections),
                "--batch",
                Integer.toString(batch),
                "--warmup",
                plan.warmup().toSeconds() + "s",
                "--duration",
                plan.window().toSeconds() + "s"));
        database.pid().ifPresent(pid -> arguments.addAll(List.of("--database-pid", Long.toString(pid))));
        JsonNode raw = tools.run(database.secrets(), arguments);
        return new BenchResult.Raw(
                connections,
                batch,
                Math.round(raw.path("perSecond").asDouble()),
                raw.path("databaseMicros").asDouble(),
                raw.path("clientMicros").asDouble(),
                raw.path("commitMicros").path("p50").asLong(),
                raw.path("cpu").path("othersCores").asDouble());
    }

    private List<String> timed(List<String> urls, int connections) {
        var arguments = new ArrayList<String>(List.of("drive"));
        urls.forEach(url -> arguments.addAll(List.of("--url", url)));
        arguments.addAll(List.of(
                "--connections", Integer.toString(connections),
                "--warmup", plan.warmup().toSeconds() + "s",
                "--duration", plan.window().toSeconds() + "s"));
        database.pid().ifPresent(pid -> arguments.addAll(List.of("--watch", "database=" + pid)));
        return arguments;
    }

    private JsonNode drive(List<String> arguments) throws InterruptedException {
        arguments.addAll(List.of("--seed", Integer.toString(seed++)));
        return tools.run(Map.of(SECRET, BenchGateway.SECRET), arguments);
    }
}
