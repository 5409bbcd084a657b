package tallygate.gateway.process;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import tallygate.gateway.task.LastOutcome;

/**
 * When a failed try is made again, and when no more.
 *
 * @param byOutcome other pauses for tries that were refused for certain, or whose effect is unknown
 * @param byBizType other policies for some kinds of business; these hold no further ones
 * @param deadline age of a task at which it is not tried again, whatever retries are left
 * @param step pauses are rounded up to whole multiples of it, before jitter; zero: they are not
 */
public record RetryPolicy(
        Backoff backoff,
        Jitter jitter,
        Map<LastOutcome, Backoff> byOutcome,
        Map<String, RetryPolicy> byBizType,
        Waits waits,
        Optional<Duration> deadline,
        Duration step) {
    private static final Duration RETRY_AFTER_SPREAD_MAX = Duration.ofSeconds(10);

    /** 1 s, 4 s, 16 s, 64 s, 5 min, 30 min, 2 h, 20 % shorter or longer: eight calls in all. */
    public static final RetryPolicy DEFAULT = of(
            new Backoff.Schedule(List.of(
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(4),
                    Duration.ofSeconds(16),
                    Duration.ofSeconds(64),
                    Duration.ofMinutes(5),
                    Duration.ofMinutes(30),
                    Duration.ofHours(2))),
            new Jitter.Percent(20));

    /** Without a deadline, and with pauses as they are. */
    public RetryPolicy(
            Backoff backoff,
            Jitter jitter,
            Map<LastOutcome, Backoff> byOutcome,
            Map<String, RetryPolicy> byBizType,
            Waits waits) {
        this(backoff, jitter, byOutcome, byBizType, waits, Optional.empty(), Duration.ZERO);
    }

    public RetryPolicy {
        byOutcome = Map.copyOf(byOutcome);
        byBizType = Map.copyOf(byBizType);
        if (byOutcome.containsKey(LastOutcome.NONE)) {
            throw new IllegalArgumentException("retry rules are for outcomes refused and unknown, not for none");
        }
        if (byBizType.values().stream().anyMatch(policy -> !policy.byBizType.isEmpty())) {
            throw new IllegalArgumentException(
                    "the retry policy of a business type cannot hold policies of business types");
        }
        if (step.isNegative()) {
            throw new IllegalArgumentException("a step must not be negative, was " + step);
        }
    }

    /** The same pauses for every outcome and kind of business. */
    public static RetryPolicy of(Backoff backoff, Jitter jitter) {
        return new RetryPolicy(backoff, jitter, Map.of(), Map.of(), Waits.DEFAULT);
    }

    RetryPolicy forBizType(String bizType) {
        return byBizType.getOrDefault(bizType, this);
    }

    /**
     * The pause before the next try.
     *
     * @param retryCount failures recorded before this one
     * @param notBefore what the receiver asked for
     * @return empty when the tries are used up
     */
    Optional<Duration> delay(int retryCount, LastOutcome outcome, Optional<Duration> notBefore, RandomGenerator dice) {
        Backoff pauses = byOutcome.getOrDefault(outcome, backoff);
        if (retryCount >= pauses.retriesMax()) {
            return Optional.empty();
        }
        Duration planned = jitter.spread(inSteps(pauses.delay(retryCount)), dice);
        return Optional.of(longer(
                planned, notBefore.map(asked -> spreadUpwards(asked, dice)).orElse(Duration.ZERO)));
    }

    /** What is looked at every so often only need not be due in between. */
    Duration inSteps(Duration pause) {
        if (step.isZero()) {
            return pause;
        }
        long steps = Math.ceilDiv(pause.toMillis(), Math.max(1, step.toMillis()));
        return step.multipliedBy(Math.max(1, steps));
    }

    /** Never before the receiver's wish; a little after it, since all tasks that it turned away got the same answer. */
    private Duration spreadUpwards(Duration asked, RandomGenerator dice) {
        Duration capped = shorter(inSteps(asked), waits.askedMax());
        long reach = shorter(capped.dividedBy(5), RETRY_AFTER_SPREAD_MAX).toMillis();
        return shorter(capped.plusMillis(dice.nextLong(Math.max(0, reach) + 1)), waits.askedMax());
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
