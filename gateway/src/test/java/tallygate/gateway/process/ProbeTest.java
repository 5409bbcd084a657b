package tallygate.gateway.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tallygate.callback.Outcome;
import tallygate.callback.handler.OutcomeProbe;
import tallygate.gateway.task.ProbeStore;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskStatus;

/** A receiver that says done and has done nothing. */
class ProbeTest {
    private final WorkerRig rig = new WorkerRig();
    private final Set<String> applied = ConcurrentHashMap.newKeySet();
    private final List<OutcomeProbe.Question> questions = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() throws InterruptedException {
        rig.close();
    }

    private OutcomeProbe asking() {
        return asked -> {
            questions.addAll(asked);
            return asked.stream()
                    .collect(Collectors.toMap(
                            OutcomeProbe.Question::taskId,
                            question -> applied.contains(question.idempotencyKey())
                                    ? OutcomeProbe.Answer.APPLIED
                                    : OutcomeProbe.Answer.NOT_APPLIED));
        };
    }

    private static WorkRoute route(StubHandler handler, ProbeRule rule) {
        var policy = RetryPolicy.of(new Backoff.Fixed(Duration.ofMillis(20), 1), new Jitter.Percent(0));
        return new WorkRoute(
                "orders",
                handler,
                policy,
                new WorkRoute.Limits(8, 16, Duration.ofMinutes(1)),
                WorkerRig.WITHOUT_BREAKER.probedBy(rule));
    }

    private static ProbeRule rule(OutcomeProbe probe, boolean isReopening) {
        return new ProbeRule(probe, Duration.ofMillis(50), 100, 3, isReopening);
    }

    @Test
    void aFalseSuccessIsOpenedAgainAuditedAndDoneForGoodTheSecondTime() {
        var lazyOnce = new StubHandler(delivery -> {
            if (delivery.attempt() > 1) {
                applied.add(delivery.idempotencyKey());
            }
            return new Outcome.Done("ok");
        });
        rig.startWithLanes(route(lazyOnce, rule(asking(), true)));
        rig.insertDue("orders", 1, 20);
        await().atMost(WorkerRig.SOON).until(() -> applied.size() == 20 && rig.rows(TaskStatus.SUCCESS) == 20);
        await().atMost(WorkerRig.SOON)
                .until(() -> rig.store.probes().find(new TaskId(1)).isEmpty());
        assertThat(lazyOnce.callsOf("evt_100000001")).isEqualTo(2);
        assertThat(rig.store.auditLog(Long.MAX_VALUE, 100))
                .filteredOn(row -> row.action().equals("task-reopen"))
                .hasSize(20)
                .allMatch(row -> row.actor().name().equals("probe"));
        assertThat(rig.discrepancies.opened()).isEmpty();
        assertThat(questions).extracting(OutcomeProbe.Question::idempotencyKey).contains("shop:paid:pi_1");
    }

    @Test
    void whatIsStillMissingAfterASecondSuccessOpensADiscrepancyAndIsNotTriedForEver() {
        var lazy = StubHandler.done();
        rig.startWithLanes(route(lazy, rule(asking(), true)));
        rig.insertDue("orders", 1, 1);
        await().atMost(WorkerRig.SOON).until(() -> rig.discrepancies.opened().size() == 1);
        assertThat(rig.discrepancies.opened().getFirst().kind()).isEqualTo("effect-missing");
        assertThat(lazy.calls()).hasSize(2);
        assertThat(rig.row(1).status()).isEqualTo(TaskStatus.SUCCESS);
        assertThat(rig.store.probes().find(new TaskId(1)))
                .hasValueSatisfying(known -> assertThat(known.answer()).isEqualTo(ProbeStore.Answer.NOT_APPLIED));
    }

    @Test
    void whatRetentionHasEmptiedIsNotOpenedAgainButShownToAPerson() {
        OutcomeProbe late = asked -> {
            asked.forEach(question -> rig.store.empty(new TaskId(question.taskId())));
            return asking().ask(asked);
        };
        rig.startWithLanes(route(StubHandler.done(), rule(late, true)));
        rig.insertDue("orders", 1, 1);
        await().atMost(WorkerRig.SOON).until(() -> rig.discrepancies.opened().size() == 1);
        assertThat(rig.discrepancies.opened().getFirst().detail()).contains("retention has emptied its content");
        assertThat(rig.row(1).status()).isEqualTo(TaskStatus.SUCCESS);
        assertThat(rig.store.probes().find(new TaskId(1)))
                .hasValueSatisfying(known -> assertThat(known.answer()).isEqualTo(ProbeStore.Answer.NOT_APPLIED));
    }

    @Test
    void noAnswerIsNeverANo() {
        OutcomeProbe silent = asked -> {
            questions.addAll(asked);
            return Map.of();
        };
        rig.startWithLanes(route(StubHandler.done(), rule(silent, true)));
        rig.insertDue("orders", 1, 5);
        await().atMost(WorkerRig.SOON).until(() -> questions.size() == 5);
        assertThat(rig.rows(TaskStatus.SUCCESS)).isEqualTo(5);
        assertThat(rig.discrepancies.opened()).isEmpty();
    }

    @Test
    void aFailureOfUnknownOutcomeIsAskedAboutBeforeAPersonDecides() {
        var drops = new StubHandler(delivery -> {
            applied.add(delivery.idempotencyKey());
            return new Outcome.Unknown("connection reset");
        });
        rig.startWithLanes(route(drops, rule(asking(), true)));
        rig.insertDue("orders", 1, 1);
        await().atMost(WorkerRig.SOON)
                .until(() -> rig.store
                        .probes()
                        .find(new TaskId(1))
                        .filter(known -> known.answer() == ProbeStore.Answer.APPLIED)
                        .isPresent());
        assertThat(rig.row(1).status()).as("a person decides").isEqualTo(TaskStatus.FAILED);
    }
}
