package tallygate.gateway.saga;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A saga as it stands, with the right to carry it on.
 *
 * @param age since it was created, by the database's clock
 * @param crashes leases lost in a row without anything written
 * @param mark sends of this saga so far
 * @param entries by request id
 */
public record Snapshot(
        SagaLease lease,
        SagaId id,
        String type,
        int version,
        String bizId,
        SagaStatus status,
        byte[] payload,
        Duration age,
        int crashes,
        int mark,
        Map<String, Entry> entries) {
    public Snapshot {
        entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
    }

    Optional<Entry> entry(Direction direction, int seq) {
        return Optional.ofNullable(entries.get(id.request(direction, seq)));
    }

    Snapshot with(Entry entry) {
        Map<String, Entry> all = new LinkedHashMap<>(entries);
        all.put(entry.requestId(), entry);
        return new Snapshot(
                lease, id, type, version, bizId, status, payload, age, crashes, Math.max(mark, entry.mark()), all);
    }

    Snapshot in(SagaStatus next) {
        return new Snapshot(lease, id, type, version, bizId, status.to(next), payload, age, crashes, mark, entries);
    }

    /** The same, seen so much later. */
    Snapshot later(Duration passed) {
        Map<String, Entry> all = new LinkedHashMap<>();
        entries.forEach((request, entry) -> all.put(request, entry.later(passed)));
        return new Snapshot(lease, id, type, version, bizId, status, payload, age.plus(passed), crashes, mark, all);
    }

    /** Without the payload: it may hold anything. */
    @Override
    public String toString() {
        return id + "[" + type + " v" + version + " " + status + " epoch=" + lease.epoch() + " " + entries.values()
                + "]";
    }
}
