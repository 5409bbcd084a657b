package tallygate.callback.provider.code;

import java.util.List;
import java.util.Set;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.read.AmountUnit;
import tallygate.callback.provider.read.Amounts;
import tallygate.callback.provider.read.EventDraft;
import tallygate.callback.provider.read.FormFields;
import tallygate.callback.provider.read.JsonValue;

/** Reads ECPay's notices. Amounts are whole Taiwan dollars, times are Taiwan's (UTC+8). */
final class EcpayEvents {
    static final Amounts AMOUNTS = Amounts.in(AmountUnit.MAJOR);
    /** Names that are read; the MAC counts them without case. */
    static final List<String> READ = List.of(
            "CheckMacValue",
            "MerchantID",
            "MerchantTradeNo",
            "TradeNo",
            "RtnCode",
            "SimulatePaid",
            "TotalSuccessTimes",
            "Gwsr",
            "LogisticsType",
            "TradeAmt",
            "PeriodAmount",
            "PaymentDate",
            "ProcessDate");

    private static final Set<String> VOLATILE = Set.of("CheckMacValue", "PaymentDate", "ProcessDate");
    private static final String PAID = "1";

    private EcpayEvents() {}

    static PaymentEvent form(FormFields fields, byte[] body) {
        String trade = fields.text("TradeNo");
        String code = fields.text("RtnCode");
        boolean isSimulated = fields.text("SimulatePaid").equals("1");
        String period = fields.text("TotalSuccessTimes").isEmpty() ? "" : fields.text("Gwsr");
        EventDraft draft = new EventDraft(EventIds.orDigest(id(trade, code, period), body))
                .type("ReturnURL")
                .bizType(fields.text("LogisticsType").isEmpty() ? "payment" : "logistics")
                .order(fields.text("MerchantTradeNo"))
                .transaction(trade)
                .status(code)
                .amount(amount(fields), AMOUNTS, "TWD")
                .occurredAt(Times.local(fields.text("PaymentDate"), Times.SLASHED, Times.CHINA))
                .hold(isSimulated ? "test" : "");
        fields.fields().stream()
                .filter(field -> !VOLATILE.contains(field.name()))
                .forEach(field -> draft.counting(field.name(), field.value()));
        boolean isPaid = code.equals(PAID)
                && !isSimulated
                && !trade.isEmpty()
                && !amount(fields).isEmpty();
        return (isPaid ? draft.effect("paid", period.isEmpty() ? trade : period) : draft).build(body);
    }

    private static String amount(FormFields fields) {
        String period = fields.text("PeriodAmount");
        return fields.sole("TradeAmt").orElse(period);
    }

    static PaymentEvent json(JsonValue content, byte[] bytes) {
        String trade = content.scalarAt("/OrderInfo/TradeNo");
        String code = content.scalarAt("/RtnCode");
        boolean isSimulated = content.scalarAt("/SimulatePaid").equals("1");
        EventDraft draft = new EventDraft(EventIds.orDigest(id(trade, code, ""), bytes))
                .type("ReturnURL")
                .order(content.scalarAt("/OrderInfo/MerchantTradeNo"))
                .transaction(trade)
                .status(code)
                .amount(content.scalarAt("/OrderInfo/TradeAmt"), AMOUNTS, "TWD")
                .counting("content", content)
                .occurredAt(Times.local(content.scalarAt("/OrderInfo/PaymentDate"), Times.SLASHED, Times.CHINA))
                .hold(isSimulated ? "test" : "");
        return (code.equals(PAID) && !isSimulated ? draft.effect("paid", trade) : draft).build(bytes);
    }

    /** A number that was only issued, and each payment of a series, are events of their own. */
    private static String id(String trade, String code, String period) {
        if (trade.isEmpty()) {
            return "";
        }
        return trade + (code.equals(PAID) ? "" : ":" + code) + (period.isEmpty() ? "" : ":" + period);
    }
}
