package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import tallygate.callback.participant.sample.GuardCost;
import tallygate.callback.participant.sample.SampleDatabase;

/** Measures one part after the other on one database, so that each has the machine to itself. */
final class BenchRun {
    /** Where things are. */
    record Place(Path home, Path directory, BenchDatabase database) {}

    private static final int DUPLICATES_SENT = 40_000;
    private static final int BATCH = 256;
    private static final int SAGAS_IN_HAND = 16;
    private static final int GUARD_ROUNDS = 1_000;
    private static final int[] PICKUP_PER_SECOND = {300, 3_000};

    private final Place place;
    private final BenchPlan plan;
    private final BenchTools tools;
    private final BenchLoad load;
    private final List<String> reasons = new ArrayList<>();

    BenchRun(Place place, BenchPlan plan, BenchTools tools, BenchLoad load) {
        this.place = place;
        this.plan = plan;
        this.tools = tools;
        this.load = load;
    }

    /** What is measured with gateways running. */
    private record Served(
            BenchResult.Through through,
            BenchDrive narrow,
            double narrowBatch,
            BenchDrive wide,
            double wideBatch,
            BenchDrive lone,
            BenchResult.Duplicates duplicates) {}

    BenchResult run() throws InterruptedException {
        var floor = new BenchResult.Floor(load.floor(plan.connections()), load.floor(plan.wide()));
        judge("bare HTTP", floor.narrow());
        judge("bare HTTP", floor.wide());
        Served served = served();
        BenchResult.Raw single = load.raw(1, 1);
        try (var node = BenchNode.join(place.database())) {
            var cpu = new BenchCpu(place.database().pid());
            BenchVerify.Result verify = new BenchVerify().measure(Instant.now());
            BenchWriter.Result writer = node.writer(cpu).measure(plan.warmup(), plan.window());
            BenchResult.Raw raw = load.raw(writer.connections(), BATCH);
            BenchRate work = node.work(cpu).measure(plan.warmup(), plan.window());
            BenchLife.Result life = node.life(cpu).measure(plan.warmup(), plan.window());
            var pickup = new ArrayList<BenchPickup.Result>();
            for (int perSecond : PICKUP_PER_SECOND) {
                pickup.add(node.pickup(Instant.now()).measure(perSecond, plan.window()));
            }
            BenchSaga.Result sagas = sagas(node);
            judge("raw inserts", raw.othersCores(), "");
            judge(
                    "writer",
                    writer.rate().othersCores(),
                    writer.busy() == 0 ? "" : writer.busy() + " told to come again");
            judge("work", work.othersCores(), work.count() == 0 ? "nothing was completed" : "");
            judge("whole life", life.handedOver().othersCores(), "");
            return result(floor, served, single, new Parts(verify, writer, raw, work, life, pickup, sagas));
        }
    }

    private record Parts(
            BenchVerify.Result verify,
            BenchWriter.Result writer,
            BenchResult.Raw raw,
            BenchRate work,
            BenchLife.Result life,
            List<BenchPickup.Result> pickup,
            BenchSaga.Result sagas) {}

    private BenchSaga.Result sagas(BenchNode node) throws InterruptedException {
        double plain = load.rawSagas(SAGAS_IN_HAND);
        double sagas = node.sagas().measure(SAGAS_IN_HAND, plan.warmup(), plan.window());
        BenchDatabase at = place.database();
        String bare = at.url().replaceFirst("\\?.*$", "");
        int cut = bare.lastIndexOf('/') + 1;
        var schema = new SampleDatabase(bare.substring(0, cut), at.user(), at.password(), bare.substring(cut));
        double guard;
        try {
            guard = new GuardCost(schema, System::nanoTime).micros("b" + System.nanoTime(), GUARD_ROUNDS);
        } catch (IOException e) {
            throw new BenchException("the guard could not be measured: " + e, e);
        }
        return new BenchSaga.Result(
                Math.round(sagas), Math.round(plain), ratio(sagas, plain), tenth(guard), SAGAS_IN_HAND);
    }

    private BenchResult result(BenchResult.Floor floor, Served served, BenchResult.Raw single, Parts parts)
            throws InterruptedException {
        BenchResult.Intake narrow = intake(served.narrow(), served.narrowBatch(), floor.narrow(), parts);
        BenchResult.Intake wide = intake(served.wide(), served.wideBatch(), floor.wide(), parts);
        var lone = new BenchResult.Lone(
                served.lone().p50Micros(),
                single.commitMicros(),
                ratio((double) served.lone().p50Micros(), (double) single.commitMicros()));
        boolean databaseIsHere = place.database().pid().isPresent();
        if (!databaseIsHere) {
            reasons.add("the database server runs elsewhere: its processor time is unknown and counted as 0");
        }
        BenchSettings settings = BenchSettings.read(place.database(), tools);
        return new BenchResult(
                reasons.isEmpty(),
                reasons,
                box(),
                floor,
                parts.raw(),
                parts.writer(),
                parts.verify(),
                narrow,
                wide,
                served.through(),
                parts.work(),
                parts.life(),
                parts.pickup(),
                parts.sagas(),
                lone,
                served.duplicates(),
                settings,
                BenchAdvice.of(new BenchAdvice.Seen(narrow, single, lone, parts.pickup(), settings, databaseIsHere)));
    }

    private static BenchResult.Intake intake(BenchDrive drive, double batch, BenchDrive floor, Parts parts) {
        BenchResult.Raw raw = parts.raw();
        double least = floor.micros() + parts.verify().micros() + raw.clientMicros() + raw.databaseMicros();
        return new BenchResult.Intake(
                drive.perSecond(),
                drive.micros(),
                drive.databaseMicros(),
                ratio((double) parts.writer().rate().perSecond(), (double) raw.perSecond()),
                ratio(least, drive.micros() + drive.databaseMicros()),
                drive.connections(),
                ratio((double) drive.perSecond(), (double) floor.perSecond()),
                batch,
                drive.generatorMicros(),
                drive.p50Micros(),
                drive.p99Micros(),
                drive.othersCores());
    }

