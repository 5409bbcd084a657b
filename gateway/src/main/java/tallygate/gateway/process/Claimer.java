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
    private static final Duration PAUSE_MIN = Duration.ofMillis(5);
    private static final Duration PAUSE_MAX = Duration.ofMillis(200);

    private final Leasing leasing;
    private final Holdings holdings;
    private final Instruments instruments;
    private final Setback setback;
    private final WholeScans whole;
    private Duration pause = PAUSE_MIN;
    private boolean isEachByItself;

    Claimer(Leasing leasing, Holdings holdings, WorkConfig.Pace pace, Instruments instruments) {
        this.leasing = leasing;
        this.holdings = holdings;
        this.instruments = instruments;
        this.setback = new Setback(instruments.dice());
        this.whole = new WholeScans(instruments.nanos(), pace.wholeDue());
    }

    Pause round() {
        List<Rooms.Opening> open = holdings.openForDue();
        if (open.isEmpty()) {
            return Pause.upTo(PAUSE_MAX);
        }
        try {
            boolean isMore = (isEachByItself || open.size() == 1) ? eachByItself(open) : allTogether(open);
            if (setback.isOn()) {
                log.info("loop=claimer the store answers again, going on with a whole scan");
                setback.over();
            }
            return isMore ? Pause.NONE : rest();
        } catch (StoreException e) {
            instruments.metrics().storeFailed("claimer", e.kind());
            if (!setback.isOn()) {
                log.warn("loop=claimer kind={} claim failed: {}; trying again soon", e.kind(), e.getMessage());
            }
            whole.startOver();
            return setback.failed();
        }
    }

    private boolean allTogether(List<Rooms.Opening> open) {
        int limit = Math.min(
                LIMIT, open.stream().mapToInt(Rooms.Opening::room).min().orElse(1));
        int found = claim(open.stream().map(Rooms.Opening::route).collect(Collectors.toUnmodifiableSet()), limit);
        if (found < limit) {
            pause = found > 0 ? PAUSE_MIN : pause;
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
            if (found == limit) {
                holdings.hungry(opening.route());
                isAnyFull = true;
            }
            pause = found > 0 ? PAUSE_MIN : pause;
        }
        isEachByItself = isAnyFull;
        return isAnyFull;
    }

    private int claim(Set<String> routes, int limit) {
        boolean isWhole = whole.isDue(routes);
        int found = leasing.claim(Scan.DUE, routes, limit, isWhole);
        if (isWhole) {
            whole.done(routes);
        }
        return found;
    }

    /** Doubles while nothing is found; each node a little differently. */
    private Pause rest() {
        long millis = pause.toMillis();
        Duration spread =
                Duration.ofMillis(millis - millis / 4 + instruments.dice().nextLong(millis / 2 + 1));
        pause = pause.multipliedBy(2).compareTo(PAUSE_MAX) < 0 ? pause.multipliedBy(2) : PAUSE_MAX;
        return Pause.upTo(spread);
    }
}
