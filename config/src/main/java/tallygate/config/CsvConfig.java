package tallygate.config;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;
import tallygate.config.key.Words;
import tallygate.config.value.UnfitException;

/**
 * How the columns of an operator's own table are to be understood.
 *
 * @param columns the table's names by ours
 * @param payWords what the kind column says of a payment
 * @param refundWords what it says of a refund
 * @param payoutWords what it says of a payout
 * @param currency for tables without such a column; empty: none
 * @param timePattern empty: ISO 8601 with an offset
 */
public record CsvConfig(
        Map<String, String> columns,
        List<String> payWords,
        List<String> refundWords,
        List<String> payoutWords,
        Unit unit,
        String currency,
        Charset charset,
        String separator,
        String timePattern) {
    /** What a number in the amount column counts. */
    public enum Unit {
        /** With a point where there are decimals. */
        MAJOR,
        /** Whole numbers by ISO 4217. */
        MINOR,
        /** Hundredths in every currency. */
        HUNDREDTHS
    }

    private static final List<Key<String>> COLUMNS = Arrays.stream(new String[][] {
                {"transaction", "the provider's id of the movement; needed", "平台的流水号；必填"},
                {"time", "when it happened; needed", "发生时间；必填"},
                {"amount", "the gross amount; needed", "金额；必填"},
                {"order", "the merchant's order number", "商户订单号"},
                {"original", "the payment that a refund belongs to", "退款对应的原支付流水号"},
                {"refund", "the merchant's refund number", "商户退款单号"},
                {"kind", "payment or refund; without it a negative amount is a refund", "支付或退款；不写时负数为退款"},
                {"currency-column", "ISO 4217", "币种（ISO 4217）"},
                {"status", "the provider's word", "平台状态"},
                {"fee", "what the provider took, in the unit of amounts", "手续费，单位同金额"},
                {"net", "what is left for the merchant, negative when it goes out", "商户净额，支出为负"},
                {"payout", "the payout that the row is part of", "该行所属的提现/结算批次"},
                {
                    "test",
                    "true, yes, 1, test or sandbox for a row of a test environment",
                    "测试环境的行写 true、yes、1、test 或 sandbox"
                },
                {"merchant", "the merchant number, held against merchants", "商户号，与 merchants 核对"}
            })
            .map(column -> Key.of(
                            column[0], Kinds.line(200), "The column of " + column[1] + ".", "对应列：" + column[2] + "。")
                    .orAbsent("no such column", "无此列"))
            .toList();
    private static final Key<List<String>> PAY = Key.of(
                    "pay-words",
                    Kinds.list(Kinds.line(100), 0, 50),
                    "What the kind column says of a payment.",
                    "类型列中表示支付的词。")
            .or("[]");
    private static final Key<List<String>> REFUND = Key.of(
                    "refund-words",
                    Kinds.list(Kinds.line(100), 0, 50),
                    "What the kind column says of a refund.",
                    "类型列中表示退款的词。")
            .or("[]");
    private static final Key<List<String>> PAYOUT = Key.of(
                    "payout-words",
                    Kinds.list(Kinds.line(100), 0, 50),
                    "What the kind column says of a payout to the bank.",
                    "类型列中表示提现到银行的词。")
            .or("[]");
    private static final Key<Unit> UNIT = Key.of(
                    "unit",
                    Kinds.choice(Unit.class),
                    "What amounts count: major units, minor units by ISO 4217, or hundredths in every currency.",
                    "金额单位：主单位、按 ISO 4217 的最小单位，或一律百分之一。")
            .or("major");
    private static final Key<String> CURRENCY = Key.of(
                    "currency", Kinds.line(3), "The currency, where no column says it.", "没有币种列时的币种。")
            .orAbsent("by the column", "由列给出");
    private static final Key<Charset> CHARSET = Key.of(
                    "charset",
                    Kinds.text(
                            CsvConfig::charset,
                            Charset::name,
                            new Words("a charset, as UTF-8 or GB18030", "字符集，如 UTF-8、GB18030"),
                            "^.+$"),
                    "The file's charset.",
                    "文件字符集。")
            .or("UTF-8");
    private static final Key<String> SEPARATOR = Key.of(
                    "separator",
                    Kinds.choice(List.of("comma", "semicolon", "tab", "pipe")),
                    "What stands between two fields.",
                    "字段分隔符。")
            .or("comma");
    private static final Key<String> TIME = Key.of(
                    "time-format",
                    Kinds.line(60),
                    "How times are written, as dd.MM.uuuu HH:mm:ss; in the account's zone.",
                    "时间格式，如 uuuu-MM-dd HH:mm:ss；按该账户时区。")
            .orAbsent("ISO 8601 with an offset", "带时差的 ISO 8601");

    static final Group GROUP = Group.of(
            "statements.ACCOUNT.csv",
            "The columns of a table of your own, for format: csv.",
            "format 为 csv 时，自有表格各列的含义。",
            keys());

    private static Key<?>[] keys() {
        List<Key<?>> all = new java.util.ArrayList<>(COLUMNS);
        all.addAll(List.of(PAY, REFUND, PAYOUT, UNIT, CURRENCY, CHARSET, SEPARATOR, TIME));
        return all.toArray(Key<?>[]::new);
    }

    public CsvConfig {
        columns = Map.copyOf(columns);
        payWords = List.copyOf(payWords);
        refundWords = List.copyOf(refundWords);
        payoutWords = List.copyOf(payoutWords);
    }

    static CsvConfig from(Section section) {
        Map<String, String> columns = new LinkedHashMap<>();
        for (Key<String> column : COLUMNS) {
            section.optional(column).ifPresent(name -> columns.put(ours(column.name()), name));
        }
        for (String needed : new String[] {"transaction", "time", "amount"}) {
            if (!columns.containsKey(needed)) {
                section.problem(needed, "is missing; the table cannot be understood without it");
            }
        }
        Optional<String> currency = section.optional(CURRENCY);
        if (currency.isEmpty() && !columns.containsKey("currency")) {
            section.problem("currency", "is missing; write it, or currency-column");
        }
        return new CsvConfig(
                columns,
                section.value(PAY),
                section.value(REFUND),
                section.value(PAYOUT),
                section.value(UNIT),
                currency.orElse(""),
                section.value(CHARSET),
                section.value(SEPARATOR),
                section.optional(TIME).orElse(""));
    }

    private static String ours(String key) {
        return key.equals("currency-column") ? "currency" : key;
    }

    private static Charset charset(String text) {
        try {
            return Charset.forName(text);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException _) {
            throw new UnfitException("is no charset that Java has");
        }
    }
}
