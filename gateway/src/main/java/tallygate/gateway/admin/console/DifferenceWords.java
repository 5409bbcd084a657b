package tallygate.gateway.admin.console;

import java.util.List;

/** What a kind of difference means, for a reader who has not learned its word. */
final class DifferenceWords {
    /** All that have words, in the order of their meaning. */
    static final List<String> KINDS = List.of(
            "callback-missing",
            "task-failed",
            "amount-short",
            "amount-over",
            "currency-or-unit",
            "paid-twice",
            "paid-elsewhere",
            "paid-after-close",
            "effect-missing",
            "order-failed",
            "refund-unknown",
            "refund-without-payment",
            "refund-under-way",
            "refund-failed",
            "refunded-too-much",
            "refund-miss",
            "status-over",
            "dispute-unknown",
            "contradiction",
            "payout-gap",
            "bank-miss",
            "outcome-unknown",
            "fund-missing",
            "fund-unknown",
            "fund-differs",
            "fund-fee",
            "fund-balance");

    private DifferenceWords() {}

    /** Its words with the kind behind them, which filters and scripts know. */
    static String named(Look look, String kind) {
        String words = of(look, kind);
        return words.equals(kind) ? kind : words + look.say(" (", "（") + kind + look.say(")", "）");
    }

    /** A short name in the reader's language; the kind itself where another part has found it. */
    static String of(Look look, String kind) {
        return switch (kind) {
            case "callback-missing" -> look.say("booked, no callback came", "平台已入账，没有回调");
            case "task-failed" -> look.say("booked, its task has failed", "平台已入账，任务失败");
            case "amount-short" -> look.say("booked too little", "入账少于应收");
            case "amount-over" -> look.say("booked too much", "入账多于应收");
            case "currency-or-unit" -> look.say("another currency or unit", "币种或单位不同");
            case "paid-twice" -> look.say("one order paid twice", "一笔订单付了两次");
            case "paid-elsewhere" -> look.say("paid over another account first", "已先在另一账户支付");
            case "paid-after-close" -> look.say("paid after the order was closed", "订单关闭后才支付");
            case "effect-missing" -> look.say("done here, open in the shop", "本方已完成，业务系统仍未支付");
            case "order-failed" -> look.say("booked, the order has failed", "已入账，业务订单已失败");
            case "refund-unknown" -> look.say("a refund that nobody told of", "没有回调的退款");
            case "refund-without-payment" -> look.say("a refund of no payment we know", "找不到对应支付的退款");
            case "refund-under-way" -> look.say("a refund still under way", "退款仍在处理中");
            case "refund-failed" -> look.say("the provider could not refund", "平台退款失败");
            case "refunded-too-much" -> look.say("refunded more than was paid", "退款超过支付");
            case "refund-miss" -> look.say("our refund is in no bill", "账单中没有本方的退款");
            case "status-over" -> look.say("carried out, and undone by the provider", "已执行，但被平台撤销");
            case "dispute-unknown" -> look.say("a chargeback that nobody told of", "没有回调的拒付");
            case "contradiction" -> look.say("the provider contradicts itself", "平台说法自相矛盾");
            case "payout-gap" -> look.say("a payout its rows do not come to", "结算金额与明细不符");
            case "bank-miss" -> look.say("our payment is in no bill", "账单中没有本方的支付");
            case "outcome-unknown" -> look.say("the provider does not tell how it ended", "平台未告知结果");
            case "fund-missing" -> look.say("booked, and no money moved", "已入账，资金账单中没有变动");
            case "fund-unknown" -> look.say("money moved for no booked payment", "资金变动没有对应的交易");
            case "fund-differs" -> look.say("another sum moved than was booked", "资金变动与交易金额不同");
            case "fund-fee" -> look.say("another fee was taken than was booked", "实扣手续费与交易账单不同");
            case "fund-balance" -> look.say("the balance does not follow from the movements", "余额与变动不连续");
            default -> kind;
        };
    }
}
