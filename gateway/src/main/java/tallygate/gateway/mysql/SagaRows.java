package tallygate.gateway.mysql;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import tallygate.gateway.saga.Direction;
import tallygate.gateway.saga.Entry;
import tallygate.gateway.saga.NewSaga;
import tallygate.gateway.saga.SagaId;
import tallygate.gateway.saga.SagaLease;
import tallygate.gateway.saga.SagaStatus;
import tallygate.gateway.saga.Snapshot;
import tallygate.gateway.saga.StepStatus;

/** Rows of the saga tables as records. */
final class SagaRows {
    private SagaRows() {}

    /** The saga with all of its requests, seen under its lease. */
    static Snapshot snapshot(Session session, long row) throws SQLException {
        try (ResultSet rows = session.prepare(SagaSql.READ).add(row).query()) {
            rows.next();
            SagaId id = new SagaId(rows.getString(3));
            return new Snapshot(
                    new SagaLease(rows.getLong(1), rows.getInt(2)),
                    id,
                    rows.getString(4),
                    rows.getInt(5),
                    new String(rows.getBytes(6), StandardCharsets.UTF_8),
                    SagaStatus.of(rows.getInt(7)),
                    rows.getBytes(8),
                    micros(rows.getLong(9)),
                    rows.getInt(10),
                    rows.getInt(11),
                    entries(session, id));
        }
    }

    /** A saga that this transaction has inserted, without asking for it again: nothing was sent, and its age is none. */
    static Snapshot fresh(NewSaga saga, long row) {
        return new Snapshot(
                new SagaLease(row, saga.holder().isPresent() ? 1 : 0),
                saga.id(),
                saga.kind().type(),
                saga.kind().version(),
                new String(Keys.column(saga.bizId()), StandardCharsets.UTF_8),
                SagaStatus.CREATED,
                saga.payload(),
                Duration.ZERO,
                0,
                0,
                Map.of());
    }

    private static Map<String, Entry> entries(Session session, SagaId id) throws SQLException {
        Map<String, Entry> entries = new LinkedHashMap<>();
        try (ResultSet rows = session.prepare(SagaSql.ENTRIES).add(id.value()).query()) {
            while (rows.next()) {
                Entry entry = entry(rows);
                entries.put(entry.requestId(), entry);
            }
        }
        return entries;
    }

    static Entry entry(ResultSet rows) throws SQLException {
        String request = rows.getString(1);
        return new Entry(
                request,
                rows.getInt(2),
                request.contains(":c:") ? Direction.COMPENSATION : Direction.FORWARD,
                StepStatus.of(rows.getInt(3)),
                rows.getInt(4),
                rows.getInt(5),
                rows.getInt(6),
                rows.getInt(7),
                micros(rows.getLong(8)),
                rows.getString(9),
                new String(rows.getBytes(10), StandardCharsets.UTF_8),
                rows.getString(11));
    }

    private static Duration micros(long micros) {
        return Duration.ofNanos(micros * 1000);
    }
}
