package tallygate.gateway.process;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import tallygate.callback.Outcome;
import tallygate.gateway.task.LastOutcome;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.Move;
import tallygate.gateway.task.WaitReason;

/** What is written after a try. Decides and touches nothing. */
final class Decision {
    private Decision() {}

    /** @param policy the route's; its rules for the task's business type are looked up here */
    static Move after(Outcome outcome, LeasedTask task, RetryPolicy policy, RandomGenerator dice) {
        RetryPolicy rules = policy.forBizType(task.bizType());
        return switch (outcome) {
            case Outcome.Done _ -> new Move.Done(task.lease());
            case Outcome.Retry(String error, Optional<Duration> notBefore) ->
                again(LastOutcome.REFUSED, error, notBefore, task, rules, dice);
            case Outcome.Misconfigured(String error) ->
                again(LastOutcome.REFUSED, error, Optional.empty(), task, rules, dice);
            case Outcome.Unknown(String error, Duration notBefore) ->
                again(
                        LastOutcome.UNKNOWN,
                        error,
                        Optional.of(notBefore).filter(Duration::isPositive),
                        task,
                        rules,
                        dice);
            case Outcome.Park(String reason, Duration delay) -> park(reason, delay, task, rules, dice);
            case Outcome.Permanent(String error) ->
                new Move.Fail(task.lease(), LastOutcome.REFUSED, ErrorText.of("permanent: " + error));
        };
    }

    private static Move again(
            LastOutcome proven,
            String error,
            Optional<Duration> notBefore,
            LeasedTask task,
            RetryPolicy rules,
            RandomGenerator dice) {
        return rules.delay(task.retryCount(), proven, notBefore, dice)
                .<Move>map(delay -> new Move.Retry(task.lease(), delay, proven, ErrorText.of(error)))
                .orElseGet(() -> new Move.Fail(
                        task.lease(),
                        proven,
                        ErrorText.of("tries used up (" + (task.retryCount() + 1) + "): " + error)));
    }

    private static Move park(String reason, Duration asked, LeasedTask task, RetryPolicy rules, RandomGenerator dice) {
        Waits waits = rules.waits();
        Duration left = waits.deadline().minus(task.age());
        if (left.isNegative() || left.isZero()) {
            String error = "has waited longer than " + waits.deadline() + ", so this counts as a try: " + reason;
            return again(LastOutcome.REFUSED, error, Optional.empty(), task, rules, dice);
        }
        Duration planned = asked.isPositive() ? asked : waits.pauseAt(task.age());
        Duration spread = new Jitter.Percent(10).spread(planned, dice);
        Duration bounded = spread.compareTo(waits.askedMax()) < 0 ? spread : waits.askedMax();
        return new Move.Park(task.lease(), bounded, WaitReason.EARLY, ErrorText.of(reason));
    }
}
