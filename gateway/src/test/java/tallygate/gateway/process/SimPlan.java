package tallygate.gateway.process;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * What one history is like, all of it drawn from its seed: how much there is, and how often what goes wrong.
 *
 * @param hasRules breaker, order, lanes and probe take part; not in all histories, since they take time of their own
 */
record SimPlan(
        long seed,
        int nodes,
        int events,
        Duration lease,
        Duration chaos,
        boolean isNodeZeroSteady,
        boolean hasRules,
        Map<Fault, Double> faults,
        Map<Behaviour, Integer> behaviours) {

    /** What may go wrong with nodes and store. The rate is a chance each time there is an occasion. */
    enum Fault {
        CRASH,
        /** The process stands still; its monotonic clock goes on. */
        PAUSE,
        /** The machine stands still, its monotonic clock too. */
        STALL,
        DRAIN,
        STORE_TRANSIENT,
        STORE_UNAVAILABLE,
        /** The answer to a commit is lost; the commit is done, not done, or done later. */
        STORE_UNKNOWN,
        /** No node reaches the store for a while. */
        STORE_OUTAGE,
        STORE_SLOW,
        /** Nodes share a number, so that they make equal ids for different events. */
        ID_CLASH,
        /** An event comes again with other content. */
        OTHER_CONTENT,
        /** The acknowledgement does not reach the provider, which sends again. */
        ACK_LOST
    }

    /** What a receiver does with a call. */
    enum Behaviour {
        DONE,
        REFUSES,
        APPLIES_AND_DROPS,
        /** Says done and has done nothing. */
        LIES,
        DROPS,
        EARLY,
        UNDEPLOYED,
        NEVER_ANSWERS,
        PERMANENT,
        /** The process dies while it runs this task. */
        KILLS
    }

    static SimPlan draw(long seed) {
        var dice = new SplittableRandom(seed);
        var faults = new EnumMap<Fault, Double>(Fault.class);
        int mode = dice.nextInt(10);
        if (mode == 1 || mode == 2) {
            faults.put(Fault.values()[dice.nextInt(Fault.values().length)], rate(dice));
        } else if (mode > 2) {
            for (Fault fault : Fault.values()) {
                if (dice.nextInt(5) < 2) {
                    faults.put(fault, rate(dice));
                }
            }
        }
        var behaviours = new EnumMap<Behaviour, Integer>(Behaviour.class);
        behaviours.put(Behaviour.DONE, 10);
        for (Behaviour behaviour : Behaviour.values()) {
            if (behaviour != Behaviour.DONE && dice.nextInt(3) == 0) {
                behaviours.put(behaviour, 1 + dice.nextInt(behaviour == Behaviour.KILLS ? 2 : 10));
            }
        }
        boolean hasRules = dice.nextInt(4) == 0;
        if (!hasRules) {
            behaviours.remove(Behaviour.LIES);
        }
        boolean isLong = dice.nextInt(40) == 0;
        if (isLong) {
            // Long enough for a task to kill one node after the other.
            behaviours.put(Behaviour.KILLS, 5 + dice.nextInt(50));
        }
        return new SimPlan(
                seed,
                1 + dice.nextInt(3),
                1 + dice.nextInt(5),
                Duration.ofMillis(1000L + dice.nextInt(3) * 500L),
                Duration.ofMillis(500 + dice.nextInt(isLong ? 40_000 : 5000)),
                dice.nextInt(3) == 0,
                hasRules,
                faults,
                behaviours);
    }

    /** From one in a hundred to nearly half, small ones more often. */
    private static double rate(SplittableRandom dice) {
        return 0.01 * Math.pow(45, dice.nextDouble());
    }

    boolean strikes(Fault fault, SplittableRandom dice) {
        Double rate = faults.get(fault);
        return rate != null && dice.nextDouble() < rate;
    }

    Behaviour behave(SplittableRandom dice) {
        int sum = behaviours.values().stream().mapToInt(Integer::intValue).sum();
        int at = dice.nextInt(sum);
        for (Map.Entry<Behaviour, Integer> entry : behaviours.entrySet()) {
            at -= entry.getValue();
            if (at < 0) {
                return entry.getKey();
            }
        }
        throw new IllegalStateException("weights do not add up");
    }
}
