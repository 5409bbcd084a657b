package tallygate.gateway.task;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What {@link LaneStore} says, in memory. */
final class MemoryLanes {
    private final InstantSource clock;
    private final MemoryAdmin admin;
    private final Map<String, LaneStore.LaneRow> lanes = new LinkedHashMap<>();

    MemoryLanes(InstantSource clock, MemoryAdmin admin) {
        this.clock = clock;
        this.admin = admin;
    }

    List<LaneStore.LaneRow> lanes() {
        return new ArrayList<>(lanes.values());
    }

    private LaneStore.LaneRow of(String route) {
        return lanes.computeIfAbsent(
                route, name -> new LaneStore.LaneRow(lanes.size() + 1, name, Optional.empty(), false, Map.of()));
    }

    boolean pause(String route, Actor actor, String why) {
        LaneStore.LaneRow lane = of(route);
        if (lane.pause().isPresent()) {
            return false;
        }
        var pause = new LaneStore.Pause(clock.instant(), actor.name(), why);
        put(
                new LaneStore.LaneRow(lane.lane(), route, Optional.of(pause), lane.isOrdered(), lane.versions()),
                actor,
                "lane-pause",
                why);
        return true;
    }

    boolean pauseVersion(String route, String version, Actor actor, String why) {
        LaneStore.LaneRow lane = of(route);
        if (lane.versions().containsKey(version)) {
            return false;
        }
        Map<String, LaneStore.Pause> versions = new LinkedHashMap<>(lane.versions());
        versions.put(version, new LaneStore.Pause(clock.instant(), actor.name(), why));
        put(
                new LaneStore.LaneRow(lane.lane(), route, lane.pause(), lane.isOrdered(), versions),
                actor,
                "handler-pause",
                "version " + version + ": " + why);
        return true;
    }

    boolean resume(String route, Actor actor, String why) {
        LaneStore.LaneRow lane = of(route);
        if (lane.pause().isEmpty() && lane.versions().isEmpty()) {
            return false;
        }
        put(
                new LaneStore.LaneRow(lane.lane(), route, Optional.empty(), lane.isOrdered(), Map.of()),
                actor,
                "lane-resume",
                why);
        return true;
    }

    boolean order(String route, boolean isOrdered, Actor actor, String why) {
        LaneStore.LaneRow lane = of(route);
        if (lane.isOrdered() == isOrdered) {
            return false;
        }
        put(
                new LaneStore.LaneRow(lane.lane(), route, lane.pause(), isOrdered, lane.versions()),
                actor,
                "lane-order",
                why);
        return true;
    }

    private void put(LaneStore.LaneRow lane, Actor actor, String action, String why) {
        lanes.put(lane.route(), lane);
        admin.audit(actor, action, "lane", lane.route(), why);
    }
}
