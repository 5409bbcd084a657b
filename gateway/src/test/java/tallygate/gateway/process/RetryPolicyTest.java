package tallygate.gateway.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.callback.Outcome;
import tallygate.gateway.task.LastOutcome;
import tallygate.gateway.task.Move;

class RetryPolicyTest {
    private static final Optional<Duration> NO_WISH = Optional.empty();
    private static final Jitter NONE = new Jitter.Percent(0);
    private final RandomGenerator dice = new SplittableRandom(1);

    private static List<Long> plannedSeconds(RetryPolicy policy) {
        var dice = new SplittableRandom(1);
        return IntStream.range(0, policy.backoff().retriesMax())
                .mapToObj(n -> policy.delay(n, LastOutcome.REFUSED, NO_WISH, dice)
                        .orElseThrow()
                        .toSeconds())
                .toList();
    }

    @Test
    @Tag("O-113")
    void theDefaultIsOneTryAndSevenRetriesOverTheKnownSchedule() {
        assertThat(plannedSeconds(RetryPolicy.of(RetryPolicy.DEFAULT.backoff(), NONE)))
                .containsExactly(1L, 4L, 16L, 64L, 300L, 1800L, 7200L);
        assertThat(RetryPolicy.DEFAULT.delay(7, LastOutcome.REFUSED, NO_WISH, dice))
                .isEmpty();
        assertThat(RetryPolicy.DEFAULT.jitter()).isEqualTo(new Jitter.Percent(20));
    }

    @RepeatedTest(200)
    void jitterOfTwentyPerCentStaysWithinTwentyPerCentBothWays(RepetitionInfo run) {
        var seeded = new SplittableRandom(run.getCurrentRepetition());
        int retry = seeded.nextInt(7);
        Duration planned = RetryPolicy.DEFAULT.backoff().delay(retry);
        assertThat(RetryPolicy.DEFAULT
                        .delay(retry, LastOutcome.UNKNOWN, NO_WISH, seeded)
                        .orElseThrow())
                .as("retry=%d seed=%d", retry, run.getCurrentRepetition())
                .isBetween(
                        planned.multipliedBy(8).dividedBy(10),
                        planned.multipliedBy(12).dividedBy(10));
    }

    @Test
    void tasksThatFailedTogetherDoNotComeBackTogether() {
        long[] perSlot = new long[20];
        for (int n = 0; n < 10_000; n++) {
            long millis = RetryPolicy.DEFAULT
                    .delay(3, LastOutcome.REFUSED, NO_WISH, dice)
                    .orElseThrow()
                    .toMillis();
            perSlot[(int) ((millis - 51_200) * 20 / 25_601)]++;
        }
        assertThat(Arrays.stream(perSlot).boxed())
                .allSatisfy(slot -> assertThat(slot).isBetween(350L, 650L));
    }

    @Test
    void theArticlesFormulaCanBeSaid() {
        var policy = RetryPolicy.of(
                new Backoff.Exponential(Duration.ofSeconds(3600), 2, Duration.ofSeconds(86_400), 10),
                new Jitter.Range(Duration.ZERO, Duration.ofSeconds(10)));
        for (int n = 0; n < 10; n++) {
            long formula = Math.min(3600L << n, 86_400);
            assertThat(policy.delay(n, LastOutcome.REFUSED, NO_WISH, dice).orElseThrow())
                    .as("retry %d", n)
                    .isBetween(Duration.ofSeconds(formula), Duration.ofSeconds(formula + 10));
        }
        assertThat(policy.delay(10, LastOutcome.REFUSED, NO_WISH, dice)).isEmpty();
    }

    @Test
    void fixedPausesStayTheSame() {
        assertThat(plannedSeconds(RetryPolicy.of(new Backoff.Fixed(Duration.ofSeconds(10), 3), NONE)))
                .containsExactly(10L, 10L, 10L);
    }

    @Test
    void exponentialPausesGrowToTheCapAndNotBeyond() {
        var backoff = new Backoff.Exponential(Duration.ofSeconds(1), 4, Duration.ofSeconds(100), 100);
        assertThat(plannedSeconds(RetryPolicy.of(backoff, NONE)).subList(0, 6))
                .containsExactly(1L, 4L, 16L, 64L, 100L, 100L);
        assertThat(backoff.delay(99)).isEqualTo(Duration.ofSeconds(100));
    }

