package tallygate.gateway.process;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.WorkStore.Scan;

/**
 * Claims due tasks for the room this node has. All open routes are asked in one statement while little is due; as soon as that
 * comes back full, each route is asked by itself, so that the backlog of one does not hide the tasks of another.
 */
final class Claimer {
    private static final Logger log = LoggerFactory.getLogger(Claimer.class);
    private static final int LIMIT = 200;
    /** From the beginning of a round to that of the next: what the disk takes for a claim is not waited for twice. */
    private static final Duration PAUSE_MIN = Duration.ofMillis(3);

    private static final Duration PAUSE_MAX = Duration.ofMillis(200);
    /** However long a round took: a store that is slow is not asked all the time. */
    private static final Duration REST_MIN = Duration.ofMillis(1);
    /** Tasks come in company: the pause grows after so many empty rounds more than one, which bridges 10 ms. */
    private static final int EMPTY_ROUNDS = 2;

    private static final int GROWTH = 3;

    private final Leasing leasing;
    private final Holdings holdings;
    private final Instruments instruments;
    private final Setback setback;
    private final WholeScans whole;
    private final Cadence cadence;
    private Duration pause = PAUSE_MIN;
    private int emptyRounds;
    private boolean isEachByItself;

    Claimer(Leasing leasing, Holdings holdings, WorkConfig.Pace pace, Instruments instruments) {
        this.leasing = leasing;
        this.holdings = holdings;
        this.instruments = instruments;
        this.setback = new Setback(instruments.dice());
        this.cadence = new Cadence(instruments.nanos(), PAUSE_MAX);
        this.whole = new WholeScans(instruments.nanos(), pace.wholeDue());
    }

    Pause round() {
        long began = instruments.nanos().getAsLong();
        leasing.desk().runner().dispatch();
        List<Rooms.Opening> open = cadence.due(holdings.openForDue());
        if (open.isEmpty()) {
            return Pause.upTo(PAUSE_MAX);
        }
        try {
            boolean isMore = inOrder(open);
            List<Rooms.Opening> free =
                    open.stream().filter(opening -> !opening.isInOrder()).toList();
            if (!free.isEmpty()) {
                isMore |= (isEachByItself || free.size() == 1) ? eachByItself(free) : allTogether(free);
            }
            if (setback.isOn()) {
                log.info("loop=claimer the store answers again, going on with a whole scan");
                setback.over();
            }
            return isMore ? Pause.NONE : rest(began);
        } catch (StoreException e) {
            instruments.metrics().storeFailed("claimer", e.kind());
            if (!setback.isOn()) {
                log.warn("loop=claimer kind={} claim failed: {}; trying again soon", e.kind(), e.getMessage());
            }
            whole.startOver();
            return setback.failed();
        }
    }

    /** Lanes that keep their order are asked one by one. */
    private boolean inOrder(List<Rooms.Opening> open) {
        boolean isAnyFull = false;
        for (Rooms.Opening opening : open) {
            if (opening.isInOrder()) {
                int limit = Math.min(LIMIT, opening.room());
                boolean isWhole = whole.isDue(Set.of(opening.route()));
                int found =
                        leasing.claimInOrder(opening.route(), opening.ordering().get(), limit, isWhole);
                if (isWhole) {
                    whole.done(Set.of(opening.route()));
                }
                cadence.scanned(Set.of(opening.route()), found == limit);
                isAnyFull |= wasFull(opening.route(), found, limit);
            }
        }
        return isAnyFull;
    }

    private boolean wasFull(String route, int found, int limit) {
        if (found == limit) {
            holdings.look(route, room -> room.isHungry = true, false);
        }
        noteFound(found);
        return found == limit;
    }

    private boolean allTogether(List<Rooms.Opening> open) {
        int limit = Math.min(
                LIMIT, open.stream().mapToInt(Rooms.Opening::room).min().orElse(1));
        int found = claim(open.stream().map(Rooms.Opening::route).collect(Collectors.toUnmodifiableSet()), limit);
        if (found < limit) {
            noteFound(found);
            return false;
        }
        isEachByItself = true;
        return true;
    }

    private boolean eachByItself(List<Rooms.Opening> open) {
        boolean isAnyFull = false;
        for (Rooms.Opening opening : open) {
            int limit = Math.min(LIMIT, opening.room());
            int found = claim(Set.of(opening.route()), limit);
            isAnyFull |= wasFull(opening.route(), found, limit);
        }
        isEachByItself = isAnyFull;
        return isAnyFull;
    }

    private int claim(Set<String> routes, int limit) {
        boolean isWhole = whole.isDue(routes);
        int found = leasing.claim(Scan.DUE, routes, limit, isWhole);
        cadence.scanned(routes, found == limit);
        if (isWhole) {
            whole.done(routes);
        }
        return found;
    }

    private void noteFound(int found) {
        if (found > 0) {
            pause = PAUSE_MIN;
            emptyRounds = 0;
        }
    }

    /** Grows while nothing is found for a while; each node a little differently. */
    private Pause rest(long began) {
        long whole = pause.toNanos();
        long apart = whole - whole / 4 + instruments.dice().nextLong(whole / 2 + 1);
        long left = apart - (instruments.nanos().getAsLong() - began);
        emptyRounds++;
        if (emptyRounds > EMPTY_ROUNDS) {
            Duration next = pause.multipliedBy(GROWTH);
            pause = next.compareTo(PAUSE_MAX) < 0 ? next : PAUSE_MAX;
        }
        return Pause.upTo(Duration.ofNanos(Math.max(left, REST_MIN.toNanos())));
    }
}
