package tallygate.gateway.ingest;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;

/** What one history is like, all of it drawn from its seed. */
record SimPlan(long seed, int nodes, int writers, int steps, boolean areIdsShared, Map<Fault, Double> faults) {
    /** What may go wrong. The rate is a chance at each occasion. */
    enum Fault {
        TRANSIENT,
        UNKNOWN_LOST,
        UNKNOWN_COMMITTED,
        /** The commit comes loose later. */
        UNKNOWN_STUCK,
        UNAVAILABLE,
        SLOW,
        OUTAGE,
        CRASH_BEFORE_COMMIT,
        CRASH_AFTER_COMMIT,
        /** Another, older copy of the database takes over: what it lacks is lost. */
        FAILOVER,
        NUMBER_LOST
    }

    static SimPlan draw(long seed) {
        var dice = new SplittableRandom(seed);
        var faults = new EnumMap<Fault, Double>(Fault.class);
        int mode = dice.nextInt(8);
        if (mode == 1) {
            faults.put(Fault.values()[dice.nextInt(Fault.values().length)], rate(dice));
        } else if (mode > 1) {
            for (Fault fault : Fault.values()) {
                if (dice.nextInt(3) == 0) {
                    faults.put(fault, rate(dice));
                }
            }
        }
        return new SimPlan(
                seed, 1 + dice.nextInt(2), 1 + dice.nextInt(2), 20 + dice.nextInt(60), dice.nextInt(4) == 0, faults);
    }

    /** From two in a hundred to nearly half, small ones more often. */
    private static double rate(SplittableRandom dice) {
        return 0.02 * Math.pow(22, dice.nextDouble());
    }

    boolean strikes(Fault fault, SplittableRandom dice) {
        Double rate = faults.get(fault);
        return rate != null && dice.nextDouble() < rate;
    }
}
