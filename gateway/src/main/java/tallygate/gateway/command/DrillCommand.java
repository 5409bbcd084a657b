package tallygate.gateway.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tallygate.config.GatewayConfig;
import tallygate.config.Loading;
import tallygate.gateway.DatabaseSource;
import tallygate.gateway.embedded.DataDirLock;
import tallygate.gateway.embedded.EmbeddedException;
import tallygate.gateway.embedded.Trees;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.task.StoreException;

/** The fault drill: on processes and a database of its own, never on the operator's. */
@Command(
        name = "drill",
        mixinStandardHelpOptions = true,
        description = {
            "Fault drill: a gateway and four sample services as processes, on a database of their own.",
            "Each step of a saga fails forward and backward: refused, standing still, answers lost, late, repeated,"
                + " process killed, tables locked; the orchestrator is killed in the middle. Callbacks: receiver away"
                + " and still, duplicates, forgeries, worker killed and stopped, database killed. A round takes some"
                + " minutes."
        },
        footer = {
            "",
            "Exit: 0 every invariant held, 1 one did not or an exercise failed, 69 the drill could not be begun."
        })
final class DrillCommand implements Callable<Integer> {
    @Option(names = "--rounds", defaultValue = "3", description = "How often all is done; default ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(
            names = "--config",
            description = "Leave date and outcome under this configuration's data-dir, where checklist looks for them.")
    private Optional<Path> config = Optional.empty();

    @Option(names = "--json", description = "One JSON object at the end instead of lines.")
    private boolean isJson;

    @Option(names = "--seed", description = "Decides order and moments; default: a new one, which is shown.")
    private Optional<Long> seed = Optional.empty();

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "TEXT",
            description = "Only exercises whose name holds one of these; it does not count for the checklist then.")
    private List<String> only = List.of();

    @Option(
            names = "--without-guard",
            hidden = true,
            description = "The services run without their guard: shows that the drill sees it.")
    private boolean isUnguarded;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        // A drill that is stopped takes its processes with it.
        Thread ending = Thread.ofPlatform()
                .name("end-children")
                .unstarted(() -> ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly));
        Runtime.getRuntime().addShutdownHook(ending);
        PrintWriter out = spec.commandLine().getOut();
        try {
            Optional<Path> dataDir = dataDir();
            DrillReport report = drill(out);
            if (isJson) {
                report.json(out);
            } else {
                report.text(out);
            }
            if (dataDir.isPresent() && only.isEmpty()) {
                new LastDrill(
                                report.ended(),
                                rounds,
                                report.book().verdicts().size(),
                                report.book().faults().size())
                        .write(dataDir.get());
            }
            return report.book().isHeld() ? Exit.OK : Exit.REFUSED;
        } catch (IOException | EmbeddedException | StoreException e) {
            spec.commandLine().getErr().println("tallygate: the drill could not be run: " + e.getMessage());
            return Exit.UNAVAILABLE;
        } finally {
            Runtime.getRuntime().removeShutdownHook(ending);
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

    private DrillReport drill(PrintWriter out) throws IOException, InterruptedException {
        Instant began = Clock.systemUTC().instant();
        long chosen = seed.orElseGet(() -> new SecureRandom().nextLong(1, 1_000_000_000));
        Path folder = Files.createTempDirectory("tallygate-drill");
        String yaml = "data-dir: \"" + folder.resolve("data") + "\"\nmode: development\n";
        if (!(GatewayConfig.parse(yaml, folder, Map.of()) instanceof Loading.Loaded loaded)) {
            throw new IOException("the drill's own configuration is not valid");
        }
        boolean isHeld = true;
        try (DataDirLock lock = DataDirLock.take(loaded.config().dataDir());
                DatabaseSource database = DatabaseSource.of(loaded.config(), lock, home(), (_, _) -> {});
                MySqlStores stores = MySqlStores.open(database.settings(), System::nanoTime);
                DrillRig rig = new DrillRig(folder, database, !isUnguarded)) {
            String server = stores.check(Clock.systemUTC()).stream()
                    .filter(finding -> finding.what().equals("version"))
                    .findFirst()
                    .map(finding -> finding.value())
                    .orElse("embedded MariaDB");
            DrillBook book = new DrillBook(verdict -> line(out, verdict));
            rounds(rig, stores, book, chosen);
            isHeld = book.isHeld();
            return new DrillReport(
                    began,
                    Clock.systemUTC().instant(),
                    rounds,
                    only,
                    chosen,
                    server,
                    book,
                    isHeld ? Optional.empty() : Optional.of(folder));
        } finally {
            // The logs are wanted when something did not hold.
            for (Path gone : isHeld ? List.of(folder) : List.of(folder.resolve("data"), folder.resolve("gateway"))) {
                Trees.delete(gone);
            }
        }
    }

    private static Optional<Path> home() {
        return Optional.ofNullable(System.getProperty("tallygate.home")).map(Path::of);
    }

    private void rounds(DrillRig rig, MySqlStores stores, DrillBook book, long chosen) throws InterruptedException {
        RandomGenerator dice = new SplittableRandom(chosen);
        String run = "d" + chosen;
        var sagas = new DrillSagas(rig, stores, book, dice, run);
        var tasks = new DrillTasks(rig, stores, book, Clock.systemUTC(), run);
        DrillExercise.Ground ground = () -> {
            rig.mend();
            sagas.mend();
        };
        var playing = new DrillRounds(book, ground, System::nanoTime);
        for (int round = 1; round <= rounds; round++) {
            List<DrillExercise> all = new ArrayList<>(sagas.all());
            all.addAll(tasks.all());
            for (DrillExercise exercise : shuffled(all, dice)) {
                if (only.isEmpty() || only.stream().anyMatch(exercise.name()::contains)) {
                    playing.play(round, exercise);
                }
            }
        }
    }

    private static List<DrillExercise> shuffled(List<DrillExercise> exercises, RandomGenerator dice) {
        List<DrillExercise> rest = new ArrayList<>(exercises);
        List<DrillExercise> order = new ArrayList<>();
        while (!rest.isEmpty()) {
            order.add(rest.remove(dice.nextInt(rest.size())));
        }
        return order;
    }

    private void line(PrintWriter out, DrillBook.Verdict verdict) {
        if (!isJson) {
            out.println(DrillReport.line(verdict));
            out.flush();
        }
    }
}
