package tallygate.gateway.saga;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.callback.saga.Reply;

/** What comes next, branch by branch, without a store. */
class DecisionsTest {
    private static final Reply DONE = new Reply.Done("{}");
    private static final Reply REFUSED = new Reply.Failed("sold out", "");

    /** A saga and what it does with replies, all of it committed. */
    private static final class Drive {
        private final Course course;
        private Plan plan;

        Drive(Definition definition) {
            course = new Course(definition, Sagas.fresh(definition), Sagas.LEASE, Sagas.CRASHES_MAX);
            plan = course.plan(Duration.ZERO);
            course.committed(plan);
        }

        Drive reply(Reply reply) {
            return reply(reply, Duration.ZERO);
        }

        /** @param later how much later the next decision is made */
        Drive reply(Reply reply, Duration later) {
            course.replied(plan.calls().getFirst(), reply, Duration.ZERO);
            return pass(later);
        }

        Drive pass(Duration later) {
            plan = course.plan(later);
            course.committed(plan);
            return this;
        }

        List<String> calls() {
            return plan.calls().stream()
                    .map(call -> call.kind() + " " + call.entry().requestId().replace("sgtest", ""))
                    .toList();
        }

        SagaStatus status() {
            return plan.after().status();
        }
    }

    @Test
    void stepsFollowEachOtherAndTheSagaIsCompleted() {
        Drive drive = new Drive(Sagas.of(Definition.Lock.NONE, "order", "stock"));
        assertThat(drive.calls()).containsExactly("SEND :s1");
        assertThat(drive.reply(DONE).calls()).containsExactly("SEND :s2");
        assertThat(drive.reply(DONE).status()).isEqualTo(SagaStatus.COMPLETED);
    }

    @Test
    void theStepThatFailedIsNotUndoneAndTheOthersAreInReverse() {
        Drive drive = new Drive(Sagas.of(Definition.Lock.NONE, "order", "stock", "coupon"));
        drive.reply(DONE).reply(DONE);
        assertThat(drive.reply(REFUSED).calls()).containsExactly("SEND :c:s2");
        assertThat(drive.status()).isEqualTo(SagaStatus.COMPENSATING);
        assertThat(drive.reply(DONE).calls()).containsExactly("SEND :c:s1");
        assertThat(drive.reply(DONE).status()).isEqualTo(SagaStatus.COMPENSATED);
    }

    @Test
    @Tag("O-138")
    void theTimeLimitEndsTheWayForwardOnlyAndNeverTheWayBack() {
        Drive drive = new Drive(Sagas.of(Definition.Lock.NONE, "order", "stock"));
        drive.reply(DONE, Duration.ofMinutes(11));
        assertThat(drive.status()).isEqualTo(SagaStatus.COMPENSATING);
        assertThat(drive.calls()).containsExactly("SEND :c:s1");
        drive.reply(new Reply.Unknown("timed out"), Duration.ofHours(5));
        assertThat(drive.status()).isEqualTo(SagaStatus.COMPENSATING);
        assertThat(drive.calls()).containsExactly("SEND :c:s1");
        assertThat(drive.reply(DONE).status()).isEqualTo(SagaStatus.COMPENSATED);
    }

    @Test
    void anUnansweredStepIsAskedForBeforeItIsSentAgain() {
        Step step = Sagas.asked(Sagas.step(1, "pay", 1, false));
        Drive drive = new Drive(new Definition("pay", 1, Duration.ofHours(1), Definition.Lock.NONE, List.of(step)));
        assertThat(drive.reply(new Reply.Unknown("timed out")).calls()).isEmpty();
        assertThat(drive.pass(Duration.ofSeconds(2)).calls()).containsExactly("ASK :s1");
        assertThat(drive.reply(new Reply.NotSeen()).calls()).containsExactly("SEND :s1");
        assertThat(drive.reply(DONE).status()).isEqualTo(SagaStatus.COMPLETED);
    }

    @Test
    void triesEndAfterTwoFiveAndFifteenSeconds() {
        Drive drive = new Drive(Sagas.of(Definition.Lock.NONE, "order"));
        for (int pause : new int[] {2, 5, 15}) {
            assertThat(drive.reply(new Reply.Unknown("500")).calls()).isEmpty();
            assertThat(drive.pass(Duration.ofSeconds(pause)).calls()).containsExactly("SEND :s1");
        }
        // It may have run, so it is undone.
        assertThat(drive.reply(new Reply.Unknown("500")).calls()).containsExactly("SEND :c:s1");
    }

