package tallygate.gateway.task;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The task table in memory with its three indexes: primary key, dedup key, and due time by status and route. */
final class MemoryTasks {
    private static final Comparator<MemoryRow> BY_DUE =
            Comparator.comparing((MemoryRow row) -> row.next).thenComparing(row -> row.id);

    private static final Comparator<MemoryRow> BY_AGE =
            Comparator.comparing((MemoryRow row) -> row.createdAt).thenComparing(row -> row.id);

    /** For tests that must see what happens then. */
    boolean isOrderForgotten;

    private record Lane(TaskStatus status, String route) {}

    private final InstantSource clock;
    private final TreeMap<TaskId, MemoryRow> byId = new TreeMap<>();
    private final Map<DedupKey, MemoryRow> byKey = new HashMap<>();
    private final Map<String, MemoryRow> byEffect = new HashMap<>();
    private final Map<Lane, NavigableSet<MemoryRow>> due = new LinkedHashMap<>();

    MemoryTasks(InstantSource clock) {
        this.clock = clock;
    }

    /** What the database stores: milliseconds. */
    Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }

    Optional<MemoryRow> find(TaskId id) {
        return Optional.ofNullable(byId.get(id));
    }

    Optional<MemoryRow> find(DedupKey key) {
        return Optional.ofNullable(byKey.get(key));
    }

    Collection<MemoryRow> all() {
        return byId.values();
    }

    Collection<MemoryRow> newestFirst() {
        return byId.descendingMap().values();
    }

    /** Links the row to the task that has its effect, or claims the effect for it. */
    void add(MemoryRow row) {
        String effect = row.task.effectKey();
        if (!effect.isEmpty() && row.status != TaskStatus.FAILED) {
            MemoryRow first = byEffect.putIfAbsent(effect, row);
            if (first != null) {
                row.effectOf = Optional.of(first.id);
                row.status = TaskStatus.SUCCESS;
                row.next = row.createdAt;
                row.owner = 0;
                row.epoch = 0;
                row.attempts = 0;
                row.wait = WaitReason.NONE;
                row.lastError = "";
            }
        }
        byId.put(row.id, row);
        byKey.put(row.task.key(), row);
        lane(row).add(row);
    }

    void change(MemoryRow row, Runnable change) {
        lane(row).remove(row);
        change.run();
        row.updatedAt = now();
        lane(row).add(row);
    }

    private NavigableSet<MemoryRow> lane(MemoryRow row) {
        return due.computeIfAbsent(new Lane(row.status, row.task.route()), _ -> new TreeSet<>(BY_DUE));
    }

    NavigableSet<MemoryRow> lane(TaskStatus status, String route) {
        return due.getOrDefault(new Lane(status, route), new TreeSet<>(BY_DUE));
    }

    List<String> routes() {
        return due.keySet().stream().map(Lane::route).distinct().sorted().toList();
    }

    List<LeasedTask> claim(WorkStore.Scan scan, Set<String> routes, int limit, long owner, Duration lease) {
        if (limit < 1 || limit > 500) {
            throw new IllegalArgumentException("a claim takes 1..500 tasks, asked for " + limit);
        }
        Instant now = now();
        TaskStatus status = scan == WorkStore.Scan.DUE ? TaskStatus.PENDING : TaskStatus.PROCESSING;
        List<LeasedTask> claimed = new ArrayList<>();
        List<MemoryRow> ready = heads(status, routes, now);
        while (!ready.isEmpty() && claimed.size() < limit) {
            List<String> full = new ArrayList<>();
            for (int i = 0; i < ready.size() && claimed.size() < limit; i++) {
                int left = limit - claimed.size();
                int share = (left + ready.size() - i - 1) / (ready.size() - i);
                List<MemoryRow> rows = head(status, ready.get(i).task.route(), now, share);
                rows.forEach(row -> claimed.add(lease(row, scan, owner, now, lease)));
                if (rows.size() == share) {
                    full.add(ready.get(i).task.route());
                }
            }
            ready = heads(status, new HashSet<>(full), now);
        }
        return claimed;
    }

    List<LeasedTask> claimInOrder(String route, Ordering ordering, int limit, long owner, Duration lease) {
        Instant now = now();
        List<LeasedTask> claimed = new ArrayList<>();
        for (MemoryRow row : head(TaskStatus.PENDING, route, now, limit)) {
            Duration age = Duration.between(row.createdAt, now);
            if (row.bizId().isEmpty()) {
                claimed.add(lease(row, WorkStore.Scan.DUE, owner, now, lease));
            } else if (hasOlder(row, ordering)) {
                park(row, now.plus(longer(Duration.ofSeconds(30), age.dividedBy(4))));
            } else if (age.compareTo(ordering.settle()) < 0) {
                park(row, row.createdAt.plus(ordering.settle()));
            } else {
                claimed.add(lease(row, WorkStore.Scan.DUE, owner, now, lease));
            }
        }
        return claimed;
    }

    private static Duration longer(Duration a, Duration b) {
        Duration longer = a.compareTo(b) > 0 ? a : b;
        return longer.compareTo(Duration.ofMinutes(10)) < 0 ? longer : Duration.ofMinutes(10);
    }

    private void park(MemoryRow row, Instant until) {
        Instant before = row.updatedAt;
        change(row, () -> {
            row.next = until;
            row.wait = WaitReason.ORDER;
        });
        row.updatedAt = before;
    }

    private boolean hasOlder(MemoryRow row, Ordering ordering) {
        return !isOrderForgotten
                && ofKey(row.task.route(), row.bizId()).stream()
                        .anyMatch(other -> isUnfinished(other, ordering) && BY_AGE.compare(other, row) < 0);
    }

    private static boolean isUnfinished(MemoryRow row, Ordering ordering) {
        return switch (row.status) {
            case PENDING, PROCESSING -> true;
            case FAILED -> ordering.isFailureBlocking();
            case SUCCESS, COMPENSATED -> false;
        };
    }

    private List<MemoryRow> ofKey(String route, String bizId) {
        return byId.values().stream()
                .filter(row -> row.task.route().equals(route) && row.bizId().equals(bizId))
                .toList();
    }

    int arrived(String bizId, Optional<String> route) {
        int concerned = 0;
        for (MemoryRow row : byId.values()) {
            boolean isOfKey = !bizId.isEmpty()
                    && row.bizId().equals(bizId)
                    && route.map(row.task.route()::equals).orElse(true);
            boolean isEarly = row.status == TaskStatus.PENDING && row.wait == WaitReason.EARLY;
            if (isOfKey && isEarly) {
                change(row, () -> {
                    row.next = now();
                    row.wait = WaitReason.NONE;
                });
                concerned++;
            } else if (isOfKey && row.status == TaskStatus.PROCESSING && !row.isSignalled) {
                row.isSignalled = true;
                concerned++;
            }
        }
        return concerned;
    }

    void wakeNext(String route, String bizId) {
        ofKey(route, bizId).stream()
                .filter(row -> row.status == TaskStatus.PENDING
                        && (row.wait == WaitReason.NONE || row.wait == WaitReason.ORDER))
                .min(BY_AGE)
                .filter(row -> row.wait == WaitReason.ORDER)
                .ifPresent(row -> change(row, () -> {
                    row.next = now();
                    row.wait = WaitReason.NONE;
                }));
    }

    private LeasedTask lease(MemoryRow row, WorkStore.Scan scan, long owner, Instant now, Duration lease) {
        change(row, () -> {
            row.status = row.status.to(TaskStatus.PROCESSING);
            row.epoch++;
            row.attempts++;
            row.crashes += scan == WorkStore.Scan.EXPIRED ? 1 : 0;
            row.owner = owner;
            row.wait = WaitReason.NONE;
            row.isSignalled = false;
            row.next = now.plusMillis(lease.toMillis());
        });
        return row.leased(now);
    }

    private List<MemoryRow> heads(TaskStatus status, Set<String> routes, Instant now) {
        List<MemoryRow> heads = new ArrayList<>();
        for (String route : routes) {
            heads.addAll(head(status, route, now, 1));
        }
        heads.sort(Comparator.comparing((MemoryRow row) -> row.next).thenComparing(row -> row.task.route()));
        return heads;
    }

    private List<MemoryRow> head(TaskStatus status, String route, Instant now, int limit) {
        List<MemoryRow> rows = new ArrayList<>();
        Iterator<MemoryRow> lane = lane(status, route).iterator();
        while (rows.size() < limit && lane.hasNext()) {
            MemoryRow row = lane.next();
            if (row.next.isAfter(now)) {
                break;
            }
            rows.add(row);
        }
        return rows;
    }
}
