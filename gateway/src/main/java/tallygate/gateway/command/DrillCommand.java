package tallygate.gateway.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tallygate.callback.participant.sample.SampleOrder;
import tallygate.config.GatewayConfig;
import tallygate.config.Loading;
import tallygate.gateway.DatabaseSource;
import tallygate.gateway.SagaDrill;
import tallygate.gateway.Surroundings;
import tallygate.gateway.embedded.DataDirLock;
import tallygate.gateway.embedded.Trees;
import tallygate.gateway.mysql.DatabaseSettings;
import tallygate.gateway.mysql.MySqlStores;

/** The fault drill: on sample services and a database of its own, never on the operator's. */
@Command(
        name = "drill",
        mixinStandardHelpOptions = true,
        description =
                "Fault drill for sagas: each step fails forward and backward, answers are lost, late and repeated,"
                        + " the orchestrator is restarted. Uses sample services and a database of its own.",
        footer = {"", "Exit: 0 every exercise held, 1 one did not, 69 it could not be run."})
final class DrillCommand implements Callable<Integer> {
    @Option(names = "--rounds", defaultValue = "3", description = "How often all is done; default ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(
            names = "--config",
            description = "Leave date and outcome under this configuration's data-dir, where checklist looks for them.")
    private Optional<Path> config = Optional.empty();

    @Option(names = "--json", description = "One JSON object at the end instead of lines.")
    private boolean isJson;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        try {
            Optional<Path> dataDir = dataDir();
            List<SagaDrill.Verdict> verdicts = drill(out);
            boolean isHeld = verdicts.stream().allMatch(SagaDrill.Verdict::isHeld);
            print(out, verdicts, isHeld);
            if (dataDir.isPresent()) {
                last(verdicts).write(dataDir.get());
            }
            return isHeld ? Exit.OK : Exit.REFUSED;
        } catch (IOException e) {
            spec.commandLine().getErr().println("tallygate: the drill could not be run: " + e.getMessage());
            return Exit.UNAVAILABLE;
        }
    }

    /** @throws IOException when the configuration is not valid: said before the drill, not after it */
    private Optional<Path> dataDir() throws IOException {
        if (config.isEmpty()) {
            return Optional.empty();
        }
        if (!(GatewayConfig.load(config.get(), System.getenv()) instanceof Loading.Loaded loaded)) {
            throw new IOException(config.get() + " is not valid, see check-config");
        }
        return Optional.of(loaded.config().dataDir());
    }

    private LastDrill last(List<SagaDrill.Verdict> verdicts) {
        int broken =
                (int) verdicts.stream().filter(verdict -> !verdict.isHeld()).count();
        return new LastDrill(Clock.systemUTC().instant(), rounds, verdicts.size(), broken);
    }

    private List<SagaDrill.Verdict> drill(PrintWriter out) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("tallygate-drill");
        try (SampleOrder sample = SampleOrder.listen()) {
            String yaml = "data-dir: \"" + folder.resolve("data") + "\"\nmode: development\n" + sample.yaml();
            if (!(GatewayConfig.parse(yaml, folder, Map.of()) instanceof Loading.Loaded loaded)) {
                throw new IOException("the drill's own configuration is not valid");
            }
            try (DataDirLock lock = DataDirLock.take(loaded.config().dataDir());
                    DatabaseSource database = DatabaseSource.of(
                            loaded.config(),
                            lock,
                            Optional.ofNullable(System.getProperty("tallygate.home"))
                                    .map(Path::of),
                            (_, _) -> {});
                    MySqlStores stores = MySqlStores.open(database.settings(), System::nanoTime)) {
                stores.migrate();
                open(sample, database.settings());
                var around = new Surroundings(
                        Clock.systemUTC(), System::nanoTime, new SecureRandom(), new SimpleMeterRegistry());
                return new SagaDrill(sample, stores, around, loaded.config())
                        .run(rounds, verdict -> line(out, verdict));
            }
        } finally {
            Trees.delete(folder);
        }
    }

    private static void open(SampleOrder sample, DatabaseSettings database) throws IOException {
        String url = database.url();
        sample.open(
                url.substring(0, url.lastIndexOf('/') + 1),
                database.username(),
                database.password(),
                "tallygate_drill_");
    }

    private void line(PrintWriter out, SagaDrill.Verdict verdict) {
        if (!isJson) {
            out.println((verdict.isHeld() ? "held    " : "BROKEN  ") + "round " + verdict.round() + ": "
                    + verdict.exercise() + " (" + verdict.detail() + ")");
            out.flush();
        }
    }

    private void print(PrintWriter out, List<SagaDrill.Verdict> verdicts, boolean isHeld) throws IOException {
        if (!isJson) {
            out.println(isHeld ? "Every exercise held." : "At least one exercise did not hold.");
            return;
        }
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("held", isHeld);
        all.put(
                "exercises",
                verdicts.stream()
                        .map(verdict -> Map.of(
                                "round", verdict.round(),
                                "exercise", verdict.exercise(),
                                "held", verdict.isHeld(),
                                "detail", verdict.detail()))
                        .toList());
        out.println(new ObjectMapper().writeValueAsString(all));
    }
}
