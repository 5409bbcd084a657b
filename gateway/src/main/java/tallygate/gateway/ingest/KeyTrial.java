package tallygate.gateway.ingest;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.Judgement;
import tallygate.gateway.task.AdminStore;
import tallygate.gateway.task.RejectedRequest;
import tallygate.gateway.task.RejectedStore;
import tallygate.gateway.task.TaskContent;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskQuery;
import tallygate.gateway.task.TaskRow;
import tallygate.gateway.task.VerificationValues;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

/**
 * Judges recorded callbacks, stored and refused ones, under keys that are not live yet, and finds what one key has signed. It
 * stores nothing and answers nobody. May block.
 */
public final class KeyTrial {
    private static final int PAGE = 100;
    private static final int LISTED_MAX = 100;

    private final AdminStore tasks;
    private final RejectedStore rejected;

    public KeyTrial(AdminStore tasks, RejectedStore rejected) {
        this.tasks = tasks;
        this.rejected = rejected;
    }

    /**
     * What the keys to come make of recorded traffic.
     *
     * @param stored callbacks that were taken, and judged now; one whose card verification values were dropped counts only when it
     *     still proves itself
     * @param refused requests that were refused, and judged now
     * @param byKey how many each key signs, under the keys to come
     * @param lost tasks whose callback would be refused, at most 100; why
     * @param gained refused requests that would be taken, at most 100
     */
    public record Report(
            int stored, int refused, Map<String, Integer> byKey, Map<Long, String> lost, List<Long> gained) {
        public Report {
            byKey = Map.copyOf(byKey);
            lost = Map.copyOf(lost);
            gained = List.copyOf(gained);
        }

        /** True when nothing that was taken would be refused. */
        public boolean isSafe() {
            return lost.isEmpty();
        }
    }

    /**
     * A task and the key that signed its callback.
     *
     * @param isProven false when it may have: card verification values were dropped from the callback, so that no key fits any more
     */
    public record Signed(TaskRow task, String keyId, boolean isProven) {}

    /**
     * Judges the newest recorded traffic of an endpoint.
     *
     * @param next the endpoint's provider with the keys to come
     * @param limit how many stored and how many refused requests at most
     */
    public Report of(String endpoint, BoundProvider next, int limit) {
        Map<String, Integer> byKey = new TreeMap<>();
        Map<Long, String> lost = new TreeMap<>();
        List<TaskRow> rows = newest(endpoint, limit);
        int stored = 0;
        for (TaskRow row : rows) {
            Optional<RawRequest> request = request(row);
            if (request.isPresent()) {
                stored++;
                switch (judged(next, request.get(), row.createdAt())) {
                    case Judgement.Genuine genuine -> byKey.merge(genuine.keyId(), 1, Integer::sum);
                    case Judgement.Refused refused -> {
                        if (VerificationValues.isMarked(request.get())) {
                            stored--;
                        } else if (lost.size() < LISTED_MAX) {
                            lost.put(row.id().value(), refused.reason().code() + ": " + refused.detail());
                        }
                    }
                    case Judgement.NeedsConfirmation _, Judgement.Handshake _ -> {}
                }
            }
        }
        List<RejectedRequest> kept = refused(endpoint, limit);
        List<Long> gained = new ArrayList<>();
        for (RejectedRequest request : kept) {
            Optional<Instant> arrival = Optional.of(request.rejection().arrivedAt());
            boolean isTaken = next.judge(request.rejection().request(), arrival) instanceof Judgement.Genuine;
            if (isTaken && gained.size() < LISTED_MAX) {
                gained.add(request.id());
            }
        }
        return new Report(stored, kept.size(), byKey, lost, gained);
    }

    /**
     * The stored callbacks that one key signed, newest first: what to look at when the key has leaked.
     *
     * @param running the endpoint's provider, which still holds the key
     * @param keyId its id, as in the metric of keys
     * @param limit how many recorded callbacks at most are looked at
     */
    public List<Signed> signedBy(String endpoint, BoundProvider running, String keyId, int limit) {
        List<Signed> found = new ArrayList<>();
        for (TaskRow row : newest(endpoint, limit)) {
            Optional<RawRequest> request = request(row);
            if (request.isEmpty()) {
                continue;
            }
            if (running.judge(request.get(), Optional.empty()) instanceof Judgement.Genuine genuine) {
                if (genuine.keyId().equals(keyId)) {
                    found.add(new Signed(row, keyId, true));
                }
            } else if (VerificationValues.isMarked(request.get())) {
                found.add(new Signed(row, keyId, false));
            }
        }
        return found;
    }

    /** As of its arrival; a callback that was recovered later is judged without its time, which was judged before. */
    private static Judgement judged(BoundProvider provider, RawRequest request, Instant storedAt) {
        Judgement judgement = provider.judge(request, Optional.of(storedAt));
        boolean isTime = judgement instanceof Judgement.Refused refused
                && (refused.reason() == Reason.TIMESTAMP_EXPIRED || refused.reason() == Reason.TIMESTAMP_IN_FUTURE);
        return isTime ? provider.judge(request, Optional.empty()) : judgement;
    }

    /** The callback of a task; nothing when retention has emptied it, or when it is no callback that proved itself. */
    private Optional<RawRequest> request(TaskRow row) {
        return row.provider().isEmpty() || row.eventId().startsWith(Hints.PREFIX)
                ? Optional.empty()
                : tasks.content(row.id()).map(TaskContent::request);
    }

    private List<TaskRow> newest(String endpoint, int limit) {
        List<TaskRow> rows = new ArrayList<>();
        Optional<TaskId> before = Optional.empty();
        while (rows.size() < limit) {
            int size = Math.min(PAGE, limit - rows.size());
            List<TaskRow> page = tasks.list(new TaskQuery(
                    Set.of(),
                    Optional.empty(),
                    Optional.of(endpoint),
                    Optional.empty(),
                    Optional.empty(),
                    before,
                    Optional.empty(),
                    Optional.empty(),
                    size));
            rows.addAll(page);
            if (page.size() < size) {
                return rows;
            }
            before = Optional.of(page.getLast().id());
        }
        return rows;
    }

    private List<RejectedRequest> refused(String endpoint, int limit) {
        List<RejectedRequest> all = new ArrayList<>();
        long before = Long.MAX_VALUE;
        while (all.size() < limit) {
            int size = Math.min(PAGE, limit - all.size());
            List<RejectedRequest> page = rejected.list(endpoint, before, size);
            all.addAll(page);
            if (page.size() < size) {
                return all;
            }
            before = page.getLast().id();
        }
        return all;
    }
}
