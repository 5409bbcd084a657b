package tallygate.gateway.command;

import static tallygate.gateway.command.DrillRig.STEPS;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import tallygate.callback.participant.sample.Mode;
import tallygate.callback.provider.read.JsonValue;
import tallygate.gateway.command.DrillBook.Invariant;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.saga.SagaDesk;
import tallygate.gateway.saga.SagaId;
import tallygate.gateway.saga.SagaStarter;
import tallygate.gateway.saga.SagaStatus;
import tallygate.gateway.saga.Started;
import tallygate.gateway.task.Actor;

/**
 * The article's fault drill for sagas: each step fails forward and backward, in every way that a service, its tables, its answers
 * and the orchestrator can fail. Each exercise runs some sagas through its fault; then the books are looked at.
 */
final class DrillSagas implements DrillExercise.Ground {
    /** The saga of the article, and one in which the payment is not the last step and can be undone. */
    static final String FORWARD = "order-create";

    static final String REVERSED = "order-prepaid";

    private static final int SAGAS = 3;
    private static final Duration END_MAX = Duration.ofSeconds(120);
    private static final long PRICE = 100;
    private static final Actor DRILL = new Actor("drill", "cli");

    private final DrillRig rig;
    private final MySqlStores stores;
    private final DrillBook book;
    private final RandomGenerator dice;
    private final SagaStarter starter;
    private final String run;
    private int orders;
    /** Begun, and not yet seen at their end. */
    private final Set<SagaId> uncounted = new LinkedHashSet<>();

    private long completed;
    private int byHand;

    /** @param run makes business ids of this run unlike those of another one */
    DrillSagas(DrillRig rig, MySqlStores stores, DrillBook book, RandomGenerator dice, String run) {
        this.rig = rig;
        this.stores = stores;
        this.book = book;
        this.dice = dice;
        this.run = run;
        this.starter = new SagaStarter(stores.sagas(), stores.definitions());
    }

    /** What is done while the exercise's sagas run. */
    @FunctionalInterface
    private interface Deed {
        void act() throws IOException, InterruptedException;
    }

    private static final Deed NOTHING = () -> {};

    List<DrillExercise> all() {
        List<DrillExercise> all = new ArrayList<>();
        add(all, "nothing fails", FORWARD, NOTHING, NOTHING, SagaStatus.COMPLETED);
        for (String step : STEPS) {
            forward(all, step);
            backward(all, step);
        }
        String forwardStep = STEPS.get(dice.nextInt(STEPS.size()));
        String backwardStep = STEPS.get(dice.nextInt(STEPS.size() - 1));
        add(
                all,
                "the orchestrator is killed (-9) while " + forwardStep + " runs",
                FORWARD,
                late(forwardStep),
                this::killGateway);
        add(
                all,
                "the orchestrator is killed (-9) while " + backwardStep + " is undone",
                FORWARD,
                () -> {
                    rig.behave("payment", Mode.REFUSE, Mode.OK);
                    rig.behave(backwardStep, Mode.OK, Mode.LATE);
                },
                this::killGateway,
                SagaStatus.COMPENSATED);
        return all;
    }

    private void forward(List<DrillExercise> all, String step) {
        add(all, step + " refuses", FORWARD, mode(step, Mode.REFUSE), NOTHING, SagaStatus.COMPENSATED);
        add(all, step + " stands still", FORWARD, mode(step, Mode.HANG), NOTHING, SagaStatus.COMPENSATED);
        add(all, step + " loses its answers", FORWARD, mode(step, Mode.LOSE), NOTHING, SagaStatus.COMPLETED);
        add(all, step + " answers late", FORWARD, late(step), NOTHING);
        add(all, step + " runs each request twice", FORWARD, mode(step, Mode.TWICE), NOTHING, SagaStatus.COMPLETED);
        add(all, step + "'s process is killed (-9) and started again", FORWARD, late(step), () -> killService(step));
        add(all, step + "'s tables are locked", FORWARD, NOTHING, () -> lock(step));
    }

    /** Payment is undone in the saga in which it comes first. */
    private void backward(List<DrillExercise> all, String step) {
        boolean isLast = step.equals(STEPS.getLast());
        String saga = isLast ? REVERSED : FORWARD;
        String refuses = isLast ? STEPS.getFirst() : STEPS.getLast();
        back(
                all,
                step + " cannot be undone until a person has it tried again",
                saga,
                step,
                refuses,
                Mode.FAIL,
                NOTHING);
        back(all, step + " stands still while it is undone", saga, step, refuses, Mode.HANG, NOTHING);
        back(all, step + " loses the answers to its compensation", saga, step, refuses, Mode.LOSE, NOTHING);
        back(all, step + " runs each compensation twice", saga, step, refuses, Mode.TWICE, NOTHING);
        back(
                all,
                step + "'s process is killed (-9) while it is undone",
                saga,
                step,
                refuses,
                Mode.LATE,
                () -> killService(step));
    }

    private void back(
            List<DrillExercise> all, String name, String saga, String step, String refuses, Mode mode, Deed deed) {
        Deed fault = () -> {
            rig.behave(refuses, Mode.REFUSE, Mode.OK);
            rig.behave(step, Mode.OK, mode);
        };
        add(all, name, saga, fault, deed, SagaStatus.COMPENSATED);
    }

    private Deed mode(String step, Mode mode) {
        return () -> rig.behave(step, mode, Mode.OK);
    }

