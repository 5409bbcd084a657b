package tallygate.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionTimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.blackbox.RunningGateway;

/** One run: a calm beginning, faults, quiet until everything has ended, a count against the tables, and the evidence. */
final class Run implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Run.class);
    private static final int PER_SECOND = 25;
    private static final Duration QUIET_MAX = Duration.ofSeconds(Integer.getInteger("chaos.quiet", 120));
    private static final Duration CHAIN_MAX = Duration.ofSeconds(20);
    private static final int THREADS_MORE_MAX = 40;
    private static final int FILES_MORE_MAX = 60;

    private final World world;
    private final Tables tables;
    private final Senders senders;
    private final Person person;
    private final Watch watch;
    private final long seed;
    private final Plan plan;
    private final Map<Integer, double[]> before = new LinkedHashMap<>();
    private Duration quiet = QUIET_MAX;
    private Set<Fault> struck = Set.of();

    /** What a scenario plays on. */
    record Stage(World world, Tables tables, Senders senders, Person person, Plan plan) {
        Evidence.Notice notice(Evidence.Script script) {
            return plan.next(script);
        }
    }

    /** A few steps in a known order. */
    interface Scenario {
        void play(Stage stage) throws Exception;
    }

    Run(Path folder, int nodes, boolean hasSmallDisk, long seed, Watch watch, NodeOptions options) throws Exception {
        this.seed = seed;
        this.watch = watch;
        this.plan = new Plan(seed, World.SECRET);
        this.world = new World(folder, nodes, hasSmallDisk, options);
        this.tables = new Tables(world.database);
        try {
            world.awaitReady();
            tables.watchMoves();
        } catch (Exception | Error e) {
            world.close();
            throw e;
        }
        this.senders = new Senders(plan, world.nodes);
        this.person = new Person(world.nodes);
        world.business.mend(Run::isMended);
    }

    Evidence run(Duration chaos) throws Exception {
        senders.start(PER_SECOND, chaos, new SplittableRandom(seed + 1));
        Nemesis nemesis = new Nemesis(world, seed + 2);
        try (ScheduledExecutorService beside = Executors.newSingleThreadScheduledExecutor()) {
            beside.scheduleWithFixedDelay(this::glance, 0, 500, TimeUnit.MILLISECONDS);
            nemesis.rage(chaos);
            struck = nemesis.struck();
            quieten();
            beside.shutdownNow();
        }
        Map<String, long[]> sums = new HashMap<>();
        if (quiet.compareTo(QUIET_MAX) < 0) {
            sums.putAll(account());
        }
        return evidence(sums);
    }

    /** A scenario instead of chaos. */
    Evidence play(Scenario scenario) throws Exception {
        scenario.play(new Stage(world, tables, senders, person, plan));
        quieten();
        return evidence(Map.of());
    }

    Set<Fault> struck() {
        return struck;
    }

    /** What is refused for good until a person tries it once more: half of it is then not refused. */
    static boolean isMended(String event) {
        return event.hashCode() % 2 == 0;
    }

    private void glance() {
        try {
            watch.look(world.nodes);
            person.look();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** No faults any more: everything must come to its end by itself. */
    private void quieten() {
        long began = System.nanoTime();
        try {
            await().atMost(QUIET_MAX)
                    .pollInterval(Duration.ofMillis(500))
                    .ignoreExceptions()
                    .until(() -> {
                        for (RunningGateway node : world.nodes) {
                            if (!node.isAlive()) {
                                node.startAgain();
                            }
                        }
                        return senders.isSettled() && tables.unfinished().isEmpty() && allReady();
                    });
            quiet = Duration.ofNanos(System.nanoTime() - began);
        } catch (ConditionTimeoutException e) {
            log.error("open={} unfinished={}", senders.open(), unfinished());
        }
        log.warn(
                "seed={} quiet_s={} notices={} tries={}",
                seed,
                quiet.toSeconds(),
                senders.notices().size(),
                senders.tries().size());
    }

    private boolean allReady() throws Exception {
        for (RunningGateway node : world.nodes) {
            if (node.get("/readyz").statusCode() != 200) {
                return false;
            }
        }
        return true;
    }

    private List<String> unfinished() {
        try {
            return tables.unfinished();
        } catch (SQLException e) {
            return List.of("the database does not say: " + e.getMessage());
        }
    }

    /** Nothing fails now, so what is counted must be what is found: a killed node took its earlier counts with it. */
    private Map<String, long[]> account() throws Exception {
        double stored = sum("tallygate_events_stored_total");
        double done = sum("tallygate_work_total", "outcome=\"done\"");
        double acknowledged = sum("tallygate_callbacks_total", "answer=\"acknowledged\"");
        long rows = tables.number("SELECT COUNT(*) FROM async_task");
        long ended = tables.number("SELECT COUNT(*) FROM async_task WHERE status = 2 AND attempts > 0");
        long answers = successes();
        senders.start(20, Duration.ofSeconds(2), new SplittableRandom(seed + 3));
        await().atMost(QUIET_MAX)
                .ignoreExceptions()
                .until(() -> senders.isSettled() && tables.unfinished().isEmpty());
        Map<String, long[]> sums = new LinkedHashMap<>();
        sums.put("tallygate_events_stored_total", new long[] {
            Math.round(sum("tallygate_events_stored_total") - stored),
            tables.number("SELECT COUNT(*) FROM async_task") - rows
        });
        sums.put("tallygate_callbacks_total acknowledged", new long[] {
            Math.round(sum("tallygate_callbacks_total", "answer=\"acknowledged\"") - acknowledged),
            successes() - answers
        });
        sums.put("tallygate_work_total done", new long[] {
            Math.round(sum("tallygate_work_total", "outcome=\"done\"") - done),
            tables.number("SELECT COUNT(*) FROM async_task WHERE status = 2 AND attempts > 0") - ended
        });
        sums.put("tallygate_illegal_moves_total", new long[] {Math.round(sum("tallygate_illegal_moves_total")), 0});
        return sums;
    }

    private long successes() {
        return senders.tries().stream().filter(sent -> sent.status() == 200).count();
    }

    private double sum(String name) throws Exception {
        return sum(name, "");
    }

    private double sum(String name, String label) throws Exception {
        double sum = 0;
        for (RunningGateway node : world.nodes) {
            sum += node.metric(name, label);
        }
        return sum;
    }

    /** Kept for {@link #leaks()}: threads and files of each node once everything is warm. */
    void warm() throws Exception {
        senders.start(PER_SECOND, Duration.ofSeconds(3), new SplittableRandom(seed + 4));
        await().atMost(QUIET_MAX).ignoreExceptions().until(() -> senders.isSettled());
        for (RunningGateway node : world.nodes) {
            before.put(world.nodes.indexOf(node), figures(node));
        }
    }

    private static double[] figures(RunningGateway node) throws Exception {
        return new double[] {node.metric("jvm_threads_live_threads"), node.metric("process_files_open_files")};
    }

    private List<String> leaks() throws Exception {
        List<String> leaks = new ArrayList<>();
        if (before.isEmpty()) {
            return leaks;
        }
        for (RunningGateway node : world.nodes) {
            int number = world.nodes.indexOf(node);
            double[] was = before.get(number);
            double[] is = figures(node);
            if (is[0] > was[0] + THREADS_MORE_MAX) {
                leaks.add("node " + number + " has " + is[0] + " threads, had " + was[0]);
            }
            if (is[1] > was[1] + FILES_MORE_MAX) {
                leaks.add("node " + number + " has " + is[1] + " open files, had " + was[1]);
            }
            if (world.logs.get(number).text().contains("LEAK:")) {
                leaks.add("node " + number + " leaks buffers, see its log");
            }
        }
        return leaks;
    }

    private String chain() {
        try {
            String answer = await().atMost(CHAIN_MAX)
                    .ignoreExceptions()
                    .until(() -> person.verifyChain(world.nodes.getFirst()), told -> !told.isEmpty());
            return answer.contains("ntact\":true") ? "" : answer;
        } catch (ConditionTimeoutException e) {
            return "no answer from " + world.nodes.getFirst().state();
        }
    }

    private Evidence evidence(Map<String, long[]> sums) throws Exception {
        boolean isOver = quiet.compareTo(QUIET_MAX) < 0;
        List<String> leaks = isOver ? leaks() : List.of();
        String chain = isOver ? chain() : "";
        watch.look(world.nodes);
        for (RunningGateway node : world.nodes) {
            assertThat(node.stop()).as("exit code after SIGTERM").isIn(0, 143);
        }
        Map<String, String> texts = new HashMap<>(watch.pages());
        texts.putAll(senders.answers());
        StringBuilder logs = new StringBuilder();
        for (LogPipe pipe : world.logs) {
            logs.append(pipe.text());
        }
        texts.put("logs", logs.toString());
        Evidence evidence = new Evidence(
                senders.notices(),
                senders.tries(),
                tables.rows(),
                tables.moves(),
                world.business.deliveries(),
                tables.sagas(),
                world.business.sagas().books(),
                tables.audited(),
                person.operated(),
                new Evidence.Traces(
                        Set.of(
                                World.SECRET,
                                MariaDb.PASSWORD,
                                Plan.CARD,
                                world.nodes.getFirst().token()),
                        texts,
                        quiet,
                        QUIET_MAX,
                        chain,
                        leaks,
                        sums));
        watch.read(evidence, logs.toString());
        return evidence;
    }

    @Override
    public void close() throws Exception {
        senders.close();
        person.close();
        world.close();
    }
}
