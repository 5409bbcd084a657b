package tallygate.gateway.reconcile.statement;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * PayPal's settlement report (STL): records of several types, told by their first field; the order of a body's columns stands
 * in the CH record. Amounts have no sign and no point and count hundredths in every currency, the yen too.
 */
final class PayPalReport implements Reader {
    private static final String DIRECTION = "Transaction Debit or Credit";

    @Override
    public boolean isTheOne(String name, byte[] head) {
        String text = new String(head, StandardCharsets.UTF_8);
        return text.startsWith("\"RH\"") || text.startsWith("RH") || text.startsWith("\uFEFF\"RH\"");
    }

    @Override
    public void read(BufferedInputStream text, Taking taking) throws IOException {
        Records records = new Records(taking);
        new CsvTable(StandardCharsets.UTF_8, ',', taking.bounds().lineCharsMax()).each(text, records::take);
        records.end();
    }

    /** The records of a file, each judged by its type. */
    private static final class Records {
        private final Taking taking;
        private Columns columns;
        private long sectionRows;
        private long allRows;
        private boolean hasEnded;

        Records(Taking taking) throws BadStatementException {
            this.taking = taking;
            columns = Columns.of(List.of());
        }

        void take(long line, List<String> fields) throws IOException {
            List<String> rest = fields.subList(1, fields.size());
            switch (fields.getFirst().strip()) {
                case "RH", "FH", "SF", "RF" -> {
                    // What they say is said again by rows and counts.
                }
                case "SH" -> {
                    sectionRows = 0;
                    String account = rest.size() > 2 ? rest.get(2).strip() : "";
                    taking.attempt(line, () -> taking.expected().requireOurs(account));
                }
                case "CH" ->
                    columns = Columns.of(
                            rest,
                            "Transaction ID",
                            "Transaction Event Code",
                            "Transaction Completion Date",
                            DIRECTION,
                            "Gross Transaction Amount",
                            "Gross Transaction Currency");
                case "SB" -> {
                    sectionRows++;
                    allRows++;
                    Cells cells = new Cells(columns, rest);
                    taking.attempt(line, () -> row(cells, line));
                }
                case "SC" -> count(line, "SC", rest, sectionRows);
                case "RC" -> count(line, "RC", rest, allRows);
                case "FF" -> hasEnded = true;
                default -> taking.problem("line " + line + ": unknown record type '" + fields.getFirst() + "'");
            }
        }

        void end() throws BadStatementException {
            if (!hasEnded) {
                throw new BadStatementException("the report ends without its FF record: cut off");
            }
        }

        private void count(long line, String type, List<String> rest, long rows) throws IOException {
            String said = rest.isEmpty() ? "" : rest.getFirst().strip();
            if (!said.equals(Long.toString(rows))) {
                taking.problem("line " + line + ": " + type + " counts " + said + " rows, the report has " + rows);
            }
        }

        private void row(Cells cells, long line) throws BadRowException, IOException {
            if (columns.count() == 0) {
                throw new BadRowException("stands before the CH record, so its columns have no names");
            }
            cells.requireCount();
            String currency = cells.need("Gross Transaction Currency");
            String code = cells.need("Transaction Event Code");
            boolean isCredit = isCredit(DIRECTION, cells.text(DIRECTION));
            RowKind kind = kind(code, isCredit);
            String at = cells.text("Transaction Completion Date");
            taking.row(new StatementRow(
                    line,
                    kind,
                    ids(cells, kind),
                    Amount.hundredths("Gross Transaction Amount", cells.text("Gross Transaction Amount"), currency),
                    currency,
                    fee(cells),
                    code,
                    LocalTimes.withOffset("Transaction Completion Date", at)));
        }
    }

    private static RowIds ids(Cells cells, RowKind kind) throws BadRowException {
        String id = cells.need("Transaction ID");
        String custom = cells.text("Custom Field");
        String order = custom.isEmpty() ? cells.text("Invoice ID") : custom;
        String original = cells.text("PayPal Reference ID Type").equals("TXN") ? cells.text("PayPal Reference ID") : "";
        return switch (kind) {
            case PAY -> new RowIds(id, original, order, "", List.of("paid:" + id));
            case REFUND -> new RowIds(id, original, order, "", List.of("refunded:" + id));
            case REVERSED, CHARGEBACK, CHARGEBACK_REVERSED, FEE, PAYOUT, OTHER, NOT_CAPTURED, TEST ->
                new RowIds(id, original, order, "", List.of());
        };
    }

    /** Codes as developer.paypal.com lists them (transaction event codes). */
    private static RowKind kind(String code, boolean isCredit) {
        if (code.startsWith("T00")) {
            return isCredit ? RowKind.PAY : RowKind.OTHER;
        }
        return switch (code) {
            case "T1107" -> RowKind.REFUND;
            case "T1106" -> RowKind.REVERSED;
            case "T1201", "T1202" -> isCredit ? RowKind.CHARGEBACK_REVERSED : RowKind.CHARGEBACK;
            default -> code.startsWith("T01") ? RowKind.FEE : code.startsWith("T04") ? RowKind.PAYOUT : RowKind.OTHER;
        };
    }

    private static boolean isCredit(String what, String text) throws BadRowException {
        return switch (text) {
            case "CR" -> true;
            case "DR" -> false;
            default -> throw new BadRowException(what + " is neither CR nor DR: '" + text + "'");
        };
    }

    private static Fee fee(Cells cells) throws BadRowException {
        String text = cells.text("Fee Amount");
        String currency = cells.text("Fee Currency");
        if (text.isEmpty() || currency.isEmpty()) {
            return Fee.UNSAID;
        }
        BigDecimal amount = Amount.decimal("Fee Amount", text).movePointLeft(2);
        boolean isGivenBack =
                amount.signum() != 0 && isCredit("Fee Debit or Credit", cells.text("Fee Debit or Credit"));
        return Fee.charged(isGivenBack ? amount.negate() : amount, currency);
    }
}
