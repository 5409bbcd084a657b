package tallygate.gateway.process;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.WorkStore.Scan;

/** Takes over tasks whose lease has ended because their node died or was paused: at most 500 a round, then a short breath. */
final class Patrol {
    private static final Logger log = LoggerFactory.getLogger(Patrol.class);
    private static final int LIMIT = 500;
    private static final Duration BREATH = Duration.ofMillis(100);

    private final Leasing leasing;
    private final Holdings holdings;
    private final Instruments instruments;
    private final Setback setback;
    private final WholeScans whole;
    private final Duration pause;

    Patrol(Leasing leasing, Holdings holdings, WorkConfig.Pace pace, Instruments instruments) {
        this.leasing = leasing;
        this.holdings = holdings;
        this.instruments = instruments;
        this.setback = new Setback(instruments.dice());
        this.whole = new WholeScans(instruments.nanos(), pace.wholeExpired());
        this.pause = pace.patrol();
    }

    Pause round() {
        List<Rooms.Opening> open = holdings.openForExpired();
        if (open.isEmpty()) {
            return Pause.whole(rest());
        }
        try {
            boolean isMore = allTogether(open);
            setback.over();
            return Pause.whole(isMore ? BREATH : rest());
        } catch (StoreException e) {
            instruments.metrics().storeFailed("patrol", e.kind());
            log.debug(
                    "loop=patrol kind={} scan for expired leases failed: {}; trying again soon",
                    e.kind(),
                    e.getMessage());
            whole.startOver();
            return setback.failed();
        }
    }

    /** The pause, a quarter shorter or longer, so that nodes do not look at the same time. */
    private Duration rest() {
        long millis = pause.toMillis();
        return Duration.ofMillis(millis - millis / 4 + instruments.dice().nextLong(millis / 2 + 1));
    }

    private boolean allTogether(List<Rooms.Opening> open) {
        Set<String> routes = open.stream().map(Rooms.Opening::route).collect(Collectors.toUnmodifiableSet());
        int limit = Math.min(
                LIMIT, open.stream().mapToInt(Rooms.Opening::room).min().orElse(1));
        int found = claim(routes, limit);
        if (found == limit && open.size() > 1) {
            return eachByItself(open, LIMIT - found);
        }
        return found == limit;
    }

    private boolean eachByItself(List<Rooms.Opening> open, int atMost) {
        int left = atMost;
        boolean isAnyFull = false;
        for (Rooms.Opening opening : open) {
            int limit = Math.min(left, holdings.look(opening.route(), RouteRoom::roomForExpired, 0));
            if (limit > 0) {
                int found = claim(Set.of(opening.route()), limit);
                left -= found;
                isAnyFull |= found == limit;
            }
        }
        return isAnyFull || left == 0;
    }

    private int claim(Set<String> routes, int limit) {
        boolean isWhole = whole.isDue(routes);
        int found = leasing.claim(Scan.EXPIRED, routes, limit, isWhole);
        if (isWhole) {
            whole.done(routes);
        }
        if (found > 0) {
            log.info("leases={} had ended, taken over", found);
        }
        return found;
    }
}
