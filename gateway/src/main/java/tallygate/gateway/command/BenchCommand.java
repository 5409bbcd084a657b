package tallygate.gateway.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tallygate.config.DatabaseConfig;
import tallygate.config.GatewayConfig;
import tallygate.config.Loading;
import tallygate.gateway.embedded.EmbeddedException;
import tallygate.gateway.task.StoreException;

/** Measures this installation against what its disk, its database and its processors can do at all. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = {
            "Measure this installation: bare HTTP answers, raw durable inserts, the writer without HTTP, the whole"
                    + " gateway under signed callbacks, and the work.",
            "Starts gateways of its own. Without --config on a private MariaDB server; with it in an own schema on the"
                    + " configured server, dropped at the end. Takes two to three minutes."
        },
        footer = {
            "",
            "Exit: 0 measured, 1 measured but not valid (other processes used the machine, or errors), 69 not measured."
        })
final class BenchCommand implements Callable<Integer> {
    @Option(names = "--json", description = "Print JSON.")
    private boolean asJson;

    @Option(names = "--html", description = "Also write a page with plots to this file.")
    private Optional<Path> html = Optional.empty();

    @Option(names = "--config", description = "Measure on the database of this configuration, in a schema of its own.")
    private Optional<Path> config = Optional.empty();

    @Option(
            names = "--seconds",
            defaultValue = "6",
            description = "How long each part is measured, besides its warm-up; default ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(
            names = "--dir",
            description = "Where the private server keeps its data for the run: a folder on the disk that is to be"
                    + " measured. Default: the temporary folder.")
    private Optional<Path> dir = Optional.empty();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        Path directory = directory();
        // A bench that is stopped takes its gateways, tools and server with it.
        Thread ending = Thread.ofPlatform().name("end-children").unstarted(() -> {
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroy);
            delete(directory);
        });
        Runtime.getRuntime().addShutdownHook(ending);
        try {
            BenchResult result = measure(directory);
            print(result);
            html.ifPresent(file -> BenchPage.write(result, Instant.now(), file));
            return result.valid() ? Exit.OK : Exit.REFUSED;
        } catch (BenchException | EmbeddedException | StoreException e) {
            err.println("tallygate: bench: " + e.getMessage());
            err.flush();
            return Exit.UNAVAILABLE;
        } finally {
            delete(directory);
        }
    }

    private BenchResult measure(Path directory) throws InterruptedException {
        Path home = Path.of(Optional.ofNullable(System.getProperty("tallygate.home"))
                .orElseThrow(() -> new BenchException("run bench by the distribution's bin/tallygate")));
        BenchTools tools = BenchTools.in(home);
        BenchPlan plan = plan();
        try (BenchSource source = source(home, directory, tools)) {
            int seed = new SecureRandom().nextInt(1, 1_000_000_000);
            var load = new BenchLoad(tools, plan, source.database(), this::tell, seed);
            return new BenchRun(new BenchRun.Place(home, directory, source.database()), plan, tools, load).run();
        }
    }

    private BenchPlan plan() {
        try {
            return BenchPlan.of(seconds);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private BenchSource source(Path home, Path directory, BenchTools tools) throws InterruptedException {
        if (config.isEmpty()) {
            return BenchSource.embedded(home, directory, this::tell);
        }
        return switch (GatewayConfig.load(config.get(), System.getenv())) {
            case Loading.Loaded loaded ->
                switch (loaded.config().database().location()) {
                    case DatabaseConfig.Location.Embedded _ -> BenchSource.embedded(home, directory, this::tell);
                    case DatabaseConfig.Location.External external -> BenchSource.external(external, tools);
                };
            case Loading.Broken broken ->
                throw new BenchException(
                        "the configuration has problems, see tallygate check-config: " + broken.problems());
        };
    }

    private void print(BenchResult result) {
        PrintWriter out = spec.commandLine().getOut();
        if (!asJson) {
            BenchText.print(result, out);
            return;
        }
        try {
            out.println(new ObjectMapper().writeValueAsString(result));
            out.flush();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the result cannot be written as JSON", e);
        }
    }

    /** For whoever waits: on the error stream, so that the result stands alone on the other. */
    private void tell(String what) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("measuring " + what);
        err.flush();
    }

    private Path directory() {
        try {
            return dir.isPresent()
                    ? Files.createTempDirectory(Files.createDirectories(dir.get()), "bench")
                    : Files.createTempDirectory("tallygate-bench");
        } catch (IOException e) {
            throw new UncheckedIOException("no folder for the run could be made", e);
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> all = Files.walk(directory)) {
            all.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
        } catch (NoSuchFileException e) {
            // Removed before: a run that ended by itself has nothing left for the hook.
        } catch (IOException e) {
            throw new UncheckedIOException("the folder of the run could not be removed: " + directory, e);
        }
    }
}
