package tallygate.gateway.admin.api;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Page;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.task.LaneReading;
import tallygate.gateway.task.LaneStore;
import tallygate.gateway.task.NodeStore;
import tallygate.gateway.task.ProbeStore;
import tallygate.gateway.task.TaskId;

/** Lanes: which stand still, and what the outcome probe knows of a task. */
public final class LanesApi {
    private final LaneStore lanes;
    private final NodeStore nodes;
    private final ProbeStore probes;

    public LanesApi(LaneStore lanes, NodeStore nodes, ProbeStore probes) {
        this.lanes = lanes;
        this.nodes = nodes;
        this.probes = probes;
    }

    /**
     * One lane as all nodes see it.
     *
     * @param nodes those alive that take its tasks, as of their last heartbeats
     */
    public record LaneView(
            String route,
            boolean isPaused,
            boolean isOrdered,
            Optional<Instant> since,
            Optional<String> by,
            Optional<String> why,
            List<PausedVersion> pausedVersions,
            List<OnNode> nodes) {
        static LaneView of(LaneStore.LaneRow lane, List<NodeStore.NodeRow> nodes) {
            return new LaneView(
                    lane.route(),
                    lane.pause().isPresent(),
                    lane.isOrdered(),
                    lane.pause().map(LaneStore.Pause::since),
                    lane.pause().map(LaneStore.Pause::by),
                    lane.pause().map(LaneStore.Pause::why),
                    lane.versions().entrySet().stream()
                            .map(version -> new PausedVersion(
                                    version.getKey(),
                                    version.getValue().since(),
                                    version.getValue().by(),
                                    version.getValue().why()))
                            .sorted(Comparator.comparing(PausedVersion::version))
                            .toList(),
                    nodes.stream()
                            .filter(NodeStore.NodeRow::isAlive)
                            .flatMap(node -> node.lanes().stream()
                                    .filter(reading -> reading.route().equals(lane.route()))
                                    .map(reading -> OnNode.of(node, reading)))
                            .toList());
        }
    }

    /**
     * What one node has under way for the lane.
     *
     * @param limit calls that may be under way now: it follows the receiver
     * @param waiting leased tasks that wait for a worker of the node
     * @param breaker closed, open or trials
     * @param at its last heartbeat
     */
    public record OnNode(String node, int running, int limit, int waiting, String breaker, Instant at) {
        static OnNode of(NodeStore.NodeRow node, LaneReading reading) {
            return new OnNode(
                    node.name(),
                    reading.running(),
                    reading.limit(),
                    reading.waiting(),
                    reading.breaker().name().toLowerCase(java.util.Locale.ROOT),
                    node.heartbeatAt());
        }
    }

    /** A version of the lane's handler that stands still, while nodes with another one go on. */
    public record PausedVersion(String version, Instant since, String by, String why) {}

    /**
     * What the outcome probe knows.
     *
     * @param cause done or failed
     * @param answer open, applied, not_applied or cannot_tell
     */
    public record ProbeView(String cause, String answer, int asked, String detail) {}

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/lanes", Permission.READ, "All lanes", _ -> list())
                        .lists(LaneView.class),
                Route.get("/api/v1/lanes/{route}", Permission.READ, "One lane", call -> view(call.path("route")))
                        .answers(LaneView.class),
                Route.post("/api/v1/lanes/{route}/pause", Permission.OPERATE, "No node takes its tasks", this::pause)
                        .body(TasksApi.Why.class)
                        .answers(LaneView.class),
                Route.post(
                                "/api/v1/lanes/{route}/resume",
                                Permission.OPERATE,
                                "Its tasks go on, for all versions of its handler",
                                this::resume)
                        .body(TasksApi.Why.class)
                        .answers(LaneView.class),
                Route.post(
                                "/api/v1/lanes/{route}/unorder",
                                Permission.CONFIGURE,
                                "No node's configuration keeps its order any more",
                                this::unorder)
                        .body(TasksApi.Why.class)
                        .answers(LaneView.class),
                Route.get("/api/v1/tasks/{id}/probe", Permission.READ, "Is its effect really there?", this::probe)
                        .answers(ProbeView.class));
    }

    private Reply list() {
        List<NodeStore.NodeRow> now = nodes.nodes();
        List<LaneView> all =
                lanes.lanes().stream().map(lane -> LaneView.of(lane, now)).toList();
        return Reply.ok(Page.of(all, Math.max(1, all.size()), LaneView::route));
    }

    private LaneStore.LaneRow find(String route) {
        return lanes.lanes().stream()
                .filter(lane -> lane.route().equals(route))
                .findFirst()
                .orElseThrow(() -> ProblemException.missing("No node has a lane for a route of this name."));
    }

    private Reply view(String route) {
        return Reply.ok(LaneView.of(find(route), nodes.nodes()));
    }

    private Reply pause(Call call) {
        String route = find(call.path("route")).route();
        lanes.pause(route, call.actor(), TasksApi.reason(call));
        return view(route);
    }

    private Reply resume(Call call) {
        String route = find(call.path("route")).route();
        lanes.resume(route, call.actor(), TasksApi.reason(call));
        return view(route);
    }

    private Reply unorder(Call call) {
        String route = find(call.path("route")).route();
        lanes.order(route, false, call.actor(), TasksApi.reason(call));
        return view(route);
    }

    private Reply probe(Call call) {
        return probes.find(new TaskId(call.id("id")))
                .map(known -> Reply.ok(new ProbeView(
                        known.cause().name().toLowerCase(java.util.Locale.ROOT),
                        known.answer().name().toLowerCase(java.util.Locale.ROOT),
                        known.asked(),
                        known.detail())))
                .orElseThrow(() -> ProblemException.missing("Nobody asks about this task."));
    }
}