    @Test
    void whatNeverArrivedIsNotUndone() {
        Drive drive = new Drive(Sagas.of(Definition.Lock.NONE, "order"));
        for (int pause : new int[] {2, 5, 15}) {
            drive.reply(new Reply.Later("no connection", Duration.ZERO)).pass(Duration.ofSeconds(pause));
        }
        assertThat(drive.reply(new Reply.Later("no connection", Duration.ZERO)).calls())
                .isEmpty();
        assertThat(drive.pass(Duration.ZERO).status()).isEqualTo(SagaStatus.COMPENSATED);
    }

    @Test
    void afterThePivotASagaIsHeldAndNeverTurns() {
        List<Step> steps = List.of(
                Sagas.step(1, "stock", 1, false), Sagas.step(2, "charge", 2, true), Sagas.step(3, "ship", 3, false));
        Drive drive = new Drive(new Definition("pay", 1, Duration.ofHours(1), Definition.Lock.NONE, steps));
        drive.reply(DONE).reply(DONE).reply(REFUSED);
        assertThat(drive.status()).isEqualTo(SagaStatus.RUNNING);
        assertThat(drive.plan.transition().ending()).isInstanceOf(Transition.Ending.Hold.class);
        assertThat(drive.plan.transition().told().dead()).hasSize(1);
    }

    @Test
    void stepsOfOneStageRunAtTheSameTime() {
        List<Step> steps = List.of(Sagas.step(1, "stock", 1, false), Sagas.step(2, "coupon", 1, false));
        Drive drive = new Drive(new Definition("pay", 1, Duration.ofHours(1), Definition.Lock.NONE, steps));
        assertThat(drive.calls()).containsExactly("SEND :s1", "SEND :s2");
    }

    @Test
    void eachStatusMovesOnlyWhereTheTableSays() {
        assertThat(SagaStatus.COMPENSATING.next()).doesNotContain(SagaStatus.RUNNING, SagaStatus.COMPLETED);
        for (SagaStatus status : SagaStatus.values()) {
            assertThat(SagaStatus.of(status.code())).isEqualTo(status);
            assertThat(status.isEnded()).isEqualTo(status.next().isEmpty());
        }
    }

    /** As a person's retry leaves the row: no try counted, and one that may have run. */
    @Test
    void aPersonsRetryIsOneTryWhereThePausesAllowNone() {
        Step plain = Sagas.step(1, "stock", 1, false);
        Step once = new Step(
                1,
                "stock",
                1,
                false,
                plain.ways(),
                new Step.Rules(new Pauses(List.of()), new Pauses(List.of()), TimeoutRule.STANDARD),
                plain.mapping());
        Definition definition = new Definition("order", 1, Duration.ofHours(1), Definition.Lock.NONE, List.of(once));
        Entry retried = new Entry(
                "sgtest:s1", 1, Direction.FORWARD, StepStatus.UNKNOWN, 0, -1, 1, 1, Duration.ZERO, "", "", "HTTP 500");
        assertThat(retried.mayHaveRun()).isTrue();
        Snapshot held = Sagas.fresh(definition).in(SagaStatus.RUNNING).with(retried);
        Plan plan = Decisions.next(definition, held, Set.of(), Sagas.LEASE, Sagas.CRASHES_MAX);
        assertThat(plan.calls()).hasSize(1);
        Entry sent = plan.calls().getFirst().entry();
        assertThat(sent.tries()).isEqualTo(1);
        Entry missed = sent.missed(Duration.ZERO, "no connection");
        assertThat(missed.mayHaveRun()).isTrue();
        assertThat(Decisions.next(definition, plan.after().with(missed), Set.of(), Sagas.LEASE, Sagas.CRASHES_MAX)
                        .after()
                        .status())
                .isEqualTo(SagaStatus.COMPENSATING);
    }

    @Test
    void aSagaWhoseLeasesRanOutAsOftenAsIsAllowedIsHeldWithItsReason() {
        Definition definition = Sagas.order();
        Snapshot fresh = Sagas.fresh(definition);
        assertThat(Decisions.next(definition, fresh, Set.of(), Sagas.LEASE, 1).calls())
                .isNotEmpty();
        Plan held = Decisions.next(definition, fresh, Set.of(), Sagas.LEASE, 0);
        assertThat(held.calls()).isEmpty();
        assertThat(held.transition().toString()).contains("its lease ran out 0 times in a row");
    }
}