    private Served served() throws InterruptedException {
        try (BenchTools.Server downstream = tools.server(List.of("downstream", "--answer", "ok"));
                BenchGateway first = start("node1", downstream)) {
            SequencedMap<String, Long> watched = new LinkedHashMap<>();
            watched.put("gateway", first.pid());
            watched.put("downstream", downstream.pid());
            watched.put("bench", ProcessHandle.current().pid());
            // The first compiler's code is slower by a factor: what is measured is a gateway that has run for a while.
            load.gateway(first, plan.wide(), watched);
            BenchResult.Through through = through(first, watched);
            // From here on no delivery is answered, so that nothing but intake is measured.
            behave(downstream, "hang");
            double commits = commits(first);
            double rows = rows(first);
            BenchDrive narrow = load.gateway(first, plan.connections(), watched);
            double narrowBatch = (rows(first) - rows) / Math.max(1, commits(first) - commits);
            commits = commits(first);
            rows = rows(first);
            BenchDrive wide = load.gateway(first, plan.wide(), watched);
            double wideBatch = (rows(first) - rows) / Math.max(1, commits(first) - commits);
            BenchDrive lone = load.gateway(first, 1, watched);
            judge("intake", narrow);
            judge("intake", wide);
            judge("lone callback", lone);
            BenchResult.Duplicates duplicates = duplicates(first, downstream);
            return new Served(through, narrow, tenth(narrowBatch), wide, tenth(wideBatch), lone, duplicates);
        }
    }

    private BenchResult.Through through(BenchGateway gateway, SequencedMap<String, Long> watched)
            throws InterruptedException {
        double doneBefore = done(gateway);
        long start = System.nanoTime();
        BenchDrive drive = load.gateway(gateway, plan.connections(), watched);
        double seconds = (System.nanoTime() - start) / 1e9;
        judge("callbacks in and deliveries out", drive);
        return new BenchResult.Through(
                drive.perSecond(),
                tenth((done(gateway) - doneBefore) / seconds),
                drive.micros(),
                drive.databaseMicros(),
                drive.connections(),
                drive.othersCores());
    }

    private BenchResult.Duplicates duplicates(BenchGateway first, BenchTools.Server downstream)
            throws InterruptedException {
        try (BenchGateway second = start("node2", downstream)) {
            long rowsBefore = tableRows();
            double newBefore = stored(first) + stored(second);
            BenchLoad.Repeated repeated = load.duplicates(
                    List.of(first, second), DUPLICATES_SENT, place.directory().resolve("accepted"));
            long reported = Math.round(stored(first) + stored(second) - newBefore);
            long rows = tableRows() - rowsBefore;
            boolean exact = reported == rows && rows == repeated.events();
            judge("repeated callbacks", 0, exact ? repeated.drive().problem() : "new, rows and events are not equal");
            return new BenchResult.Duplicates(repeated.drive().perSecond(), reported, rows, repeated.events(), exact);
        }
    }

    private BenchGateway start(String name, BenchTools.Server downstream) throws InterruptedException {
        return BenchGateway.start(place.home(), place.directory().resolve(name), place.database(), downstream.port());
    }

    private static void behave(BenchTools.Server downstream, String answer) throws InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + downstream.port() + "/behaviour?answer=" + answer);
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(uri)
                    .PUT(HttpRequest.BodyPublishers.noBody())
                    .build();
            client.send(request, HttpResponse.BodyHandlers.discarding());
        } catch (IOException e) {
            throw new BenchException("the downstream could not be switched: " + e, e);
        }
    }

    private long tableRows() throws InterruptedException {
        return place.database()
                .query(tools, "SELECT COUNT(*) AS n FROM async_task")
                .path(0)
                .path("n")
                .asLong();
    }

    private BenchResult.Box box() throws InterruptedException {
        JsonNode version =
                place.database().query(tools, "SELECT VERSION() AS v").path(0).path("v");
        try {
            return new BenchResult.Box(
                    Runtime.getRuntime().availableProcessors(),
                    Runtime.version().toString(),
                    version.asText(),
                    Files.getFileStore(place.directory()).type());
        } catch (IOException e) {
            throw new BenchException("the disk of " + place.directory() + " is unknown: " + e, e);
        }
    }

    private void judge(String what, BenchDrive drive) {
        judge(what + " at " + drive.connections() + " connections", drive.othersCores(), drive.problem());
    }

    private void judge(String what, double othersCores, String problem) {
        if (!problem.isEmpty()) {
            reasons.add(what + ": " + problem);
        }
        if (othersCores > BenchCpu.OTHERS_CORES_MAX) {
            reasons.add(what + ": other processes used " + othersCores + " cores");
        }
    }

    private static double stored(BenchGateway gateway) throws InterruptedException {
        return gateway.metric("tallygate_events_stored_total", "");
    }

    private static double done(BenchGateway gateway) throws InterruptedException {
        return gateway.metric("tallygate_work_total", "outcome=\"done\"");
    }

    private static double commits(BenchGateway gateway) throws InterruptedException {
        return gateway.metric("tallygate_commit_batch_rows_count", "");
    }

    private static double rows(BenchGateway gateway) throws InterruptedException {
        return gateway.metric("tallygate_commit_batch_rows_sum", "");
    }

    private static double ratio(double part, double whole) {
        return whole == 0 ? 0 : Math.round(100 * part / whole) / 100.0;
    }

    private static double tenth(double value) {
        return Math.round(value * 10) / 10.0;
    }
}
