package tallygate.gateway.process;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import tallygate.callback.Outcome;
import tallygate.callback.handler.OutcomeProbe;
import tallygate.gateway.task.LeasedTask;

/** The business service: applies effects once for each idempotency key, and answers well or badly. */
final class SimReceiver {
    private final SimWorld world;
    private final SplittableRandom dice;
    private final Map<String, String> keyByEvent = new HashMap<>();
    private final Map<String, Integer> effectsByKey = new HashMap<>();

    SimReceiver(SimWorld world, SplittableRandom dice) {
        this.world = world;
        this.dice = dice;
    }

    void call(SimNode node, Holding holding, SimCall call) {
        LeasedTask task = holding.task();
        String key = Deliveries.of(task).idempotencyKey();
        String before = keyByEvent.putIfAbsent(task.eventId(), key);
        world.require(
                before == null || before.equals(key),
                "I3: the key of {} changed from {} to {}",
                task.eventId(),
                before,
                key);
        checkLease(holding);
        world.require(
                !world.store().retention().isEmptied(task.lease().id()),
                "retention: {} is called without content",
                task.lease());
        world.timeline().trace("call", task.lease().id().value(), task.lease().epoch());
        SimPlan.Behaviour behaviour = world.plan().behave(dice);
        if (behaviour == SimPlan.Behaviour.KILLS && (!world.isChaos() || world.isSteady(node))) {
            behaviour = SimPlan.Behaviour.DROPS;
        }
        if (behaviour == SimPlan.Behaviour.LIES && !task.route().equals("a")) {
            // Only that route is asked about once more.
            behaviour = SimPlan.Behaviour.DONE;
        }
        long toReceiver = Duration.ofMillis(dice.nextInt(20)).toNanos();
        long toAnswer = dice.nextInt(20) == 0
                ? Duration.ofMillis(dice.nextInt(1500)).toNanos()
                : Duration.ofMillis(dice.nextInt(20)).toNanos();
        switch (behaviour) {
            case DONE -> {
                world.timeline().after(toReceiver, () -> apply(key));
                node.later(toReceiver + toAnswer, () -> call.ends(new Outcome.Done("ok")));
            }
            case APPLIES_AND_DROPS -> {
                world.timeline().after(toReceiver, () -> apply(key));
                node.later(toReceiver + toAnswer, () -> call.ends(new Outcome.Unknown("connection reset")));
            }
            case LIES -> node.later(toReceiver + toAnswer, () -> call.ends(new Outcome.Done("ok")));
            case NEVER_ANSWERS -> world.sometimes("never-answers");
            case KILLS -> node.later(toReceiver, () -> world.crash(node));
            case DROPS, REFUSES, EARLY, UNDEPLOYED, PERMANENT -> {
                Outcome outcome = answer(behaviour);
                node.later(toReceiver + toAnswer, () -> call.ends(outcome));
            }
        }
    }

    /** Only a machine that stood still with its clock may call out although another node has the task by now. */
    private void checkLease(Holding holding) {
        if (holding.runsAlone()) {
            world.sometimes("ran-alone");
        }
        int epoch = world.store().find(holding.lease().id()).orElseThrow().leaseEpoch();
        if (epoch != holding.lease().epoch()) {
            world.sometimes("called-on-a-lost-lease");
            world.require(
                    world.plan().faults().containsKey(SimPlan.Fault.STALL),
                    "a call began on {} though the epoch is {}",
                    holding.lease(),
                    epoch);
            return;
        }
        if (world.plan().hasRules()) {
            world.checker().isItsTurn(holding.task());
        }
    }

    private Outcome answer(SimPlan.Behaviour behaviour) {
        return switch (behaviour) {
            case REFUSES -> new Outcome.Retry("HTTP 503", wish());
            case EARLY -> new Outcome.Park("no such order", Duration.ofMillis(dice.nextInt(500)));
            case UNDEPLOYED -> new Outcome.Misconfigured("HTTP 404");
            case PERMANENT -> new Outcome.Permanent("HTTP 422");
            case DROPS, DONE, APPLIES_AND_DROPS, LIES, NEVER_ANSWERS, KILLS -> new Outcome.Unknown("connection reset");
        };
    }

    private Optional<Duration> wish() {
        return dice.nextBoolean() ? Optional.empty() : Optional.of(Duration.ofMillis(dice.nextInt(1000)));
    }

    private void apply(String key) {
        if (effectsByKey.putIfAbsent(key, 1) != null) {
            world.sometimes("effect-asked-for-twice");
        }
    }

    /** What the outcome probe is told: the truth, if anything. */
    Map<Long, OutcomeProbe.Answer> asked(List<OutcomeProbe.Question> questions) {
        Map<Long, OutcomeProbe.Answer> answers = new HashMap<>();
        for (OutcomeProbe.Question question : questions) {
            if (!world.isChaos() || dice.nextInt(5) > 0) {
                answers.put(
                        question.taskId(),
                        hasApplied(question.idempotencyKey())
                                ? OutcomeProbe.Answer.APPLIED
                                : OutcomeProbe.Answer.NOT_APPLIED);
            }
        }
        return answers;
    }

    boolean hasApplied(String key) {
        return effectsByKey.containsKey(key);
    }
}
