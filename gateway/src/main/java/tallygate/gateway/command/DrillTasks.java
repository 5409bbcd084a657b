package tallygate.gateway.command;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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

/** The drill of the callbacks themselves: receiver away or still, duplicates, forgeries, worker killed or stopped, database killed. */
final class DrillTasks {
    private static final int CALLBACKS = 10;
    /** Each try ends by its timeout. */
    private static final int STILL_CALLBACKS = 3;

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
                new DrillExercise(
                        "the receiver of tasks stands still until a person has them tried again", this::receiverStill),
                new DrillExercise("callbacks come many times", this::duplicates),
                new DrillExercise("forged callbacks come among genuine ones", this::forgeries),
                new DrillExercise("the worker is killed (-9) in the middle of its tasks", this::workerKilled),
                new DrillExercise("the worker is stopped for longer than its lease", this::workerStopped),
                new DrillExercise("the database is killed and started again under callbacks", this::databaseKilled));
    }

    private String nextEvent() {
        return run + "-e" + ++events;
    }

    private int send(String event) throws InterruptedException {
        return rig.callback(StripeEvent.paid(event, DrillRig.SECRET, clock.instant()));
    }

    private List<String> sendAll() throws InterruptedException {
        return sendAll(CALLBACKS);
    }

    /** @return those that were acknowledged */
    private List<String> sendAll(int callbacks) throws InterruptedException {
        List<String> acknowledged = new ArrayList<>();
        for (int i = 0; i < callbacks; i++) {
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
        book.check(Invariant.STORED_ONCE, !acknowledged.isEmpty(), "not one callback was acknowledged");
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
        int tries = awaitFailed(acknowledged);
        int settled = decide(acknowledged, TaskStatus.COMPENSATED, "the drill has seen to it by hand");
        rig.receiver().appear();
        check(acknowledged, TaskStatus.COMPENSATED);
        checkEffects(before, 0);
        return acknowledged.size() + " failed after " + tries + " retries, settled by hand " + settled;
    }

    /** The first article's drill: nobody answers, retries, failed; then the address is right again and a person has them tried. */
    private String receiverStill() throws InterruptedException {
        int before = rig.receiver().effects();
        rig.receiver().behave(DrillReceiver.Manner.STILL);
        List<String> acknowledged = sendAll(STILL_CALLBACKS);
        int tries = awaitFailed(acknowledged);
        checkEffects(before, 0);
        rig.receiver().behave(DrillReceiver.Manner.PROMPT);
        int reopened = decide(acknowledged, TaskStatus.PENDING, "the drill has mended the receiver");
        await(() -> areAll(acknowledged, TaskStatus.SUCCESS));
        check(acknowledged, TaskStatus.SUCCESS);
        checkEffects(before, acknowledged.size());
        return acknowledged.size() + " failed after " + tries + " retries, done after a person's retry " + reopened;
    }

    /** @return how many retries each had at least */
    private int awaitFailed(List<String> acknowledged) throws InterruptedException {
        await(() -> areAll(acknowledged, TaskStatus.FAILED));
        int tries = acknowledged.stream()
                .flatMap(event -> rows(event).stream())
                .mapToInt(TaskRow::retryCount)
                .min()
                .orElse(0);
        book.check(Invariant.TASK_ENDS, tries == RETRIES, "failed after " + tries + " retries and not " + RETRIES);
        return tries;
    }

    /** A person moves failed tasks on, each with its row in the audit log. @return how many were moved */
    private int decide(List<String> events, TaskStatus to, String reason) {
        Set<String> moved = new HashSet<>();
        for (String event : events) {
            for (TaskRow row : rows(event)) {
                var change = new StateChange(row.id(), TaskStatus.FAILED, to, DRILL, reason);
                if (stores.admin().change(change) instanceof Changed.Made) {
                    moved.add(row.id().toString());
                }
            }
        }
        long audited = stores.admin().auditLog(Long.MAX_VALUE, 1_000).stream()
                .filter(row ->
                        row.actor().name().equals(DRILL.name()) && row.reason().equals(reason))
                .filter(row -> moved.contains(row.objectId()))
                .count();
        book.check(
                Invariant.HAND_IS_AUDITED,
                audited == moved.size() && moved.size() == events.size(),
                moved.size() + " of " + events.size() + " moved by hand, " + audited + " audit rows");
        return moved.size();
    }

    private String forgeries() throws InterruptedException {
        int before = rig.receiver().effects();
        List<String> acknowledged = new ArrayList<>();
        List<String> forged = new ArrayList<>();
        int refused = 0;
        for (int i = 0; i < CALLBACKS; i++) {
            String event = nextEvent();
            forged.add(event);
            refused += rig.callback(StripeEvent.paid(event, "whsec_forged", clock.instant())) == 401 ? 1 : 0;
            acknowledged.addAll(sendAll(1));
        }
        await(() -> areAll(acknowledged, TaskStatus.SUCCESS));
        check(acknowledged, TaskStatus.SUCCESS);
        checkEffects(before, acknowledged.size());
        boolean isNothingStored = forged.stream().allMatch(event -> rows(event).isEmpty());
        book.check(
                Invariant.FORGED_REFUSED,
                refused == forged.size() && isNothingStored,
                refused + " of " + forged.size() + " forgeries were refused, nothing stored of them: "
                        + isNothingStored);
        return acknowledged.size() + " genuine done, " + refused + " forged refused";
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
        rig.receiver().behave(DrillReceiver.Manner.SLOW);
        List<String> acknowledged = sendAll();
        await(() -> rig.receiver().calls() > calls);
        rig.gateway().kill();
        rig.receiver().behave(DrillReceiver.Manner.PROMPT);
        rig.gateway().startAgain();
        rig.gateway().awaitReady();
        await(() -> areAll(acknowledged, TaskStatus.SUCCESS));
        check(acknowledged, TaskStatus.SUCCESS);
        checkEffects(before, acknowledged.size());
        return acknowledged.size() + " tasks done in " + (rig.receiver().calls() - calls) + " calls";
    }

    /** Nobody works meanwhile; afterwards its leases have ended, and whatever it still had in hand must not be done twice. */
    private String workerStopped() throws IOException, InterruptedException {
        int before = rig.receiver().effects();
        int calls = rig.receiver().calls();
        rig.receiver().behave(DrillReceiver.Manner.SLOW);
        List<String> acknowledged = sendAll();
        await(() -> rig.receiver().calls() > calls);
        rig.gateway().standStill();
        TimeUnit.MILLISECONDS.sleep(DrillRig.LEASE.plusSeconds(2).toMillis());
        rig.receiver().behave(DrillReceiver.Manner.PROMPT);
        rig.gateway().goOn();
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
