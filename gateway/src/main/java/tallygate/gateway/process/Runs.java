package tallygate.gateway.process;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The calls of this node. Guarded by the lock of {@link Holdings}. */
final class Runs {
    /** Calls that use a slot, also those whose lease was lost. */
    private final Set<Holding> running = new LinkedHashSet<>();
    /** Calls that were given up and have not come back. */
    private final Set<Holding> givenUp = new HashSet<>();

    void begin(Holding holding, long nowNanos) {
        holding.phase = Holding.Phase.RUNNING;
        holding.startedNanos = nowNanos;
        holding.room.running++;
        running.add(holding);
    }

    void freeSlot(Holding holding) {
        running.remove(holding);
        holding.room.running--;
    }

    List<Holding> all() {
        return List.copyOf(running);
    }

    List<Holding> overdue(long nowNanos) {
        return running.stream()
                .filter(run -> nowNanos - run.startedNanos
                        > run.route().limits().runMax().toNanos())
                .toList();
    }

    /** Its slot is to be freed before. */
    void giveUp(Holding holding) {
        holding.isAbandoned = true;
        holding.room.abandoned++;
        givenUp.add(holding);
        holding.interrupt.run();
    }

    void cameBack(Holding holding) {
        holding.room.abandoned--;
        givenUp.remove(holding);
    }

    Stream<Holding> underWay() {
        return Stream.concat(running.stream(), givenUp.stream());
    }

    int size() {
        return running.size();
    }
}
