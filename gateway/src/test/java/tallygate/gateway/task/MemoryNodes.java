package tallygate.gateway.task;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** What {@link NodeStore} says, in memory. */
final class MemoryNodes implements NodeStore {
    private record Row(NodeRow node, Instant leaseUntil, long floorMillis) {}

    private final InstantSource clock;
    private final TreeMap<Integer, Row> rows = new TreeMap<>();
    private String server = "memory-1";
    private long lastIncarnation;

    MemoryNodes(InstantSource clock) {
        this.clock = clock;
    }

    void server(String identity) {
        server = identity;
    }

    @Override
    public NodeLease join(Introduction introduction, Duration term) {
        Instant now = clock.instant();
        int number = rows.entrySet().stream()
                .filter(entry -> !entry.getValue().leaseUntil().isAfter(now))
                .min(Comparator.comparing(entry -> entry.getValue().leaseUntil()))
                .map(java.util.Map.Entry::getKey)
                .orElse(rows.isEmpty() ? 0 : rows.lastKey() + 1);
        if (number > TaskIds.NODE_MAX) {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "all node numbers are leased");
        }
        long floor = rows.containsKey(number) ? rows.get(number).floorMillis() : 0;
        lastIncarnation = Math.max(lastIncarnation + 1, (now.toEpochMilli() - TaskIds.EPOCH_MILLIS) << 10 | number);
        rows.put(
                number,
                new Row(
                        new NodeRow(
                                number,
                                lastIncarnation,
                                introduction.name(),
                                introduction.version(),
                                introduction.configDigest(),
                                Duration.ZERO,
                                now,
                                now,
                                true,
                                List.of()),
                        now.plus(term),
                        Math.max(floor, now.plus(term).toEpochMilli() - TaskIds.EPOCH_MILLIS)));
        return new NodeLease(number, lastIncarnation, floor);
    }

    @Override
    public Beat beat(NodeLease lease, Pulse pulse, Duration term) {
        Instant now = clock.instant();
        Row row = rows.get(lease.node());
        if (row == null
                || row.node().incarnation() != lease.incarnation()
                || !row.leaseUntil().isAfter(now)) {
            return new Beat.Lost();
        }
        NodeRow node = row.node();
        rows.put(
                lease.node(),
                new Row(
                        new NodeRow(
                                node.node(),
                                node.incarnation(),
                                node.name(),
                                node.version(),
                                pulse.configDigest(),
                                pulse.clockSkew(),
                                node.startedAt(),
                                now,
                                true,
                                pulse.lanes()),
                        now.plus(term),
                        Math.max(row.floorMillis(), pulse.idHighWaterMillis() + term.toMillis())));
        return new Beat.Held(now, server);
    }

    @Override
    public void leave(NodeLease lease, long idHighWaterMillis) {
        Row row = rows.get(lease.node());
        if (row != null && row.node().incarnation() == lease.incarnation()) {
            rows.put(lease.node(), new Row(row.node(), clock.instant(), idHighWaterMillis + 1));
        }
    }

    @Override
    public List<NodeRow> nodes() {
        Instant now = clock.instant();
        return rows.values().stream()
                .filter(row -> row.node().heartbeatAt().isAfter(now.minus(Duration.ofDays(1))))
                .map(row -> alive(row, now))
                .sorted(Comparator.comparing((NodeRow node) -> !node.isAlive()).thenComparingInt(NodeRow::node))
                .toList();
    }

    private static NodeRow alive(Row row, Instant now) {
        NodeRow node = row.node();
        return new NodeRow(
                node.node(),
                node.incarnation(),
                node.name(),
                node.version(),
                node.configDigest(),
                node.clockSkew(),
                node.startedAt(),
                node.heartbeatAt(),
                row.leaseUntil().isAfter(now),
                node.lanes());
    }
}
