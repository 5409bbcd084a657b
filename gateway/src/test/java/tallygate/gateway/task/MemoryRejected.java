package tallygate.gateway.task;

import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tallygate.signature.Reason;

/** What {@link RejectedStore} says, in memory. */
final class MemoryRejected implements RejectedStore {
    private record Sender(LocalDate day, String endpoint, Reason reason, String address) {}

    private static final class Tallied {
        long kept;
        long capped;
    }

    private final InstantSource clock;
    private final MemoryAdmin admin;
    private final TreeMap<Long, RejectedRequest> kept = new TreeMap<>();
    private final Map<Sender, Tallied> tallies = new java.util.LinkedHashMap<>();
    private long lastId;

    MemoryRejected(InstantSource clock, MemoryAdmin admin) {
        this.clock = clock;
        this.admin = admin;
    }

    @Override
    public List<Kept> keep(List<Rejection> batch, Caps caps) {
        List<Kept> answers = new ArrayList<>();
        for (Rejection rejection : batch) {
            LocalDate day = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
            var sender = new Sender(
                    day,
                    rejection.endpoint(),
                    rejection.reason(),
                    rejection.request().remoteAddress());
            Tallied tally = tallies.computeIfAbsent(sender, _ -> new Tallied());
            long ofEndpoint = tallies.entrySet().stream()
                    .filter(entry -> entry.getKey().day().equals(day)
                            && entry.getKey().endpoint().equals(rejection.endpoint())
                            && entry.getKey().reason() == rejection.reason())
                    .mapToLong(entry -> entry.getValue().kept)
                    .sum();
            if (tally.kept >= caps.perSender() || ofEndpoint >= caps.perEndpoint()) {
                tally.capped++;
                answers.add(new Kept.Capped());
            } else {
                tally.kept++;
                kept.put(++lastId, new RejectedRequest(lastId, rejection, "", true));
                answers.add(new Kept.Stored(lastId));
            }
        }
        return answers;
    }

    @Override
    public Optional<RejectedRequest> find(long id) {
        return Optional.ofNullable(kept.get(id));
    }

    @Override
    public List<RejectedRequest> list(String endpoint, long before, int limit) {
        return kept.descendingMap().values().stream()
                .filter(row -> row.id() < before)
                .filter(row -> endpoint.isEmpty() || row.rejection().endpoint().equals(endpoint))
                .limit(limit)
                .toList();
    }

    @Override
    public boolean markVerifiedAgain(long id, String result, Actor actor) {
        RejectedRequest row = kept.get(id);
        if (row == null) {
            return false;
        }
        String stays = row.result().startsWith("genuine") ? row.result() : result;
        kept.put(id, new RejectedRequest(id, row.rejection(), stays, row.isIntact()));
        admin.audit(actor, "rejected-verify", "rejected_callback", Long.toString(id), result);
        return true;
    }

    @Override
    public List<Tally> tallies(LocalDate day) {
        return tallies.entrySet().stream()
                .filter(entry -> entry.getKey().day().equals(day))
                .map(entry -> new Tally(
                        day,
                        entry.getKey().endpoint(),
                        entry.getKey().address(),
                        entry.getKey().reason(),
                        entry.getValue().kept,
                        entry.getValue().capped))
                .toList();
    }

    @Override
    public int purge(int limit) {
        List<Long> old = kept.values().stream()
                .filter(row -> row.keepUntil().isBefore(clock.instant()))
                .map(RejectedRequest::id)
                .limit(limit)
                .toList();
        old.forEach(kept::remove);
        return old.size();
    }
}
