package tallygate.gateway.process;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.LaneStore;
import tallygate.gateway.task.StoreException;

/**
 * Looks once a second which lanes stand still, for all nodes or for those with this node's version of the handler, and pauses a
 * version itself that refuses everything for good. A lane that keeps its order although this node's configuration does not is left
 * alone as if it were paused.
 */
final class LaneWatch {
    static final String PAUSED = "lane-paused";
    static final String UNORDERED = "lane-order-unknown";
    private static final Logger log = LoggerFactory.getLogger(LaneWatch.class);
    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final Actor GATEWAY = new Actor("tallygate", "gateway");

    private final LaneStore store;
    private final Holdings holdings;
    private final Poison poison;
    private final Instruments instruments;
    private Set<String> paused = Set.of();
    private Set<String> unordered = Set.of();

    LaneWatch(LaneStore store, Holdings holdings, Poison poison, Instruments instruments) {
        this.store = store;
        this.holdings = holdings;
        this.poison = poison;
        this.instruments = instruments;
    }

    /**
     * Before the first look nobody knows which lanes stand still, so all do: a node that starts runs nothing of a lane that was paused
     * before.
     */
    void shut() {
        holdings.pause(holdings.routeNames());
    }

    Pause round() {
        try {
            poison.toPause().forEach(this::isolate);
            look(store.lanes());
        } catch (StoreException e) {
            instruments.metrics().storeFailed("lanes", e.kind());
            log.debug("loop=lanes kind={} not read: {}; what was known holds", e.kind(), e.getMessage());
        }
        return Pause.upTo(EVERY);
    }

    private void look(List<LaneStore.LaneRow> lanes) {
        Map<String, LaneStore.Pause> pauses = new HashMap<>();
        Set<String> strange = new HashSet<>();
        for (LaneStore.LaneRow lane : lanes) {
            String version = holdings.look(lane.route(), room -> room.route.version(), "");
            lane.pauseOf(version).ifPresent(pause -> pauses.put(lane.route(), pause));
            boolean isKnown = holdings.look(lane.route(), room -> !room.isRemoved, false);
            boolean keepsOrder = holdings.look(
                    lane.route(), room -> room.route.rules().order().isPresent(), false);
            if (isKnown && keepsOrder && !lane.isOrdered()) {
                store.order(lane.route(), true, GATEWAY, "a node's configuration keeps its order");
            } else if (isKnown && lane.isOrdered() && !keepsOrder) {
                strange.add(lane.route());
            }
        }
        var still = new HashSet<>(pauses.keySet());
        still.addAll(strange);
        holdings.pause(Set.copyOf(still));
        // Found in the meantime: written with the next round, but shut already.
        poison.toPause()
                .forEach(found -> holdings.look(
                        found.handler().route(),
                        room -> room.isPaused |= Poison.Suspect.of(room.route).equals(found.handler()),
                        false));
        tellPaused(pauses);
        tellPoisoned(lanes);
        tellUnordered(strange);
    }

    private void tellPaused(Map<String, LaneStore.Pause> now) {
        now.forEach((route, pause) -> {
            if (!paused.contains(route)) {
                log.warn("event=LANE_PAUSED route={} by={} why=\"{}\"; its tasks wait", route, pause.by(), pause.why());
            }
        });
        for (String route : paused) {
            if (!now.containsKey(route)) {
                log.info("event=LANE_RESUMED route={}; its tasks go on", route);
                instruments.alerts().resolve(PAUSED, route);
                poison.forget(route);
            }
        }
        paused = Set.copyOf(now.keySet());
    }

    private void tellUnordered(Set<String> now) {
        for (String route : now) {
            instruments
                    .alerts()
                    .raise(new Alert(
                            UNORDERED,
                            route,
                            Alert.Severity.WARNING,
                            "The tasks of route " + route + " keep their order on other nodes, but this node's"
                                    + " configuration does not know of it: it leaves them alone.",
                            Map.of("route", route)));
        }
        unordered.stream()
                .filter(route -> !now.contains(route))
                .forEach(route -> instruments.alerts().resolve(UNORDERED, route));
        unordered = now;
    }

    private void isolate(Poison.Found found) {
        String why = found.inARow() + " tasks in a row were refused for good, the last with: " + found.error();
        store.pauseVersion(found.handler().route(), found.handler().version(), GATEWAY, why);
        poison.paused(found.handler());
    }

    /** Each node that has the version says so, whichever of them found it out: one of them may be gone tomorrow. */
    private void tellPoisoned(List<LaneStore.LaneRow> lanes) {
        for (LaneStore.LaneRow lane : lanes) {
            String version = holdings.look(lane.route(), room -> room.route.version(), "");
            LaneStore.Pause pause = lane.versions().get(version);
            if (pause != null && holdings.look(lane.route(), room -> !room.isRemoved, false)) {
                instruments
                        .alerts()
                        .raise(new Alert(
                                PAUSED,
                                lane.route(),
                                Alert.Severity.CRITICAL,
                                "The handler of route " + lane.route() + " refuses every task for good, so this version"
                                        + " of it is paused; nodes with another version go on. Mend or roll back the"
                                        + " receiver, resume the lane, and retry what failed.",
                                Map.of("route", lane.route(), "version", version, "error", pause.why())));
            }
        }
    }
}
