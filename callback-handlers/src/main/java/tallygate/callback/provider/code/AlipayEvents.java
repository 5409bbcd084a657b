package tallygate.callback.provider.code;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.Optional;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.read.AmountUnit;
import tallygate.callback.provider.read.Amounts;
import tallygate.callback.provider.read.EventDraft;
import tallygate.callback.provider.read.FormFields;
import tallygate.callback.provider.read.Moments;

/** Reads Alipay's notices. Amounts are yuan with two decimals; times are China's (UTC+8) and say no zone. */
final class AlipayEvents {
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MAJOR);
    private static final ZoneOffset CHINA = ZoneOffset.ofHours(8);
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .toFormatter(Locale.ROOT);

    private AlipayEvents() {}

    static PaymentEvent read(FormFields fields, byte[] content) {
        String status = fields.text("trade_status");
        String trade = fields.text("trade_no");
        EventDraft draft = new EventDraft(eventId(fields, content))
                .type(fields.text("notify_type"))
                .order(fields.text("out_trade_no"))
                .transaction(trade)
                .status(status)
                .amount(fields.text("total_amount"), AMOUNTS, "CNY")
                .counting("refund_fee", fields.text("refund_fee"))
                .counting("gmt_refund", fields.text("gmt_refund"))
                .counting("out_biz_no", fields.text("out_biz_no"))
                .counting("seller_id", fields.text("seller_id"))
                .counting("app_id", fields.text("app_id"))
                .occurredAt(time(fields, "gmt_refund")
                        .or(() -> time(fields, "gmt_payment"))
                        .or(() -> time(fields, "gmt_close"))
                        .or(() -> time(fields, "notify_time")));
        if (isRefund(fields)) {
            // The trade's status of a partial refund is still TRADE_SUCCESS; the refund number is unique within one
            // trade.
            String number = fields.sole("out_biz_no").filter(n -> !n.isEmpty()).orElse(fields.text("gmt_refund"));
            return draft.bizType("refund")
                    .effect("refunded", trade.isEmpty() || number.isEmpty() ? "" : trade + ":" + number)
                    .build(content);
        }
        boolean isPaid = status.equals("TRADE_SUCCESS") || status.equals("TRADE_FINISHED");
        return (isPaid ? draft.effect("paid", trade) : draft).build(content);
    }

    /** {@code notify_id} stays the same when one notice is sent again; without it, what makes the notice stands for it. */
    private static String eventId(FormFields fields, byte[] content) {
        String id = fields.text("notify_id");
        String trade = fields.text("trade_no");
        if (!id.isBlank() || trade.isEmpty()) {
            return EventIds.orDigest(id, content);
        }
        String state = fields.text("trade_status") + ":" + fields.text("out_biz_no") + ":" + fields.text("gmt_refund");
        return EventIds.orDigest("", trade.getBytes(StandardCharsets.UTF_8), state.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean isRefund(FormFields fields) {
        String fee = fields.text("refund_fee");
        return !fields.text("gmt_refund").isEmpty() || AMOUNTS.minor(fee, "CNY").orElse(0) > 0 || fee.startsWith("-");
    }

    private static Optional<Instant> time(FormFields fields, String name) {
        return Moments.local(fields.text(name), TIME, CHINA);
    }
}
