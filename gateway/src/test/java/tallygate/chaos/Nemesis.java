package tallygate.chaos;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Strikes and heals by its seed: the kinds in shuffled decks, so that none is left out, at most two parts ill at once. */
final class Nemesis {
    private static final Logger log = LoggerFactory.getLogger(Nemesis.class);
    private static final int AT_ONCE = 2;
    private static final int LEAST_MILLIS = 700;
    private static final int MOST_MILLIS = 2_500;
    /** Longer than the lease of the rig. */
    private static final int PAUSE_MILLIS = 6_500;
    /** For strikes and healings that take long themselves. */
    private static final Duration SPARE = Duration.ofMinutes(2);

    private final World world;
    private final SplittableRandom dice;
    private final List<Fault> deck = new ArrayList<>();
    private final List<Active> active = new ArrayList<>();
    private final Set<Fault> struck = EnumSet.noneOf(Fault.class);
    private final long began = System.nanoTime();

    private record Active(Fault fault, Fault.Healing healing, long until) {}

    Nemesis(World world, long seed) {
        this.world = world;
        this.dice = new SplittableRandom(seed);
    }

    /** Kinds that were struck at least once. */
    Set<Fault> struck() {
        return struck;
    }

    /** Returns when the time is over and everything is healed. */
    void rage(Duration length) throws Exception {
        try {
            await().atMost(length.plus(SPARE))
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(100))
                    .pollInSameThread()
                    .until(() -> {
                        if (millis() >= length.toMillis()) {
                            return true;
                        }
                        healDue(millis());
                        if (active.size() < AT_ONCE) {
                            strikeNext();
                        }
                        return false;
                    });
        } finally {
            healDue(Long.MAX_VALUE);
        }
    }

    private long millis() {
        return (System.nanoTime() - began) / 1_000_000;
    }

    private void strikeNext() throws Exception {
        if (deck.isEmpty()) {
            deck.addAll(List.of(Fault.values()));
            Collections.shuffle(deck, new Random(dice.nextLong()));
        }
        Fault next = deck.stream().filter(this::isFree).findFirst().orElse(null);
        if (next == null) {
            return;
        }
        deck.remove(next);
        if (!next.isPossible(world)) {
            return;
        }
        long length = next == Fault.PAUSE_NODE ? PAUSE_MILLIS : dice.nextInt(LEAST_MILLIS, MOST_MILLIS);
        log.warn("at_ms={} strike={} length_ms={}", millis(), next, length);
        Fault.Healing healing = next.strike(world, dice);
        struck.add(next);
        active.add(new Active(next, healing, millis() + length));
    }

    /** Not while its part is ill, and nothing by SQL while the server cannot be asked. */
    private boolean isFree(Fault fault) {
        return active.stream().noneMatch(ill -> ill.fault().part() == fault.part());
    }

    private void healDue(long now) throws Exception {
        for (Active ill : List.copyOf(active)) {
            if (ill.until() <= now) {
                ill.healing().heal();
                active.remove(ill);
                log.warn("at_ms={} healed={}", millis(), ill.fault());
            }
        }
    }
}
