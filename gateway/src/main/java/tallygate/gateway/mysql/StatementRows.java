package tallygate.gateway.mysql;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.reconcile.StatementStore.StoredFile;
import tallygate.gateway.reconcile.Theirs;
import tallygate.gateway.reconcile.statement.Fee;
import tallygate.gateway.reconcile.statement.RowIds;
import tallygate.gateway.reconcile.statement.RowKind;
import tallygate.gateway.reconcile.statement.Settlement;
import tallygate.gateway.reconcile.statement.StatementRow;

/** Rows of statements, to and from their table. */
final class StatementRows {
    private StatementRows() {}

    static void bind(Params to, StoredFile file, String source, StatementRow row) throws SQLException {
        RowIds ids = row.ids();
        to.add(file.id())
                .add(row.line())
                .add(Keys.column(source))
                .add(file.day().toString())
                .add(key(row))
                .add(row.kind().code())
                .add(Keys.column(ids.transaction()))
                .add(Keys.column(ids.original()))
                .add(Keys.column(ids.order()))
                .add(Keys.column(ids.refund()))
                .addBytes(String.join("\n", ids.effects()))
                .add(row.grossMinor())
                .add(row.currency())
                .addOrNull(row.fee().amount().map(BigDecimal::toPlainString).orElse(null))
                .add(row.fee().currency())
                .add(Texts.cut(row.status(), 64))
                .add(row.occurredAt())
                .addOrNull(row.settlement().net().map(BigDecimal::toPlainString).orElse(null))
                .add(row.settlement().currency())
                .add(Keys.column(row.settlement().payout()));
    }

    /** What makes a movement the same one in two files. A provider's state of it may have changed in between. */
    private static byte[] key(StatementRow row) {
        MessageDigest digest = Keys.sha256();
        digest.update((byte) row.kind().code());
        for (String part : new String[] {row.ids().transaction(), row.currency()}) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            digest.update(ByteBuffer.allocate(4).putInt(bytes.length).flip());
            digest.update(bytes);
        }
        digest.update(ByteBuffer.allocate(8).putLong(row.grossMinor()).flip());
        return digest.digest();
    }

    static List<Theirs> read(Params params) throws SQLException {
        List<Theirs> found = new ArrayList<>();
        try (ResultSet rows = params.query()) {
            while (rows.next()) {
                found.add(new Theirs(rows.getLong(1), row(rows)));
            }
        }
        return found;
    }

    private static StatementRow row(ResultSet row) throws SQLException {
        String effects = DiscrepancyRows.text(row, 8);
        return new StatementRow(
                row.getLong(2),
                RowKind.of(row.getInt(3)),
                new RowIds(
                        DiscrepancyRows.text(row, 4),
                        DiscrepancyRows.text(row, 5),
                        DiscrepancyRows.text(row, 6),
                        DiscrepancyRows.text(row, 7),
                        effects.isEmpty() ? List.of() : List.of(effects.split("\n"))),
                row.getLong(9),
                row.getString(10),
                new Fee(Optional.ofNullable(row.getBigDecimal(11)), row.getString(12)),
                row.getString(13),
                Params.instant(row, 14),
                new Settlement(
                        Optional.ofNullable(row.getBigDecimal(15)), row.getString(16), DiscrepancyRows.text(row, 17)));
    }

    static List<StoredFile> files(Params params) throws SQLException {
        List<StoredFile> found = new ArrayList<>();
        try (ResultSet rows = params.query()) {
            while (rows.next()) {
                found.add(new StoredFile(
                        rows.getLong(1),
                        rows.getString(2),
                        rows.getString(3),
                        LocalDate.parse(rows.getString(4)),
                        rows.getInt(5) == 1,
                        rows.getLong(6),
                        rows.getLong(7),
                        rows.getLong(8)));
            }
        }
        return found;
    }
}
