package tallygate.gateway.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.callback.Outcome;
import tallygate.gateway.task.LastOutcome;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.Move;
import tallygate.gateway.task.WaitReason;

class DecisionTest {
    private static final RetryPolicy EXACT = RetryPolicy.of(RetryPolicy.DEFAULT.backoff(), new Jitter.Percent(0));
    private static final Duration YOUNG = Duration.ofSeconds(2);
    private final RandomGenerator dice = new SplittableRandom(1);

    private Move after(Outcome outcome, int retryCount) {
        return Decision.after(outcome, task(retryCount, YOUNG), EXACT, dice);
    }

    private static LeasedTask task(int retryCount, Duration age) {
        return SampleTasks.task("payment", retryCount, age);
    }

    @Test
    void doneEndsTheTask() {
        assertThat(after(new Outcome.Done("ok"), 0))
                .isEqualTo(new Move.Done(task(0, YOUNG).lease()));
    }

    @Test
    void aRefusalIsTriedAgainOnScheduleAndTheSeventhRetryIsTheLast() {
        assertThat(after(new Outcome.Retry("HTTP 503", Optional.empty()), 6))
                .isEqualTo(
                        new Move.Retry(task(0, YOUNG).lease(), Duration.ofHours(2), LastOutcome.REFUSED, "HTTP 503"));
        assertThat(after(new Outcome.Retry("HTTP 503", Optional.empty()), 7))
                .isEqualTo(new Move.Fail(task(0, YOUNG).lease(), LastOutcome.REFUSED, "tries used up (8): HTTP 503"));
    }

    @Test
    void anUnknownEndIsRememberedAsUnknownAlsoWhenTheTriesAreUsedUp() {
        assertThat(after(new Outcome.Unknown("timeout"), 0))
                .isEqualTo(
                        new Move.Retry(task(0, YOUNG).lease(), Duration.ofSeconds(1), LastOutcome.UNKNOWN, "timeout"));
        assertThat(after(new Outcome.Unknown("timeout"), 7))
                .isInstanceOfSatisfying(
                        Move.Fail.class, fail -> assertThat(fail.outcome()).isEqualTo(LastOutcome.UNKNOWN));
    }

    @Test
    @Tag("O-113")
    void aDeployFaultIsTriedAgainLikeARefusal() {
        assertThat(after(new Outcome.Misconfigured("HTTP 404"), 2))
                .isEqualTo(new Move.Retry(
                        task(0, YOUNG).lease(), Duration.ofSeconds(16), LastOutcome.REFUSED, "HTTP 404"));
    }

    @Test
    @Tag("F-36")
    void aPermanentRefusalFailsAtTheFirstTry() {
        assertThat(after(new Outcome.Permanent("HTTP 400"), 0))
                .isEqualTo(new Move.Fail(task(0, YOUNG).lease(), LastOutcome.REFUSED, "permanent: HTTP 400"));
    }

    @Test
    void anOrderThatIsNotThereYetWaitsWithoutUsingATry() {
        Move move = after(new Outcome.Park("no such order", Duration.ofSeconds(30)), 7);
        assertThat(move).isInstanceOfSatisfying(Move.Park.class, park -> {
            assertThat(park.reason()).isEqualTo(WaitReason.EARLY);
            assertThat(park.delay()).isBetween(Duration.ofSeconds(27), Duration.ofSeconds(33));
        });
    }

    @Test
    @Tag("F-32")
    void aWishForALongerWaitThanTheRouteAllowsIsBounded() {
        Waits waits =
                new Waits(Duration.ofSeconds(5), Duration.ofMinutes(5), Duration.ofDays(1), Duration.ofMinutes(2));
        var policy = new RetryPolicy(EXACT.backoff(), EXACT.jitter(), Map.of(), Map.of(), waits);
        var outcome = new Outcome.Park("no such order", Duration.ofMinutes(30));
        assertThat(Decision.after(outcome, task(0, YOUNG), policy, dice))
                .isInstanceOfSatisfying(
                        Move.Park.class, park -> assertThat(park.delay()).isEqualTo(Duration.ofMinutes(2)));
    }

    @Test
    void withoutAWishTheWaitGrowsWithTheAgeOfTheTask() {
        assertThat(parkedFor(Duration.ofSeconds(1))).isBetween(Duration.ofMillis(4500), Duration.ofMillis(5500));
        assertThat(parkedFor(Duration.ofSeconds(400))).isBetween(Duration.ofSeconds(90), Duration.ofSeconds(110));
        assertThat(parkedFor(Duration.ofHours(20))).isBetween(Duration.ofSeconds(270), Duration.ofSeconds(330));
    }

    private Duration parkedFor(Duration age) {
        var outcome = new Outcome.Park("no such order", Duration.ZERO);
        return ((Move.Park) Decision.after(outcome, task(0, age), EXACT, dice)).delay();
    }

    @Test
    void afterADayWaitingCountsAsATryAndSoEnds() {
        var outcome = new Outcome.Park("no such order", Duration.ZERO);
        Duration old = Duration.ofDays(1);
        assertThat(Decision.after(outcome, task(6, old), EXACT, dice)).isInstanceOf(Move.Retry.class);
        assertThat(Decision.after(outcome, task(7, old), EXACT, dice))
                .isInstanceOfSatisfying(
                        Move.Fail.class,
                        fail -> assertThat(fail.error())
                                .isEqualTo("tries used up (8): has waited longer than PT24H, so this counts as a try:"
                                        + " no such order"));
    }

    @Test
    void theRulesOfTheTasksBusinessTypeApply() {
        var sms = RetryPolicy.of(new Backoff.Fixed(Duration.ofSeconds(3), 1), new Jitter.Percent(0));
        var policy = new RetryPolicy(EXACT.backoff(), EXACT.jitter(), Map.of(), Map.of("sms", sms), Waits.DEFAULT);
        var outcome = new Outcome.Unknown("timeout");
        assertThat(Decision.after(outcome, SampleTasks.task("sms", 1, YOUNG), policy, dice))
                .isInstanceOf(Move.Fail.class);
        assertThat(Decision.after(outcome, SampleTasks.task("payment", 1, YOUNG), policy, dice))
                .isInstanceOf(Move.Retry.class);
    }

    @Test
    void errorsAreOnePrintableLineThatFitsTheColumn() {
        Move move = after(new Outcome.Unknown("a\nb\u0000c\uD800d" + "x".repeat(600)), 0);
        assertThat(move)
                .isInstanceOfSatisfying(
                        Move.Retry.class,
                        retry -> assertThat(retry.error())
                                .startsWith("a b c d")
                                .hasSize(512)
                                .endsWith("…"));
    }
}