    private Deed late(String step) {
        return mode(step, Mode.LATE);
    }

    private void killService(String step) throws IOException, InterruptedException {
        pause(500);
        rig.service(step).kill();
        pause(1_000);
        rig.service(step).startAgain();
        rig.service(step).awaitReady();
    }

    private void killGateway() throws IOException, InterruptedException {
        pause(2_000);
        rig.gateway().kill();
        rig.gateway().startAgain();
        rig.gateway().awaitReady();
    }

    private void lock(String step) throws IOException, InterruptedException {
        try (AutoCloseable _ = rig.lockTables(step)) {
            pause(2_000);
        } catch (IOException | InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the lock was not let go", e);
        }
    }

    /** A moment that the seed decides. */
    private void pause(int millisMax) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(dice.nextInt(millisMax / 4, millisMax));
    }

    /** @param wanted how every saga must end; none: either way is right, as long as the books agree */
    private void add(List<DrillExercise> all, String name, String saga, Deed fault, Deed deed, SagaStatus... wanted) {
        all.add(new DrillExercise(name, () -> exercise(saga, fault, deed, wanted)));
    }

    private String exercise(String type, Deed fault, Deed deed, SagaStatus... wanted)
            throws IOException, InterruptedException {
        fault.act();
        List<SagaId> sagas = new ArrayList<>();
        for (int i = 0; i < SAGAS; i++) {
            sagas.add(begin(type));
            uncounted.add(sagas.getLast());
        }
        deed.act();
        awaitAll(sagas);
        for (String step : STEPS) {
            rig.behave(step, Mode.OK, Mode.OK);
        }
        int mended = mendByHand(sagas);
        Map<SagaStatus, Integer> ends = new EnumMap<>(SagaStatus.class);
        for (SagaId saga : sagas) {
            SagaStatus status = status(saga);
            ends.merge(status, 1, Integer::sum);
            book.check(Invariant.SAGA_ENDS, status.isFinal(), "saga " + saga + " is " + status);
            if (wanted.length > 0) {
                book.check(
                        Invariant.OUTCOME_AS_EXPECTED,
                        List.of(wanted).contains(status),
                        "saga " + saga + " is " + status + " and not " + List.of(wanted));
            }
        }
        count();
        checkBooks();
        return ends + ", by hand " + mended + ", books of " + completed + " orders";
    }

    /** Sagas of an exercise that failed are counted when they have ended, so that the books agree again. */
    private void count() {
        uncounted.removeIf(saga -> {
            SagaStatus status = status(saga);
            completed += status == SagaStatus.COMPLETED ? 1 : 0;
            return status.isFinal();
        });
    }

    /** What an exercise that failed has left open is brought to its end. */
    @Override
    public void mend() throws InterruptedException {
        List<SagaId> left = List.copyOf(uncounted);
        awaitAll(left);
        retryLetters(left);
        awaitAll(left);
        count();
    }

    private SagaId begin(String type) {
        String order = run + "-" + ++orders;
        return switch (starter.begin(type, order, order, new JsonValue.Nothing())) {
            case Started.Fresh fresh -> fresh.saga().id();
            case Started.Known known -> known.id();
            case Started.Busy busy -> throw new IllegalStateException("saga " + busy.holder() + " is in the way");
            case Started.TaskLost _ -> throw new IllegalStateException("there was no task to lose");
        };
    }

    private SagaStatus status(SagaId saga) {
        return stores.sagaDesk().find(saga).map(SagaDesk.Row::status).orElseThrow();
    }

    private void awaitAll(List<SagaId> sagas) throws InterruptedException {
        long end = System.nanoTime() + END_MAX.toNanos();
        while (!sagas.stream().allMatch(saga -> status(saga).isEnded()) && System.nanoTime() - end < 0) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    /** What waits for a person is tried again by one, with a reason. @return how many requests */
    private int mendByHand(List<SagaId> sagas) throws InterruptedException {
        int made = retryLetters(sagas);
        awaitAll(sagas);
        if (made > 0) {
            long audited = stores.admin().auditLog(Long.MAX_VALUE, 1_000).stream()
                    .filter(row -> row.action().equals("saga-retry"))
                    .count();
            book.check(Invariant.HAND_IS_AUDITED, audited == byHand, byHand + " retries, " + audited + " audit rows");
        }
        return made;
    }

    private int retryLetters(List<SagaId> sagas) {
        int made = 0;
        for (SagaDesk.Letter letter : stores.sagaDesk().letters(true, 1_000)) {
            if (sagas.contains(letter.saga())
                    && stores.sagaDesk().retry(letter.requestId(), DRILL, "the drill has mended " + letter.step())
                            == SagaDesk.Decided.MADE) {
                made++;
            }
        }
        byHand += made;
        return made;
    }

    /** Late requests may still be on their way: the books must agree soon, and stay so. */
    private void checkBooks() throws IOException, InterruptedException {
        Map<String, Long> wanted =
                Map.of("open", completed, "frozen", completed, "used", completed, "charged", completed * PRICE);
        Map<String, Long> books = rig.books();
        for (int look = 0; look < 100 && !books.entrySet().containsAll(wanted.entrySet()); look++) {
            TimeUnit.MILLISECONDS.sleep(50);
            books = rig.books();
        }
        book.check(
                Invariant.BOOKS_AGREE,
                books.entrySet().containsAll(wanted.entrySet()),
                completed + " completed orders, books " + books);
    }
}
