package tallygate.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;
import tallygate.config.key.Words;
import tallygate.config.value.UnfitException;

/**
 * The statements of one provider account, and what may be done by them.
 *
 * @param account as endpoints name it
 * @param merchants empty: a file's word is taken
 * @param zone empty: the format's usual
 * @param poolBills empty: the format's usual
 * @param folder where files are looked for; empty: nowhere
 * @param discrepanciesMax so many are opened by one run at most
 * @param csv for {@code format: csv} only
 */
public record StatementConfig(
        String account,
        String format,
        List<String> merchants,
        Optional<ZoneId> zone,
        Optional<Integer> poolBills,
        String orderPrefix,
        Recover recover,
        int recoverMax,
        Optional<Path> folder,
        Fetch fetch,
        int discrepanciesMax,
        Fees fees,
        Optional<CsvConfig> csv) {
    /** What is done about a movement that no callback told of. */
    public enum Recover {
        /** A person does it. */
        NEVER,
        /** Brought in when the provider's API says the same. */
        ASK,
        /** Brought in on the statement's word. */
        STATEMENT
    }

    /**
     * Whether statements are downloaded.
     *
     * @param after the end of a bill day; empty: the provider's usual
     * @param days so many days back
     */
    public record Fetch(boolean isOn, Optional<Duration> after, int days) {}

    /**
     * What was agreed on.
     *
     * @param percent a decimal number; empty: fees are not judged
     * @param fixedMinor in minor units
     */
    public record Fees(Optional<String> percent, int fixedMinor) {}

    private static final Key<String> FORMAT = Key.of(
            "format",
            Kinds.choice(List.of("wechat", "alipay", "unionpay", "stripe", "paypal", "adyen", "csv")),
            "The form of the files: WeChat Pay trade bill, Alipay trade bill, UnionPay ZM, Stripe itemized report,"
                    + " PayPal STL, Adyen settlement details, or a table of your own.",
            "文件格式：微信支付交易账单、支付宝业务明细、银联 ZM、Stripe 明细报表、PayPal STL、Adyen 结算明细，或自有表格。");
    private static final Key<List<String>> MERCHANTS = Key.of(
                    "merchants",
                    Kinds.list(Kinds.line(100), 0, 100),
                    "Merchant numbers that are ours; a file of another one is refused.",
                    "本方商户号；其他商户的文件会被拒绝。")
            .or("[]");
    private static final Key<ZoneId> ZONE = Key.of(
                    "zone",
                    Kinds.text(
                            StatementConfig::zone,
                            ZoneId::getId,
                            new Words("a time zone, as Asia/Shanghai or UTC", "时区，如 Asia/Shanghai、UTC"),
                            "^.+$"),
                    "The zone of a bill's day.",
                    "账单日所用时区。")
            .orAbsent("the provider's usual", "该平台的惯例");
    private static final Key<Integer> POOL_BILLS = Key.of(
                    "pool-bills",
                    Kinds.integer(1, 60),
                    "How many bills may lack one of our payments before a person is told.",
                    "本方支付连续多少份账单未出现后通知人工。")
            .orAbsent("3; Adyen 10", "3；Adyen 为 10");
    private static final Key<String> ORDER_PREFIX = Key.of(
                    "order-prefix",
                    Kinds.line(60),
                    "What our order numbers begin with; other rows belong to another system on the merchant account.",
                    "本方订单号前缀；其他行属于同一商户号下的其他系统。")
            .orAbsent("all rows are ours", "所有行均属本方");
    private static final Key<Recover> RECOVER = Key.of(
                    "recover",
                    Kinds.choice(Recover.class),
                    "What is done about a movement that no callback told of: never; ask: brought in when the provider's"
                            + " API says the same now; statement: brought in on the statement's word.",
                    "账单有而回调缺失时：never 不处理；ask 平台接口当前确认一致后补入；statement 依账单补入。")
            .or("ask");
    private static final Key<Integer> RECOVER_MAX = Key.of(
                    "recover-max",
                    Kinds.integer(0, 100_000),
                    "How many movements one run may bring in.",
                    "一次对账最多补入的笔数。")
            .or("100");
    private static final Key<Path> FOLDER = Key.of(
                    "folder",
                    Kinds.text(
                            StatementConfig::folder, Path::toString, new Words("the path of a folder", "目录路径"), "^.+$"),
                    "A folder in which files are looked for: the bill day must stand in the name, as 2026-03-01 or"
                            + " 20260301. Taken ones are moved to taken/, others to refused/, and the day is run.",
                    "监视的目录：文件名须含账单日，如 2026-03-01 或 20260301。接受的文件移入 taken/，拒绝的移入 refused/，随后对该日对账。")
            .orAbsent("files are imported by command only", "仅通过命令导入");

    private static final Key<String> FETCH = Key.of(
                    "fetch",
                    Kinds.choice(List.of("on", "off")),
                    "on: downloaded from the provider with the keys of an endpoint of the account (WeChat Pay, Alipay,"
                            + " Stripe, PayPal; Adyen when a notice names a report), taken, and the day is run.",
                    "on：用该账户端点的密钥从平台下载账单（微信支付、支付宝、Stripe、PayPal；Adyen 在通知给出报表名时），取得后对该日对账。")
            .or("off");
    private static final Key<Duration> FETCH_AFTER = Key.of(
                    "fetch-after",
                    Kinds.duration("0s", "3d"),
                    "How long after the end of a bill day it is fetched.",
                    "账单日结束多久后下载。")
            .orAbsent("the provider's usual", "该平台的惯例");
    private static final Key<Integer> FETCH_DAYS = Key.of(
                    "fetch-days",
                    Kinds.integer(1, 90),
                    "How many days back missing statements are fetched.",
                    "向前补取多少天的缺失账单。")
            .or("7");
    private static final Key<Integer> DISCREPANCIES_MAX = Key.of(
                    "discrepancies-max",
                    Kinds.integer(1, 1_000_000),
                    "How many discrepancies one run may open: a wrong mapping must not open a million. Beyond it the"
                            + " run says so, with one alert.",
                    "一次对账最多新开多少条差异，以免映射错误开出百万条。超出时给出说明和一条告警。")
            .or("1000");
    private static final Key<String> FEE_PERCENT = Key.of(
                    "fee-percent",
                    Kinds.text(
                            StatementConfig::percent,
                            text -> text,
                            new Words("a percentage with a point, as 0.6", "百分数，如 0.6"),
                            "^[0-9]{1,2}(\\.[0-9]{1,4})?$"),
                    "The agreed fee of a payment in percent; payments with another fee are told.",
                    "约定的手续费率（百分比）；手续费不符的支付会被标出。")
            .orAbsent("fees are not judged", "不核对手续费");
    private static final Key<Integer> FEE_FIXED = Key.of(
                    "fee-fixed",
                    Kinds.integer(0, 1_000_000),
                    "The agreed fixed part of a fee in minor units.",
                    "约定的手续费固定部分，以最小货币单位计。")
            .or("0");

    static final Group GROUP = Group.of(
                    "statements.ACCOUNT",
                    "The statements of one provider account, by the account's name.",
                    "某平台账户的对账单，以账户名为键。",
                    FORMAT,
                    MERCHANTS,
                    ZONE,
                    POOL_BILLS,
                    ORDER_PREFIX,
                    RECOVER,
                    RECOVER_MAX,
                    FOLDER,
                    FETCH,
                    FETCH_AFTER,
                    FETCH_DAYS,
                    DISCREPANCIES_MAX,
                    FEE_PERCENT,
                    FEE_FIXED)
            .with(Group.Branch.one("csv", CsvConfig.GROUP));

    public StatementConfig {
        merchants = List.copyOf(merchants);
    }

    static Optional<StatementConfig> from(String account, Section section) {
        Optional<String> format = section.required(FORMAT);
        boolean isCsv = format.equals(Optional.of("csv"));
        if (isCsv != section.isWritten("csv")) {
            section.problem("csv", isCsv ? "is missing; it names the columns" : "belongs to format: csv only");
        }
        Optional<CsvConfig> csv =
                isCsv && section.isWritten("csv") ? Optional.of(section.one("csv", CsvConfig::from)) : Optional.empty();
        List<String> merchants = section.value(MERCHANTS);
        Optional<ZoneId> zone = section.optional(ZONE);
        Optional<Integer> poolBills = section.optional(POOL_BILLS);
        String orderPrefix = section.optional(ORDER_PREFIX).orElse("");
        Recover recover = section.value(RECOVER);
        int recoverMax = section.value(RECOVER_MAX);
        Optional<Path> folder = section.optional(FOLDER);
        Fetch fetch =
                new Fetch(section.value(FETCH).equals("on"), section.optional(FETCH_AFTER), section.value(FETCH_DAYS));
        int discrepanciesMax = section.value(DISCREPANCIES_MAX);
        Fees fees = new Fees(section.optional(FEE_PERCENT), section.value(FEE_FIXED));
        return format.map(word -> new StatementConfig(
                account,
                word,
                merchants,
                zone,
                poolBills,
                orderPrefix,
                recover,
                recoverMax,
                folder,
                fetch,
                discrepanciesMax,
                fees,
                csv));
    }

    private static String percent(String text) {
        if (!text.matches("[0-9]{1,2}(\\.[0-9]{1,4})?")) {
            throw new UnfitException("is no percentage such as 0.6");
        }
        return text;
    }

    private static Path folder(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException _) {
            throw new UnfitException("is not a path");
        }
    }

    private static ZoneId zone(String text) {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException _) {
            throw new UnfitException("is no time zone");
        }
    }
}
