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
    private static final Duration BREAKER_WAIT_MIN = Duration.ofMillis(200);

    private Decision() {}

    static Move after(Outcome outcome, LeasedTask task, WorkRoute route, RandomGenerator dice) {
        Move move = after(outcome, task, route.policy(), dice);
        return route.rules().probe().map(rule -> probed(move, rule)).orElse(move);
    }

    /** What a receiver called done, and what may be done though it failed, is asked about once more. */
    private static Move probed(Move move, ProbeRule rule) {
        return switch (move) {
            case Move.Done done -> new Move.Done(done.lease(), rule.after());
            case Move.Fail fail
            when fail.outcome() == LastOutcome.UNKNOWN ->
                new Move.Fail(fail.lease(), fail.outcome(), fail.error(), true);
            case Move.Fail _, Move.Retry _, Move.Park _, Move.GiveBack _, Move.Lost _ -> move;
        };
    }

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
            case Outcome.Park park -> park(park, task, rules, dice);
            case Outcome.Permanent(String error) ->
                new Move.Fail(task.lease(), LastOutcome.REFUSED, ErrorText.of("permanent: " + error));
        };
    }

    /**
     * What is written for a leased task that is not run here now.
     *
     * @param open how long the breaker of its route stays open
     */
    static Move unstarted(Holding holding, Duration open, RandomGenerator dice) {
        LeasedTask task = holding.task();
        return switch (holding.unwanted) {
            case NO_ROOM -> new Move.GiveBack(task.lease());
            case PAUSED -> new Move.Park(task.lease(), Duration.ZERO, WaitReason.LANE, "its lane is paused");
            case BREAKER -> breakerOpen(task, holding.route(), open, dice);
            case WORKERS_LOST ->
                new Move.Lost(
                        task.lease(),
                        "worker-lost: " + task.crashes()
                                + " nodes in a row ended or were paused while they ran it, the last "
                                + (task.crashes() - Solo.CRASHES_BEFORE) + " with nothing beside it");
        };
    }

    /** Comes back when the receiver is probed, some time later the more there are; but not for ever. */
    private static Move breakerOpen(LeasedTask task, WorkRoute route, Duration open, RandomGenerator dice) {
        Duration deadline =
                route.rules().breaker().orElse(RouteRules.Breaker.DEFAULT).deadline();
        if (task.age().compareTo(deadline) > 0) {
            String error = "its receiver is away, and the task older than " + deadline + ", so this counts as a try";
            return again(
                    LastOutcome.REFUSED,
                    error,
                    Optional.empty(),
                    task,
                    route.policy().forBizType(task.bizType()),
                    dice);
        }
        long millis = Math.max(BREAKER_WAIT_MIN.toMillis(), open.toMillis());
        return new Move.Park(
                task.lease(),
                Duration.ofMillis(millis + dice.nextLong(millis)),
                WaitReason.BREAKER,
                "its receiver is away: the breaker of route " + route.name() + " is open");
    }

    private static Move again(
            LastOutcome proven,
            String error,
            Optional<Duration> notBefore,
            LeasedTask task,
            RetryPolicy rules,
            RandomGenerator dice) {
        Optional<Duration> next = rules.delay(task.retryCount(), proven, notBefore, dice);
        if (next.isPresent()
                && rules.deadline()
                        .filter(deadline -> task.age().plus(next.get()).compareTo(deadline) > 0)
                        .isPresent()) {
            return new Move.Fail(
                    task.lease(),
                    proven,
                    ErrorText.of("its deadline of " + rules.deadline().get() + " is over: " + error));
        }
        return next.<Move>map(delay -> new Move.Retry(task.lease(), delay, proven, ErrorText.of(error)))
                .orElseGet(() -> new Move.Fail(
                        task.lease(),
                        proven,
                        ErrorText.of("tries used up (" + (task.retryCount() + 1) + "): " + error)));
    }

    private static Move park(Outcome.Park answer, LeasedTask task, RetryPolicy rules, RandomGenerator dice) {
        String reason = answer.reason();
        Duration asked = answer.delay();
        Waits waits = rules.waits();
        Duration left = waits.deadline().minus(task.age());
        if (left.isNegative() || left.isZero()) {
            String error = "has waited longer than " + waits.deadline() + ", so this counts as a try: " + reason;
            return again(LastOutcome.REFUSED, error, Optional.empty(), task, rules, dice);
        }
        Duration planned = asked.isPositive() ? asked : waits.pauseAt(task.age());
        Duration spread = new Jitter.Percent(10).spread(rules.inSteps(planned), dice);
        Duration bounded = spread.compareTo(waits.askedMax()) < 0 ? spread : waits.askedMax();
        return new Move.Park(task.lease(), bounded, WaitReason.EARLY, ErrorText.of(reason), answer.statusUrl());
    }
}
