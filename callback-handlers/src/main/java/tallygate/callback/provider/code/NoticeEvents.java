package tallygate.callback.provider.code;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.read.AmountUnit;
import tallygate.callback.provider.read.Amounts;
import tallygate.callback.provider.read.EventDraft;
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.Moments;
import tallygate.callback.provider.read.UnreadableException;

/** Reads the opened content of notices of the WeChat Pay API v3 kind. Amounts are integers in the smallest unit. */
final class NoticeEvents {
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MINOR);

    /** Refund notices carry no currency: they exist for domestic payments only. */
    private static final String CURRENCY_UNSAID = "CNY";

    private static final String SUCCESS = "SUCCESS";

    /** The provider's self-test with a right signature: to be acknowledged, and nothing else. */
    private static final String ECHO = "SECURITY_ECHO.";

    private NoticeEvents() {}

    /** One event, or one for each order of a combined payment. */
    static List<PaymentEvent> read(JsonValue notice, byte[] content, EndpointOptions options) throws RefusedException {
        String type = notice.scalarAt("/event_type");
        String id = EventIds.orDigest(notice.scalarAt("/id"), type.getBytes(StandardCharsets.UTF_8), content);
        JsonValue opened;
        try {
            opened = JsonReader.read(content);
        } catch (UnreadableException _) {
            return List.of(new EventDraft(id)
                    .type(type)
                    .bizType("notice")
                    .counting("content", new String(content, StandardCharsets.UTF_8))
                    .hold("unreadable")
                    .build(content));
        }
        checkIdentity(opened, options);
        List<JsonValue> orders =
                opened.members().getOrDefault("sub_orders", opened).elements();
        List<PaymentEvent> events = new ArrayList<>();
        for (JsonValue order : orders) {
            checkIdentity(order, options);
            String part = Trees.first(order, "/transaction_id", "/out_trade_no");
            events.add(event(id + ":" + part, type, notice, order).build(content));
        }
        return orders.isEmpty() ? List.of(event(id, type, notice, opened).build(content)) : events;
    }

    private static void checkIdentity(JsonValue content, EndpointOptions options) throws RefusedException {
        Require.identity("mchid", options.merchantId(), content.scalarAt("/mchid"));
        Require.identity("sp_mchid", options.merchantId(), content.scalarAt("/sp_mchid"));
        Require.identity("appid", options.appId(), content.scalarAt("/appid"));
        Require.identity("sp_appid", options.appId(), content.scalarAt("/sp_appid"));
    }

    private static EventDraft event(String id, String type, JsonValue notice, JsonValue content) {
        EventDraft draft = new EventDraft(id)
                .type(type)
                .counting("content", content)
                .occurredAt(Moments.iso(content.scalarAt("/success_time"))
                        .or(() -> Moments.iso(notice.scalarAt("/create_time"))));
        if (type.startsWith("TRANSACTION.")) {
            return payment(draft, content);
        }
        if (type.startsWith("REFUND.")) {
            return refund(draft, type, content);
        }
        draft.bizType("notice")
                .order(Trees.first(content, "/out_trade_no", "/out_order_no", "/out_bill_no", "/out_batch_no"))
                .transaction(Trees.first(content, "/transaction_id", "/order_id", "/transfer_bill_no", "/batch_id"))
                .status(Trees.first(content, "/state", "/status"));
        return type.startsWith(ECHO) ? draft.hold("test") : draft;
    }

    private static EventDraft payment(EventDraft draft, JsonValue content) {
        String transaction = content.scalarAt("/transaction_id");
        String state = content.scalarAt("/trade_state");
        draft.order(content.scalarAt("/out_trade_no"))
                .transaction(transaction)
                .status(state)
                .amount(Trees.first(content, "/amount/total", "/amount/total_amount"), AMOUNTS, currency(content));
        return state.equals(SUCCESS) ? draft.effect("paid", transaction) : draft;
    }

    private static EventDraft refund(EventDraft draft, String type, JsonValue content) {
        String refund = content.scalarAt("/refund_id");
        String state = content.scalarAt("/refund_status");
        draft.bizType("refund")
                .order(content.scalarAt("/out_trade_no"))
                .transaction(refund)
                .status(state)
                .amount(content.scalarAt("/amount/refund"), AMOUNTS, currency(content));
        boolean isDone = type.equals("REFUND.SUCCESS") && state.equals(SUCCESS);
        return isDone ? draft.effect("refunded", refund) : draft;
    }

    private static String currency(JsonValue content) {
        return Optional.of(content.scalarAt("/amount/currency"))
                .filter(c -> !c.isEmpty())
                .orElse(CURRENCY_UNSAID);
    }
}