    @Test
    void aReceiverThatAsksForMoreTimeGetsItUpToAnHour() {
        assertThat(delayFor(Duration.ofSeconds(120))).isBetween(Duration.ofSeconds(120), Duration.ofSeconds(130));
        assertThat(delayFor(Duration.ofDays(2))).isEqualTo(Duration.ofHours(1));
        assertThat(delayFor(Duration.ZERO)).isBetween(Duration.ofMillis(800), Duration.ofMillis(1200));
    }

    @Test
    void aRouteMayBoundWhatAReceiverAsksFor() {
        Waits waits =
                new Waits(Duration.ofSeconds(5), Duration.ofMinutes(5), Duration.ofDays(1), Duration.ofMinutes(2));
        var policy = new RetryPolicy(RetryPolicy.DEFAULT.backoff(), NONE, Map.of(), Map.of(), waits);
        assertThat(policy.delay(0, LastOutcome.REFUSED, Optional.of(Duration.ofHours(1)), dice))
                .contains(Duration.ofMinutes(2));
    }

    private Duration delayFor(Duration wish) {
        return RetryPolicy.DEFAULT
                .delay(0, LastOutcome.REFUSED, Optional.of(wish), dice)
                .orElseThrow();
    }

    @Test
    void outcomesAndKindsOfBusinessMayHaveRulesOfTheirOwn() {
        var sms = RetryPolicy.of(new Backoff.Fixed(Duration.ofSeconds(3), 1), NONE);
        var policy = new RetryPolicy(
                RetryPolicy.DEFAULT.backoff(),
                NONE,
                Map.of(LastOutcome.UNKNOWN, new Backoff.Fixed(Duration.ofSeconds(30), 2)),
                Map.of("sms", sms),
                Waits.DEFAULT);
        assertThat(policy.delay(0, LastOutcome.UNKNOWN, NO_WISH, dice)).contains(Duration.ofSeconds(30));
        assertThat(policy.delay(2, LastOutcome.UNKNOWN, NO_WISH, dice)).isEmpty();
        assertThat(policy.delay(2, LastOutcome.REFUSED, NO_WISH, dice)).contains(Duration.ofSeconds(16));
        assertThat(policy.forBizType("sms")).isSameAs(sms);
        assertThat(policy.forBizType("payment")).isSameAs(policy);
    }

    /** A kind of business that is looked for every five minutes only. */
    @Test
    void pausesAreWholeStepsBeforeChanceIsAdded() {
        var schedule = new Backoff.Schedule(
                List.of(Duration.ofSeconds(1), Duration.ofMinutes(5), Duration.ofMinutes(6), Duration.ofMinutes(30)));
        var policy = new RetryPolicy(
                schedule, NONE, Map.of(), Map.of(), Waits.DEFAULT, Optional.empty(), Duration.ofMinutes(5));
        assertThat(plannedSeconds(policy)).containsExactly(300L, 300L, 600L, 1800L);
        assertThat(policy.delay(0, LastOutcome.REFUSED, Optional.of(Duration.ofMinutes(7)), dice)
                        .orElseThrow())
                .as("what the receiver asked for, and a little after it")
                .isBetween(Duration.ofMinutes(10), Duration.ofMinutes(10).plusSeconds(10));
        var task = SampleTasks.task("refund", 0, Duration.ofSeconds(1));
        var early = (Move.Park) Decision.after(new Outcome.Park("no such order", Duration.ZERO), task, policy, dice);
        assertThat(early.delay()).isBetween(Duration.ofSeconds(270), Duration.ofSeconds(330));
        assertThatThrownBy(() -> new RetryPolicy(
                        schedule, NONE, Map.of(), Map.of(), Waits.DEFAULT, Optional.empty(), Duration.ofMillis(-1)))
                .hasMessageContaining("must not be negative");
    }

    @Test
    void nothingIsEverUnlimited() {
        assertThatThrownBy(() -> new Backoff.Fixed(Duration.ofSeconds(1), 101))
                .hasMessage("retries must be 0..100, were 101");
        assertThatThrownBy(() -> new Backoff.Fixed(Duration.ofSeconds(1), -1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Backoff.Fixed(Duration.ofDays(31), 1))
                .hasMessageContaining("at most PT720H, was PT744H");
        assertThatThrownBy(() -> new Backoff.Schedule(List.of(Duration.ZERO)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Jitter.Percent(101)).hasMessage("jitter must be 0..100 per cent, was 101");
        assertThatThrownBy(() -> new Waits(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofDays(31)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
