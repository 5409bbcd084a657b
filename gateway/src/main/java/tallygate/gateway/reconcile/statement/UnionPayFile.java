package tallygate.gateway.reconcile.statement;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * UnionPay's transaction file (ZM): 42 fields of fixed width in GBK bytes with one blank between them, 607 bytes a line, no
 * header and no totals. Amounts are fen; times have no year.
 */
final class UnionPayFile implements Reader {
    private static final int LINE_BYTES = 607;
    private static final Charset GBK = Charset.forName("GBK");
    private static final String CURRENCY = "CNY";
    /** What merchant numbers of UnionPay's test environment begin with; one that stands below merchants is meant. */
    private static final String TEST = "777";

    /** A field by its place in bytes. */
    private enum Field {
        TIME(35, 10),
        AMOUNT(66, 12),
        QUERY_ID(87, 21),
        ORDER(112, 32),
        FEE(166, 13),
        TYPE(215, 2),
        ORIGINAL_QUERY_ID(271, 21),
        MERCHANT(293, 15),
        ORIGINAL_ORDER(476, 32);

        private final int from;
        private final int length;

        Field(int from, int length) {
            this.from = from;
            this.length = length;
        }

        String of(String line) {
            byte[] slice = line.substring(from, from + length).getBytes(StandardCharsets.ISO_8859_1);
            return new String(slice, GBK).strip();
        }
    }

    @Override
    public boolean isTheOne(String name, byte[] head) {
        String upper = name.toUpperCase(Locale.ROOT);
        boolean isNamed = upper.isEmpty() || upper.contains("ZM_");
        int end = 0;
        while (end < head.length && head[end] != '\n' && head[end] != '\r') {
            end++;
        }
        // A day without trade is an empty file with its proper name.
        return isNamed && (end == LINE_BYTES || head.length == 0 && !name.isEmpty());
    }

    @Override
    public void read(BufferedInputStream text, Taking taking) throws IOException {
        TextLines lines =
                new TextLines(text, StandardCharsets.ISO_8859_1, taking.bounds().lineCharsMax());
        while (lines.next()) {
            String line = lines.text();
            if (!line.isBlank()) {
                taking.attempt(lines.number(), () -> row(line, lines.number(), taking));
            }
        }
    }

    private static void row(String line, long number, Taking taking) throws BadRowException, IOException {
        if (line.length() != LINE_BYTES) {
            throw new BadRowException("has " + line.length() + " bytes, a record has " + LINE_BYTES
                    + (line.length() < LINE_BYTES ? ": cut off, or blanks at its end were removed" : ""));
        }
        String merchant = Field.MERCHANT.of(line);
        taking.expected().requireOurs(merchant);
        Instant at = LocalTimes.yearless(
                "交易传输时间", Field.TIME.of(line), taking.expected().day(), LocalTimes.BEIJING);
        String query = Field.QUERY_ID.of(line);
        if (query.isEmpty()) {
            throw new BadRowException("查询流水号 is empty");
        }
        long amount = digits("交易金额", Field.AMOUNT.of(line));
        Fee fee = fee(Field.FEE.of(line));
        String type = Field.TYPE.of(line);
        String order = Field.ORDER.of(line);
        String original = Field.ORIGINAL_QUERY_ID.of(line);
        String originalOrder = Field.ORIGINAL_ORDER.of(line);
        boolean isTest =
                merchant.startsWith(TEST) && taking.expected().merchants().isEmpty();
        RowKind kind = isTest ? RowKind.TEST : kind(type);
        RowIds ids = switch (kind) {
            case PAY -> new RowIds(query, "", order, "", List.of("paid:" + query));
            case REFUND -> new RowIds(query, original, originalOrder, order, List.of("refunded:" + query));
            case REVERSED -> new RowIds(query, original, originalOrder, order, List.of());
            case CHARGEBACK, CHARGEBACK_REVERSED, FEE, PAYOUT, OTHER, NOT_CAPTURED, TEST ->
                new RowIds(query, original, order, "", List.of());
        };
        taking.row(new StatementRow(number, kind, ids, amount, CURRENCY, fee, type, at));
    }

    private static RowKind kind(String type) {
        return switch (type) {
            case "01" -> RowKind.PAY;
            case "04" -> RowKind.REFUND;
            case "31" -> RowKind.REVERSED;
            default -> RowKind.OTHER;
        };
    }

    /** A letter and twelve digits: D was charged, C was given back. */
    private static Fee fee(String text) throws BadRowException {
        if (text.isEmpty()) {
            return Fee.UNSAID;
        }
        long fen = digits("商户手续费", text.substring(1));
        return switch (text.charAt(0)) {
            case 'D' -> Fee.charged(Amount.major(fen, CURRENCY), CURRENCY);
            case 'C' -> Fee.charged(Amount.major(-fen, CURRENCY), CURRENCY);
            default -> throw new BadRowException("商户手续费 begins with neither C nor D: '" + text + "'");
        };
    }

    private static long digits(String what, String text) throws BadRowException {
        if (text.length() != 12 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new BadRowException(what + " is not twelve digits: '" + text + "'");
        }
        return Long.parseLong(text);
    }
}
