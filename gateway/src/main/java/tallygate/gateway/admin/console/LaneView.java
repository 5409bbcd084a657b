package tallygate.gateway.admin.console;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tallygate.gateway.task.LaneReading;
import tallygate.gateway.task.LaneStore;
import tallygate.gateway.task.NodeStore;
import tallygate.gateway.task.TaskCounts;
import tallygate.gateway.task.TaskStatus;

/**
 * One lane, over all nodes.
 *
 * @param most calls at once that the configuration allows a node; 0 when this node's configuration has no such route
 * @param nodes those alive that tell of it
 */
record LaneView(
        String route,
        String handler,
        int most,
        Optional<Halt> halt,
        boolean isOrdered,
        TaskCounts counts,
        List<OnNode> nodes) {
    /** What a node said with its last heartbeat. */
    record OnNode(String name, Instant at, LaneReading reading) {}

    /** What all lanes are read from. */
    record Books(TaskCounts counts, List<LaneStore.LaneRow> lanes, List<NodeStore.NodeRow> nodes) {}

    static LaneView of(Facts.RouteFact route, Books books) {
        Optional<LaneStore.LaneRow> row = books.lanes().stream()
                .filter(lane -> lane.route().equals(route.name()))
                .findFirst();
        List<OnNode> nodes = books.nodes().stream()
                .filter(NodeStore.NodeRow::isAlive)
                .flatMap(node -> node.lanes().stream()
                        .filter(reading -> reading.route().equals(route.name()))
                        .map(reading -> new OnNode(node.name(), node.heartbeatAt(), reading)))
                .toList();
        return new LaneView(
                route.name(),
                route.handler(),
                route.concurrency(),
                row.flatMap(Halt::of),
                row.map(LaneStore.LaneRow::isOrdered).orElse(false),
                books.counts(),
                nodes);
    }

    /** The lane's own pause, else that of one version of its handler, while nodes with another one go on. */
    record Halt(LaneStore.Pause pause, Optional<String> version) {
        static Optional<Halt> of(LaneStore.LaneRow lane) {
            return lane.pause()
                    .map(pause -> new Halt(pause, Optional.empty()))
                    .or(() -> lane.versions().entrySet().stream()
                            .min(Map.Entry.comparingByKey())
                            .map(version -> new Halt(version.getValue(), Optional.of(version.getKey()))));
        }

        String why(Look look) {
            return version.map(name -> look.say("handler version " + name + ": ", "处理器版本 " + name + "："))
                            .orElse("")
                    + pause.why();
        }
    }

    private long tripped() {
        return nodes.stream().filter(node -> node.reading().isTripped()).count();
    }

    Listing.Cell state(Look look) {
        if (halt.isPresent()) {
            return new Listing.Cell(
                    look.say("paused by ", "已暂停：") + halt.get().pause().by(),
                    halt.get().why(look),
                    "waits",
                    List.of());
        }
        if (tripped() > 0) {
            return new Listing.Cell(
                    look.say("breaker open", "熔断开启"),
                    look.say(
                            "on " + tripped() + " of " + nodes.size() + (nodes.size() == 1 ? " node" : " nodes"),
                            nodes.size() + " 个节点中的 " + tripped() + " 个"),
                    "failed",
                    List.of());
        }
        boolean isSlowed = nodes.stream().anyMatch(node -> node.reading().limit() < most);
        return isSlowed
                ? Listing.Cell.signed("warn", look.say("slowed for its receiver", "按接收方能力限速"))
                : Listing.Cell.signed("good", look.say("takes tasks", "运行"));
    }

    /** Calls of all nodes, of what they may have at once now. */
    String atOnce() {
        if (nodes.isEmpty()) {
            return "–";
        }
        int running = nodes.stream().mapToInt(node -> node.reading().running()).sum();
        int limit = nodes.stream().mapToInt(node -> node.reading().limit()).sum();
        return running + " / " + limit;
    }

    String perNode(Look look) {
        return most == 0
                ? look.say("not in this node's configuration", "本节点配置中没有")
                : look.say("at most " + most + " a node", "每节点至多 " + most);
    }

    String pending() {
        return count(TaskStatus.PENDING);
    }

    String processing() {
        return count(TaskStatus.PROCESSING);
    }

    String failed() {
        return count(TaskStatus.FAILED);
    }

    private String count(TaskStatus status) {
        return counts.counts().stream()
                .filter(count -> count.route().equals(route) && count.status() == status)
                .map(count -> count.rows() + (count.isCapped() ? "+" : ""))
                .findFirst()
                .orElse("0");
    }

    String oldest(Look look) {
        return counts.oldestDue().stream()
                .filter(age -> age.route().equals(route))
                .map(age -> look.span(age.due()))
                .findFirst()
                .orElse("–");
    }

    /** How it works, in a sentence. */
    String lead(Look look) {
        return Stream.of(
                        most == 0
                                ? ""
                                : look.say(
                                        "Handler " + handler.toLowerCase(Locale.ROOT) + ", at most " + most
                                                + " calls at once on each node.",
                                        "处理器 " + handler.toLowerCase(Locale.ROOT) + "，每节点至多 " + most + " 个并发调用。"),
                        isOrdered ? look.say("Tasks of one order run one after the other.", "同一订单的任务依次执行。") : "",
                        look.say(
                                "Pending " + pending() + ", processing " + processing() + ", failed " + failed()
                                        + ", oldest due " + oldest(look) + ".",
                                "待处理 " + pending() + "，处理中 " + processing() + "，失败 " + failed() + "，最早到期 "
                                        + oldest(look) + "。"))
                .filter(text -> !text.isEmpty())
                .collect(java.util.stream.Collectors.joining(look.say(" ", "")));
    }

    /** What holds it back, if anything does. */
    Optional<Listing.Note> note(Look look) {
        if (halt.isPresent()) {
            LaneStore.Pause found = halt.get().pause();
            String why = halt.get().why(look);
            return Optional.of(new Listing.Note(
                    look.say(
                            "Paused by " + found.by() + " since " + look.time(found.since()) + ": " + why,
                            "已由 " + found.by() + " 于 " + look.time(found.since()) + " 暂停：" + why),
                    "wait"));
        }
        return tripped() == 0
                ? Optional.empty()
                : Optional.of(new Listing.Note(
                        look.say(
                                "The receiver fails or is away: tasks wait without using tries, and trial calls tell"
                                        + " when it is back. Then it is called slowly at first.",
                                "接收方故障或不可达：任务等待且不计次数，试探调用会发现其恢复，随后由慢到快恢复调用。"),
                        "fault"));
    }
}
