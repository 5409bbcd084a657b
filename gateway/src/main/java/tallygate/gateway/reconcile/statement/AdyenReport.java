package tallygate.gateway.reconcile.statement;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/**
 * Adyen's settlement details report: RFC 4180, UTF-8, amounts in major units in a debit and a credit column, times in the zone
 * of a column. A batch, not a day: a payment is in the batch that settles it.
 */
final class AdyenReport implements Reader {
    private static final List<String> FEES =
            List.of("Commission (NC)", "Markup (NC)", "Scheme Fees (NC)", "Interchange (NC)", "Payment Fees (NC)");

    @Override
    public boolean isTheOne(String name, byte[] head) {
        return new String(head, StandardCharsets.UTF_8).contains("Psp Reference");
    }

    @Override
    public void read(BufferedInputStream text, Taking taking) throws IOException {
        Columns[] header = new Columns[1];
        new CsvTable(StandardCharsets.UTF_8, ',', taking.bounds().lineCharsMax()).each(text, (line, fields) -> {
            if (header[0] == null) {
                header[0] = Columns.of(
                        fields,
                        "Merchant Account",
                        "Psp Reference",
                        "Merchant Reference",
                        "Creation Date",
                        "TimeZone",
                        "Type",
                        "Modification Reference",
                        "Gross Currency",
                        "Gross Debit (GC)",
                        "Gross Credit (GC)");
            } else {
                Cells cells = new Cells(header[0], fields);
                taking.attempt(line, () -> row(cells, line, taking));
            }
        });
        if (header[0] == null) {
            throw new BadStatementException("the report is empty, not even a header");
        }
    }

    private static void row(Cells cells, long line, Taking taking) throws BadRowException, IOException {
        cells.requireCount();
        taking.expected().requireOurs(cells.need("Merchant Account"));
        String type = cells.need("Type");
        RowKind kind = kind(type);
        String gross = cells.text("Gross Currency");
        boolean isOfNet = gross.isEmpty();
        String currency = isOfNet ? cells.need("Net Currency") : gross;
        long minor = isOfNet
                ? amount(cells, "Net Debit (NC)", "Net Credit (NC)", currency)
                : amount(cells, "Gross Debit (GC)", "Gross Credit (GC)", currency);
        taking.row(new StatementRow(
                line,
                kind,
                ids(cells, kind, type, line),
                minor,
                currency,
                fee(cells),
                type,
                LocalTimes.plain("Creation Date", cells.text("Creation Date"), zone(cells.text("TimeZone"))),
                settlement(cells)));
    }

    /** A batch is what one payout pays: all of its rows, the payout's own among them, come to nothing. */
    private static Settlement settlement(Cells cells) throws BadRowException {
        String currency = cells.text("Net Currency");
        String debit = cells.text("Net Debit (NC)");
        String credit = cells.text("Net Credit (NC)");
        if (currency.isEmpty() || debit.isEmpty() && credit.isEmpty()) {
            return Settlement.UNSAID;
        }
        BigDecimal out = debit.isEmpty() ? BigDecimal.ZERO : Amount.decimal("Net Debit (NC)", debit);
        BigDecimal in = credit.isEmpty() ? BigDecimal.ZERO : Amount.decimal("Net Credit (NC)", credit);
        return new Settlement(Optional.of(in.subtract(out)), currency, cells.text("Batch Number"));
    }

    private static RowIds ids(Cells cells, RowKind kind, String type, long line) throws BadRowException {
        String payment = cells.text("Psp Reference");
        String change = cells.text("Modification Reference");
        String order = cells.text("Merchant Reference");
        String refund = cells.text("Modification Merchant Reference");
        return switch (kind) {
            case PAY -> {
                String reference = cells.need("Psp Reference");
                // A payment may be captured in parts: each part is a movement of its own.
                yield change.isEmpty()
                        ? new RowIds(reference, "", order, "", List.of("authorised:" + reference))
                        : new RowIds(
                                change, reference, order, "", List.of("authorised:" + reference, "captured:" + change));
            }
            case REFUND ->
                new RowIds(cells.need("Modification Reference"), payment, order, refund, List.of("refunded:" + change));
            case CHARGEBACK ->
                new RowIds(
                        cells.need("Modification Reference"),
                        payment,
                        order,
                        refund,
                        List.of("charged-back:" + change));
            case REVERSED, CHARGEBACK_REVERSED ->
                new RowIds(cells.need("Modification Reference") + ":" + type, payment, order, refund, List.of());
            case FEE, PAYOUT, NOT_CAPTURED, OTHER, TEST ->
                new RowIds(
                        type + ":" + cells.text("Batch Number") + ":" + (change.isEmpty() ? "line " + line : change),
                        payment,
                        order,
                        refund,
                        List.of());
        };
    }

    private static RowKind kind(String type) {
        return switch (type) {
            case "Settled" -> RowKind.PAY;
            case "Refunded" -> RowKind.REFUND;
            case "SettledReversed" -> RowKind.REVERSED;
            case "Chargeback", "SecondChargeback" -> RowKind.CHARGEBACK;
            case "ChargebackReversed" -> RowKind.CHARGEBACK_REVERSED;
            case "Fee", "InvoiceDeduction", "MiscCosts" -> RowKind.FEE;
            case "MerchantPayout" -> RowKind.PAYOUT;
            default -> RowKind.OTHER;
        };
    }

    /** The column tells the direction; a row has one of them. */
    private static long amount(Cells cells, String debitColumn, String creditColumn, String currency)
            throws BadRowException {
        String debit = cells.text(debitColumn);
        String credit = cells.text(creditColumn);
        long out = debit.isEmpty() ? 0 : Amount.minor(debitColumn, debit, currency);
        long in = credit.isEmpty() ? 0 : Amount.minor(creditColumn, credit, currency);
        if (out != 0 && in != 0) {
            throw new BadRowException(debitColumn + " and " + creditColumn + " are both filled");
        }
        return Math.abs(in - out);
    }

    private static Fee fee(Cells cells) throws BadRowException {
        BigDecimal sum = BigDecimal.ZERO;
        boolean isSaid = false;
        for (String column : FEES) {
            String text = cells.text(column);
            if (!text.isEmpty()) {
                sum = sum.add(Amount.decimal(column, text));
                isSaid = true;
            }
        }
        return isSaid ? Fee.charged(sum, cells.text("Net Currency")) : Fee.UNSAID;
    }

    private static ZoneId zone(String text) throws BadRowException {
        try {
            return ZoneId.of(text, ZoneId.SHORT_IDS);
        } catch (DateTimeException _) {
            throw new BadRowException("TimeZone '" + text + "' is no time zone");
        }
    }
}
