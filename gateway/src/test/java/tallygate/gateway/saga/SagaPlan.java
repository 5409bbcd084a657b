package tallygate.gateway.saga;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** What one history is like, all of it drawn from its seed. */
record SagaPlan(
        long seed,
        int nodes,
        int sagas,
        boolean locks,
        long chaosNanos,
        Definition definition,
        boolean byMessage,
        Map<Fault, Double> faults,
        double refuses,
        boolean canUndoFail) {
    /** What may go wrong. The rate is a chance each time there is an occasion. */
    enum Fault {
        CRASH,
        PAUSE,
        /** A request, result or answer is lost. */
        LOST,
        TWICE,
        /** Seconds late, behind everything that was sent after it. */
        LATE,
        /** No connection comes about. */
        REFUSED,
        STORE_UNAVAILABLE,
        /** The commit's answer is lost; it was made, or not. */
        STORE_UNKNOWN
    }

    static SagaPlan draw(long seed) {
        var dice = new SplittableRandom(seed);
        var faults = new EnumMap<Fault, Double>(Fault.class);
        int mode = dice.nextInt(8);
        for (Fault fault : Fault.values()) {
            boolean isChosen = mode == 0 ? false : mode == 1 ? dice.nextInt(8) == 0 : dice.nextInt(5) < 3;
            if (isChosen) {
                faults.put(fault, 0.01 * Math.pow(40, dice.nextDouble()));
            }
        }
        boolean isLocking = dice.nextInt(3) == 0;
        return new SagaPlan(
                seed,
                1 + dice.nextInt(2),
                1 + dice.nextInt(2),
                isLocking,
                Duration.ofMillis(500 + dice.nextInt(3_000)).toNanos(),
                definition(dice, isLocking),
                dice.nextBoolean(),
                faults,
                dice.nextInt(3) == 0 ? 0 : 0.02 + dice.nextDouble() * 0.4,
                dice.nextInt(6) == 0);
    }

    private static Definition definition(SplittableRandom dice, boolean isLocking) {
        int count = 1 + dice.nextInt(4);
        int pivot = dice.nextInt(3) == 0 ? 1 + dice.nextInt(count) : 0;
        List<Step> steps = new ArrayList<>();
        int stage = 0;
        for (int seq = 1; seq <= count; seq++) {
            boolean isAlone = seq == pivot || seq - 1 == pivot;
            stage += stage == 0 || isAlone || dice.nextInt(3) > 0 ? 1 : 0;
            steps.add(step(seq, stage, seq == pivot, pivot != 0 && seq >= pivot, dice));
        }
        return new Definition(
                "order-create",
                1,
                Duration.ofSeconds(4 + dice.nextInt(60)),
                isLocking ? Definition.Lock.WAIT : Definition.Lock.NONE,
                steps);
    }

    private static Step step(int seq, int stage, boolean isPivot, boolean mayLackUndo, SplittableRandom dice) {
        List<Duration> pauses = new ArrayList<>();
        for (int i = dice.nextInt(4); i > 0; i--) {
            pauses.add(Duration.ofMillis(50L << (2 * pauses.size())));
        }
        Pauses retry = new Pauses(pauses);
        Pauses undo = new Pauses(List.of(Duration.ofMillis(100), Duration.ofMillis(300), Duration.ofMillis(800)));
        return new Step(
                seq,
                "step" + seq,
                stage,
                isPivot,
                new Step.Ways(
                        "p" + seq,
                        "/do",
                        mayLackUndo && dice.nextBoolean() ? Optional.empty() : Optional.of("/undo"),
                        dice.nextBoolean() ? Optional.of("/status") : Optional.empty()),
                new Step.Rules(
                        retry,
                        undo,
                        new TimeoutRule(Duration.ofMillis(500), Duration.ofMillis(100), Duration.ofSeconds(1), 4)),
                Step.Mapping.WHOLE);
    }

    boolean strikes(Fault fault, SplittableRandom dice) {
        Double rate = faults.get(fault);
        return rate != null && dice.nextDouble() < rate;
    }
}
