package tallygate.gateway.command;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import tallygate.gateway.command.DrillBook.Invariant;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.Changed;
import tallygate.gateway.task.StateChange;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskQuery;
import tallygate.gateway.task.TaskRow;
import tallygate.gateway.task.TaskStatus;

/** The drill of the callbacks themselves: receiver away, duplicates, worker killed, database stopped and started. */
final class DrillTasks {
    private static final int CALLBACKS = 10;
    private static final int RETRIES = 3;
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final Actor DRILL = new Actor("drill", "cli");

    private final DrillRig rig;
    private final Runnable databaseCrash;
    private final MySqlStores stores;
    private final DrillBook book;
    private final Clock clock;
    private final String run;
    private int events;

    /** @param run makes event ids of this run unlike those of another one */
    DrillTasks(DrillRig rig, MySqlStores stores, DrillBook book, Clock clock, String run) {
        this.rig = rig;
        this.databaseCrash = rig::crashDatabase;
        this.stores = stores;
        this.book = book;
        this.clock = clock;
        this.run = run;
    }

    List<DrillExercise> all() {
        return List.of(
                new DrillExercise("the receiver of tasks is away until a person settles them", this::receiverAway),
                new DrillExercise("callbacks come many times", this::duplicates),
                new DrillExercise("the worker is killed (-9) in the middle of its tasks", this::workerKilled),
                new DrillExercise("the database is killed and started again under callbacks", this::databaseKilled));
    }

    private String nextEvent() {
        return run + "-e" + ++events;
    }

    private int send(String event) throws InterruptedException {
        return rig.callback(StripeEvent.paid(event, DrillRig.SECRET, clock.instant()));
    }

    private List<String> sendAll() throws InterruptedException {
        List<String> acknowledged = new ArrayList<>();
        for (int i = 0; i < CALLBACKS; i++) {
            String event = nextEvent();
            if (send(event) == 200) {
                acknowledged.add(event);
            }
        }
        return acknowledged;
    }

    private List<TaskRow> rows(String event) {
        try {
            return stores.admin().list(TaskQuery.newest(10).ofEventId(event));
        } catch (StoreException e) {
            return List.of();
        }
    }

    private boolean areAll(List<String> events, TaskStatus status) {
        return events.stream().allMatch(event -> {
            List<TaskRow> rows = rows(event);
            return rows.size() == 1 && rows.getFirst().status() == status;
        });
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + SOON.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private void check(List<String> acknowledged, TaskStatus wanted) {
        for (String event : acknowledged) {
            List<TaskRow> rows = rows(event);
            book.check(Invariant.STORED_ONCE, rows.size() == 1, "event " + event + " has " + rows.size() + " rows");
            boolean isEnded = rows.size() == 1 && rows.getFirst().status() == wanted;
            book.check(Invariant.TASK_ENDS, isEnded, "event " + event + " is not " + wanted + ": " + rows);
        }
    }

    private void checkEffects(int before, int wanted) {
        int effects = rig.receiver().effects() - before;
        book.check(Invariant.EFFECT_ONCE, effects == wanted, effects + " effects of " + wanted + " tasks");
    }

    private String receiverAway() throws IOException, InterruptedException {
        int before = rig.receiver().effects();
        rig.receiver().vanish();
        List<String> acknowledged = sendAll();
        await(() -> areAll(acknowledged, TaskStatus.FAILED));
        int tries = acknowledged.stream()
                .flatMap(event -> rows(event).stream())
                .mapToInt(TaskRow::retryCount)
                .min()
                .orElse(0);
        book.check(Invariant.TASK_ENDS, tries == RETRIES, "failed after " + tries + " retries and not " + RETRIES);
        int settled = 0;
        for (String event : acknowledged) {
            for (TaskRow row : rows(event)) {
                Changed changed = stores.admin()
                        .change(new StateChange(
                                row.id(),
                                TaskStatus.FAILED,
                                TaskStatus.COMPENSATED,
                                DRILL,
                                "the drill has seen to it by hand"));
                settled += changed instanceof Changed.Made ? 1 : 0;
            }
        }
        rig.receiver().appear();
        check(acknowledged, TaskStatus.COMPENSATED);
        checkEffects(before, 0);
        long audited = stores.admin().auditLog(Long.MAX_VALUE, 1_000).stream()
                .filter(row -> row.action().equals("task-settle"))
                .filter(row -> row.actor().name().equals(DRILL.name()))
                .count();
        book.check(
                Invariant.HAND_IS_AUDITED,
                audited >= settled && settled == acknowledged.size(),
                settled + " settled, " + audited + " audit rows");
        return acknowledged.size() + " failed after " + tries + " retries, settled by hand " + settled;
    }

    private String duplicates() throws InterruptedException {
        int before = rig.receiver().effects();
        List<String> acknowledged = sendAll();
        int repeats = 0;
        for (int round = 0; round < 4; round++) {
            for (String event : acknowledged) {
                repeats += send(event) == 200 ? 1 : 0;
            }
        }
        await(() -> areAll(acknowledged, TaskStatus.SUCCESS));
        check(acknowledged, TaskStatus.SUCCESS);
        checkEffects(before, acknowledged.size());
        book.check(
                Invariant.STORED_ONCE,
                repeats == 4 * acknowledged.size(),
                repeats + " of " + 4 * acknowledged.size() + " repeats were acknowledged");
        return acknowledged.size() + " events, " + repeats + " repeats acknowledged";
    }

    private String workerKilled() throws IOException, InterruptedException {
        int before = rig.receiver().effects();
        int calls = rig.receiver().calls();
        rig.receiver().slow(2_000);
        List<String> acknowledged = sendAll();
        await(() -> rig.receiver().calls() > calls);
        rig.gateway().kill();
        rig.receiver().slow(0);
        rig.gateway().startAgain();
        rig.gateway().awaitReady();
        await(() -> areAll(acknowledged, TaskStatus.SUCCESS));
        check(acknowledged, TaskStatus.SUCCESS);
        checkEffects(before, acknowledged.size());
        return acknowledged.size() + " tasks done in " + (rig.receiver().calls() - calls) + " calls";
    }

    private String databaseKilled() throws IOException, InterruptedException {
        int before = rig.receiver().effects();
        List<String> acknowledged = new ArrayList<>(sendAll());
        databaseCrash.run();
        List<String> refused = new ArrayList<>();
        long end = System.nanoTime() + SOON.toNanos();
        int good = 0;
        // Until it is back, and has taken some again; what is refused is sent again, as providers do.
        while (good < CALLBACKS && System.nanoTime() - end < 0) {
            String event = refused.isEmpty() ? nextEvent() : refused.removeFirst();
            if (send(event) == 200) {
                acknowledged.add(event);
                good++;
            } else {
                refused.add(event);
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }
        rig.gateway().awaitReady();
        await(() -> areAll(acknowledged, TaskStatus.SUCCESS));
        check(acknowledged, TaskStatus.SUCCESS);
        checkEffects(before, acknowledged.size());
        return acknowledged.size() + " acknowledged and done, " + refused.size() + " still refused at the end";
    }
}
