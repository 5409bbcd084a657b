package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tallygate.gateway.reconcile.GapStore;

/** Marks of event lists in their table. */
final class MySqlGapStore implements GapStore {
    private static final String MAKE = """
        INSERT INTO event_gap_mark (source, confirmed_until)
        VALUES (?, '1970-01-01 00:00:00')
        ON DUPLICATE KEY UPDATE source = source
        """;

    private static final String TAKE = """
        UPDATE event_gap_mark
           SET lease_until = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND
         WHERE source = ? AND lease_until <= UTC_TIMESTAMP(3)
        """;

    private static final String READ = "SELECT confirmed_until FROM event_gap_mark WHERE source = ?";

    /** Never backwards: a check from an hour before ends where the last one did, or later. */
    private static final String CONFIRM = """
        UPDATE event_gap_mark
           SET confirmed_until = GREATEST(confirmed_until, CAST(? AS DATETIME(3))), checked_at = UTC_TIMESTAMP(3),
               lease_until = UTC_TIMESTAMP(3)
         WHERE source = ?
        """;

    private static final Shapes KNOWN =
            Shapes.of("SELECT event_id FROM async_task WHERE source = ? AND event_id IN ((…))", "?");

    private final Transactor transactor;

    MySqlGapStore(Transactor transactor) {
        this.transactor = transactor;
    }

    @Override
    public Optional<Mark> take(String source, Duration lease) {
        return transactor.run("take gap mark", Transactor.Mode.WHOLE, session -> {
            session.prepare(MAKE).add(Keys.column(source)).update();
            int taken = session.prepare(TAKE)
                    .add(lease.toMillis() * 1000)
                    .add(Keys.column(source))
                    .update();
            if (taken > 1) {
                throw new IllegalStateException(taken + " gap marks share account " + source);
            }
            if (taken == 0) {
                return Optional.empty();
            }
            try (ResultSet row = session.prepare(READ).add(Keys.column(source)).query()) {
                row.next();
                return Optional.of(new Mark(Params.instant(row, 1)));
            }
        });
    }

    @Override
    public Set<String> known(String source, Collection<String> eventIds) {
        Map<String, String> byColumn = new HashMap<>();
        eventIds.forEach(id -> byColumn.put(Keys.text(id), id));
        return transactor.run("known events", Transactor.Mode.READ, session -> {
            Set<String> known = new HashSet<>();
            for (List<byte[]> part : StatementAround.parts(eventIds)) {
                Params params = session.prepare(KNOWN.exactly(part.size())).add(Keys.column(source));
                for (byte[] key : part) {
                    params.add(key);
                }
                try (ResultSet rows = params.query()) {
                    while (rows.next()) {
                        String column = DiscrepancyRows.text(rows, 1);
                        known.add(byColumn.getOrDefault(column, column));
                    }
                }
            }
            return known;
        });
    }

    @Override
    public void confirm(String source, Instant until) {
        transactor.run(
                "confirm gap mark",
                Transactor.Mode.EACH,
                session -> session.prepare(CONFIRM)
                        .add(until)
                        .add(Keys.column(source))
                        .update());
    }
}
