package tallygate.gateway.reconcile.statement;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Stripe's itemized balance and payout reports: RFC 4180, UTF-8, amounts signed in major units. The callback tells what the
 * customer saw ({@code customer_facing_…}), so that is compared where the report has it.
 */
final class StripeReport implements Reader {
    private static final String METADATA = "payment_metadata[";

    @Override
    public boolean isTheOne(String name, byte[] head) {
        return new String(head, StandardCharsets.UTF_8).contains("reporting_category");
    }

    @Override
    public void read(BufferedInputStream text, Taking taking) throws IOException {
        Columns[] header = new Columns[1];
        String[] orderColumn = {"order_id"};
        new CsvTable(StandardCharsets.UTF_8, ',', taking.bounds().lineCharsMax()).each(text, (line, fields) -> {
            if (header[0] == null) {
                header[0] = Columns.of(fields, "created_utc", "currency", "gross", "reporting_category", "source_id");
                fields.stream().filter(f -> f.startsWith(METADATA)).findFirst().ifPresent(f -> orderColumn[0] = f);
            } else {
                Cells cells = new Cells(header[0], fields);
                taking.attempt(line, () -> row(cells, orderColumn[0], line, taking));
            }
        });
        if (header[0] == null) {
            throw new BadStatementException("the report is empty, not even a header");
        }
    }

    private static void row(Cells cells, String orderColumn, long line, Taking taking)
            throws BadRowException, IOException {
        cells.requireCount();
        String settled = cells.need("currency").toUpperCase(Locale.ROOT);
        BigDecimal gross = Amount.decimal("gross", cells.text("gross"));
        Fee fee = fee(cells, settled, gross);
        String facing = cells.text("customer_facing_currency").toUpperCase(Locale.ROOT);
        boolean isFaced =
                !facing.isEmpty() && !cells.text("customer_facing_amount").isEmpty();
        String currency = isFaced ? facing : settled;
        long minor = Math.abs(
                isFaced
                        ? Amount.minor("customer_facing_amount", cells.text("customer_facing_amount"), currency)
                        : Amount.minor("gross", cells.text("gross"), currency));
        String category = cells.text("reporting_category");
        RowKind kind = kind(category);
        taking.row(new StatementRow(
                line,
                kind,
                ids(cells, kind, cells.text(orderColumn)),
                minor,
                currency,
                fee,
                category,
                LocalTimes.plain("created_utc", cells.text("created_utc"), ZoneOffset.UTC),
                settlement(cells, kind, settled)));
    }

    /** Seen only where the report names payouts: the rows of one, its own among them, come to nothing. */
    private static Settlement settlement(Cells cells, RowKind kind, String currency) throws BadRowException {
        String net = cells.text("net");
        String named = cells.text("automatic_payout_id");
        return net.isEmpty()
                ? Settlement.UNSAID
                : new Settlement(
                        Optional.of(Amount.decimal("net", net)),
                        currency,
                        named.isEmpty() && kind == RowKind.PAYOUT ? cells.text("source_id") : named);
    }

    private static RowIds ids(Cells cells, RowKind kind, String order) throws BadRowException {
        String source = cells.need("source_id");
        String intent = cells.text("payment_intent_id");
        String charge = cells.text("charge_id");
        String payment = intent.isEmpty() ? (charge.isEmpty() ? source : charge) : intent;
        return switch (kind) {
            case PAY -> new RowIds(payment, "", order, "", List.of("paid:" + payment, "paid:" + source));
            case REFUND -> new RowIds(source, payment, order, "", List.of("refunded:" + source));
            case CHARGEBACK -> new RowIds(source, payment, order, "", List.of("charged-back:" + source));
            case CHARGEBACK_REVERSED -> new RowIds(source + ":reversed", payment, order, "", List.of());
            case NOT_CAPTURED -> {
                String movement = cells.text("balance_transaction_id");
                yield new RowIds(
                        movement.isEmpty() ? source + ":not-captured" : movement, payment, order, "", List.of());
            }
            case REVERSED, FEE, PAYOUT, OTHER, TEST -> {
                String movement = cells.text("balance_transaction_id");
                yield new RowIds(movement.isEmpty() ? source : movement, "", order, "", List.of());
            }
        };
    }

    /** The list of categories is not closed: an unknown one is kept as what it is, never dropped. */
    private static RowKind kind(String category) {
        return switch (category) {
            case "charge" -> RowKind.PAY;
            case "refund" -> RowKind.REFUND;
            case "partial_capture_reversal" -> RowKind.NOT_CAPTURED;
            case "dispute" -> RowKind.CHARGEBACK;
            case "dispute_reversal" -> RowKind.CHARGEBACK_REVERSED;
            case "fee" -> RowKind.FEE;
            case "payout", "payout_reversal" -> RowKind.PAYOUT;
            default -> RowKind.OTHER;
        };
    }

    private static Fee fee(Cells cells, String currency, BigDecimal gross) throws BadRowException {
        String text = cells.text("fee");
        if (text.isEmpty()) {
            return Fee.UNSAID;
        }
        BigDecimal fee = Amount.decimal("fee", text);
        String net = cells.text("net");
        if (!net.isEmpty() && gross.subtract(fee).compareTo(Amount.decimal("net", net)) != 0) {
            throw new BadRowException("gross " + gross + " less fee " + fee + " is not net " + net);
        }
        return Fee.charged(fee, currency);
    }
}
