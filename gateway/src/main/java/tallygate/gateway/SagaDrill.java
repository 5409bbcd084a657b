package tallygate.gateway;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import tallygate.callback.participant.sample.Mode;
import tallygate.callback.participant.sample.SampleOrder;
import tallygate.callback.provider.read.JsonValue;
import tallygate.config.GatewayConfig;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.saga.SagaDesk;
import tallygate.gateway.saga.SagaId;
import tallygate.gateway.saga.SagaStatus;
import tallygate.gateway.saga.Started;
import tallygate.gateway.task.Actor;

/**
 * The article's fault drill for sagas, on the sample order flow and a database of its own: each step is made to fail forward and
 * backward, answers are lost and repeated, the orchestrator is stopped in the middle; after each the books are looked at.
 */
public final class SagaDrill {
    private static final List<String> STEPS = List.of("order", "stock", "coupon", "payment");
    private static final Duration END_MAX = Duration.ofSeconds(90);
    private static final Actor DRILL = new Actor("drill", "cli");

    private final SampleOrder sample;
    private final MySqlStores stores;
    private final Surroundings around;
    private final GatewayConfig config;
    private final List<Verdict> verdicts = new ArrayList<>();
    private Sagas sagas;
    private long nodes = 1;
    private int orders;

    /** What one exercise showed. */
    public record Verdict(int round, String exercise, boolean isHeld, String detail) {}

    /**
     * @param sample open, over schemas of its own
     * @param config with the sample's participants and its saga {@code order-create}
     */
    public SagaDrill(SampleOrder sample, MySqlStores stores, Surroundings around, GatewayConfig config) {
        this.sample = sample;
        this.stores = stores;
        this.around = around;
        this.config = config;
        this.sagas = orchestrator();
    }

    private Sagas orchestrator() {
        Sagas fresh = new Sagas(stores, around);
        fresh.open(config, nodes++);
        return fresh;
    }

    /** @param tell gets each verdict as it comes */
    public List<Verdict> run(int rounds, Consumer<Verdict> tell) throws InterruptedException, IOException {
        for (int round = 1; round <= rounds; round++) {
            exercise(round, "nothing fails", "", Mode.OK, Mode.OK, SagaStatus.COMPLETED, tell);
            for (String step : STEPS) {
                exercise(round, step + " refuses", step, Mode.REFUSE, Mode.OK, SagaStatus.COMPENSATED, tell);
                exercise(round, step + " stands still", step, Mode.HANG, Mode.OK, SagaStatus.COMPENSATED, tell);
                exercise(round, step + " loses its answers", step, Mode.LOSE, Mode.OK, SagaStatus.COMPLETED, tell);
                exercise(round, step + " answers late", step, Mode.LATE, Mode.OK, SagaStatus.COMPLETED, tell);
                exercise(
                        round,
                        step + " runs each request twice",
                        step,
                        Mode.TWICE,
                        Mode.OK,
                        SagaStatus.COMPLETED,
                        tell);
            }
            for (String step : STEPS.subList(0, 3)) {
                undoFails(round, step, tell);
            }
            restart(round, tell);
        }
        sagas.drain(Duration.ofSeconds(5));
        return List.copyOf(verdicts);
    }

    private void exercise(
            int round, String what, String step, Mode forward, Mode back, SagaStatus wanted, Consumer<Verdict> tell)
            throws InterruptedException, IOException {
        String before = books();
        behave(step, forward, back);
        SagaId saga = begin();
        SagaStatus ended = await(saga);
        behave(step, Mode.OK, Mode.OK);
        boolean areBooksRight = ended == SagaStatus.COMPLETED || sums(books()).equals(sums(before));
        verdict(round, what, ended == wanted && areBooksRight, "ended " + ended + ", books " + books(), tell);
    }

    private void undoFails(int round, String step, Consumer<Verdict> tell) throws InterruptedException, IOException {
        String before = books();
        behave(step, Mode.OK, Mode.FAIL);
        sample.behave("payment", Mode.REFUSE, Mode.OK);
        SagaId saga = begin();
        SagaStatus stuck = await(saga);
        behave(step, Mode.OK, Mode.OK);
        sample.behave("payment", Mode.OK, Mode.OK);
        String request = saga + ":c:s" + (STEPS.indexOf(step) + 1);
        SagaDesk.Decided decided = stores.sagaDesk().retry(request, DRILL, "the drill mends " + step);
        SagaStatus ended = await(saga);
        boolean isHeld = stuck == SagaStatus.COMPENSATION_FAILED
                && decided == SagaDesk.Decided.MADE
                && ended == SagaStatus.COMPENSATED
                && sums(books()).equals(sums(before));
        verdict(
                round,
                step + " cannot be undone, until a person mends it",
                isHeld,
                "stuck at " + stuck + ", then " + ended + ", books " + books(),
                tell);
    }

    /** The orchestrator goes away while a step stands still; another one goes on. */
    private void restart(int round, Consumer<Verdict> tell) throws InterruptedException, IOException {
        sample.behave("coupon", Mode.LATE, Mode.OK);
        SagaId saga = begin();
        sagas.drain(Duration.ofMillis(300));
        sagas = orchestrator();
        SagaStatus ended = await(saga);
        sample.behave("coupon", Mode.OK, Mode.OK);
        verdict(
                round,
                "the orchestrator is restarted in the middle",
                ended == SagaStatus.COMPLETED,
                "ended " + ended,
                tell);
    }

    private void verdict(int round, String what, boolean isHeld, String detail, Consumer<Verdict> tell) {
        Verdict verdict = new Verdict(round, what, isHeld, detail);
        verdicts.add(verdict);
        tell.accept(verdict);
    }

    private void behave(String step, Mode forward, Mode back) {
        if (!step.isEmpty()) {
            sample.behave(step, forward, back);
        }
    }

    private SagaId begin() {
        String order = "drill-" + around.clock().millis() + "-" + ++orders;
        return switch (sagas.begin("order-create", order, order, new JsonValue.Nothing())) {
            case Started.Fresh fresh -> fresh.saga().id();
            case Started.Known known -> known.id();
            case Started.Busy busy -> throw new IllegalStateException("saga " + busy.holder() + " is in the way");
            case Started.TaskLost _ -> throw new IllegalStateException("there was no task to lose");
        };
    }

    private SagaStatus await(SagaId saga) throws InterruptedException {
        long end = around.nanos().getAsLong() + END_MAX.toNanos();
        while (true) {
            SagaStatus status =
                    stores.sagaDesk().find(saga).map(SagaDesk.Row::status).orElseThrow();
            if (status.isEnded() || around.nanos().getAsLong() - end >= 0) {
                return status;
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private String books() throws IOException {
        StringBuilder books = new StringBuilder();
        for (String step : STEPS) {
            books.append(sample.books(step));
        }
        return books.toString();
    }

    /** The figures that a saga that was undone must leave as they were; cancelled orders only become more. */
    private static String sums(String books) {
        return books.replaceAll("\"cancelled\":\\d+", "");
    }
}
