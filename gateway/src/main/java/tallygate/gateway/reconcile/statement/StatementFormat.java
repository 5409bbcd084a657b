package tallygate.gateway.reconcile.statement;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;

/** The statements that can be read, and what a day means in each. */
public sealed interface StatementFormat {
    /** WeChat Pay's trade bill. */
    record Wechat() implements StatementFormat {}

    /** Alipay's trade bill. */
    record Alipay() implements StatementFormat {}

    /** UnionPay's ZM file. */
    record UnionPay() implements StatementFormat {}

    /** Stripe's itemized reports. */
    record Stripe() implements StatementFormat {}

    /** PayPal's settlement report. */
    record PayPal() implements StatementFormat {}

    /** Adyen's settlement details. */
    record Adyen() implements StatementFormat {}

    /** WeChat Pay's fund bill. */
    record WechatFund() implements StatementFormat {}

    /** Alipay's account bill. */
    record AlipayFund() implements StatementFormat {}

    /** An operator's own table. */
    record Mapped(CsvMapping mapping) implements StatementFormat {}

    /**
     * Where a bill's day begins and ends, by the provider's clock.
     *
     * @param from inclusive
     * @param to exclusive
     */
    record Day(Instant from, Instant to) {}

    /** The word in configuration and tables. */
    default String word() {
        return switch (this) {
            case Wechat _ -> "wechat";
            case Alipay _ -> "alipay";
            case UnionPay _ -> "unionpay";
            case Stripe _ -> "stripe";
            case PayPal _ -> "paypal";
            case Adyen _ -> "adyen";
            case WechatFund _ -> "wechat-fund";
            case AlipayFund _ -> "alipay-fund";
            case Mapped _ -> "csv";
        };
    }

    /** The bill of the balance beside this one; empty where the provider has none that we read. */
    default Optional<StatementFormat> fund() {
        return switch (this) {
            case Wechat _ -> Optional.of(new WechatFund());
            case Alipay _ -> Optional.of(new AlipayFund());
            case UnionPay _, Stripe _, PayPal _, Adyen _, Mapped _, WechatFund _, AlipayFund _ -> Optional.empty();
        };
    }

    /** The zone of a bill's day where the account does not say another. */
    default ZoneId zone() {
        return switch (this) {
            case Wechat _, Alipay _, UnionPay _, WechatFund _, AlipayFund _ -> LocalTimes.BEIJING;
            case Stripe _, Adyen _ -> ZoneOffset.UTC;
            case PayPal _ -> ZoneId.of("America/Los_Angeles");
            case Mapped(var mapping) -> mapping.zone();
        };
    }

    /** UnionPay's day ends at 23:00; all others' at midnight, which summer time may move by an hour. */
    default Day day(LocalDate day, ZoneId zone) {
        if (this instanceof UnionPay) {
            Instant end = day.atTime(23, 0).atZone(zone).toInstant();
            return new Day(day.minusDays(1).atTime(23, 0).atZone(zone).toInstant(), end);
        }
        return new Day(
                day.atStartOfDay(zone).toInstant(),
                day.plusDays(1).atStartOfDay(zone).toInstant());
    }

    /** After how many bills without it one of our payments is missed: settlement reports come days later. */
    default int poolBills() {
        return switch (this) {
            case Wechat _, Alipay _, UnionPay _, Stripe _, PayPal _, Mapped _, WechatFund _, AlipayFund _ -> 3;
            case Adyen _ -> 10;
        };
    }
}
