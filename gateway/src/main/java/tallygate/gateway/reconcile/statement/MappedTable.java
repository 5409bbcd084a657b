package tallygate.gateway.reconcile.statement;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Some table of an operator's own, understood by a mapping. */
final class MappedTable implements Reader {
    /** What a column of tests says of a row of a test environment. */
    private static final Set<String> TESTS = Set.of("true", "yes", "1", "test", "sandbox");

    private final CsvMapping mapping;

    MappedTable(CsvMapping mapping) {
        this.mapping = mapping;
    }

    @Override
    public boolean isTheOne(String name, byte[] head) {
        return new String(head, mapping.charset())
                .contains(mapping.columns().getOrDefault("transaction", "transaction"));
    }

    @Override
    public void read(BufferedInputStream text, Taking taking) throws IOException {
        Columns[] header = new Columns[1];
        new CsvTable(mapping.charset(), mapping.separator(), taking.bounds().lineCharsMax())
                .each(text, (line, fields) -> {
                    if (header[0] == null) {
                        header[0] =
                                Columns.of(fields, mapping.columns().values().toArray(String[]::new));
                    } else {
                        Cells cells = new Cells(header[0], fields);
                        taking.attempt(line, () -> row(cells, line, taking));
                    }
                });
        if (header[0] == null) {
            throw new BadStatementException("the table is empty, not even a header");
        }
    }

    private String text(Cells cells, String ours) {
        String column = mapping.columns().get(ours);
        return column == null ? "" : cells.text(column);
    }

    private void row(Cells cells, long line, Taking taking) throws BadRowException, IOException {
        cells.requireCount();
        if (mapping.columns().containsKey("merchant")) {
            taking.expected().requireOurs(text(cells, "merchant"));
        }
        String said = text(cells, "currency").toUpperCase(Locale.ROOT);
        String currency = said.isEmpty() ? mapping.currency() : said;
        long signed = amount(text(cells, "amount"), currency);
        String word = text(cells, "kind");
        RowKind booked = mapping.columns().containsKey("kind")
                ? mapping.kinds().getOrDefault(word, RowKind.OTHER)
                : signed < 0 ? RowKind.REFUND : RowKind.PAY;
        RowKind kind = TESTS.contains(text(cells, "test").toLowerCase(Locale.ROOT)) ? RowKind.TEST : booked;
        String transaction = text(cells, "transaction");
        if (transaction.isEmpty()) {
            throw new BadRowException(mapping.columns().get("transaction") + " is empty");
        }
        String fee = text(cells, "fee");
        taking.row(new StatementRow(
                line,
                kind,
                new RowIds(
                        Amount.id("transaction", transaction),
                        text(cells, "original"),
                        text(cells, "order"),
                        text(cells, "refund"),
                        effects(kind, transaction)),
                Math.abs(signed),
                currency,
                fee.isEmpty() ? Fee.UNSAID : Fee.charged(major("fee", fee, currency), currency),
                text(cells, "status"),
                time(text(cells, "time")),
                settlement(cells, currency)));
    }

    private Settlement settlement(Cells cells, String currency) throws BadRowException {
        String net = text(cells, "net");
        return net.isEmpty()
                ? Settlement.UNSAID
                : new Settlement(Optional.of(major("net", net, currency)), currency, text(cells, "payout"));
    }

    /** What the file counts, in major units with all its decimals. */
    private BigDecimal major(String what, String text, String currency) throws BadRowException {
        return switch (mapping.unit()) {
            case MAJOR -> Amount.decimal(what, text);
            case HUNDREDTHS -> Amount.decimal(what, text).movePointLeft(2);
            case MINOR -> Amount.ofMinor(what, text, currency);
        };
    }

    private static List<String> effects(RowKind kind, String transaction) {
        return switch (kind) {
            case PAY -> List.of("paid:" + transaction, "captured:" + transaction);
            case REFUND -> List.of("refunded:" + transaction);
            case CHARGEBACK -> List.of("charged-back:" + transaction);
            case REVERSED, CHARGEBACK_REVERSED, FEE, PAYOUT, OTHER, NOT_CAPTURED, TEST -> List.of();
        };
    }

    private long amount(String text, String currency) throws BadRowException {
        return switch (mapping.unit()) {
            case MAJOR -> Amount.minor("amount", text, currency);
            case HUNDREDTHS -> Amount.hundredths("amount", text, currency);
            case MINOR -> {
                try {
                    yield Amount.decimal("amount", text).longValueExact();
                } catch (ArithmeticException _) {
                    throw new BadRowException("amount " + text + " is no whole number of minor units");
                }
            }
        };
    }

    private Instant time(String text) throws BadRowException {
        try {
            return mapping.timePattern().isEmpty()
                    ? OffsetDateTime.parse(text).toInstant()
                    : LocalDateTime.parse(text, DateTimeFormatter.ofPattern(mapping.timePattern(), Locale.ROOT))
                            .atZone(mapping.zone())
                            .toInstant();
        } catch (DateTimeException _) {
            throw new BadRowException("time is not as the mapping says: '" + text + "'");
        }
    }
}
