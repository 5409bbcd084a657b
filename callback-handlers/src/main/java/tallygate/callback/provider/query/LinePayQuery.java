package tallygate.callback.provider.query;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tallygate.callback.PaymentEvent;
import tallygate.callback.outbound.OutboundRequest;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.StateQuery;
import tallygate.callback.provider.read.AmountUnit;
import tallygate.callback.provider.read.Amounts;
import tallygate.callback.provider.read.EventDraft;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.Moments;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.Hmac;
import tallygate.signature.WireText;

/**
 * LINE Pay's requests and payments (Online API v3: check a payment request, payment details). A buyer's consent (0110) is no
 * payment: the shop confirms it with the amount, which is the handler's work; the event says so by its state.
 */
record LinePayQuery(Api api, String channelId, String channelSecret) implements StateQuery {
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MAJOR);
    private static final String DONE = "0000";
    /** The codes of the check: nobody consented yet, consented, cancelled, failed, paid. */
    private static final Map<String, Standing> STANDINGS = Map.of(
            DONE,
            Standing.OPEN,
            "0110",
            Standing.IN_PROGRESS,
            "0121",
            Standing.ENDED_UNPAID,
            "0122",
            Standing.ENDED_UNPAID,
            "0123",
            Standing.PAID);

    private static final Set<String> NO_SUCH = Set.of("1150", "1155", "1159");
    private static final Set<String> OUR_FAULTS = Set.of("1104", "1105", "1106");

    static final QueryDefinition DEFINITION = new QueryDefinition(
            "linepay",
            List.of(
                    QueryDefinition.plain("channel-id", "the channel id of LINE Pay's merchant centre"),
                    QueryDefinition.secret("channel-secret", "the channel's secret key: requests are signed with it")),
            keys -> {
                Api api = keys.api("https://api-pay.line.me", "https://sandbox-api-pay.line.me");
                return keys.has("channel-id", "channel-secret")
                        ? Queries.of(new LinePayQuery(api, keys.text("channel-id"), keys.text("channel-secret")))
                        : Queries.NONE;
            });

    @Override
    public Found ask(Subject subject, QueryTools tools) throws InterruptedException {
        String transaction = subject.transactionId();
        if (!transaction.matches("[0-9]{1,24}")) {
            return new Found.NotAskable("LINE Pay is asked by transaction id");
        }
        Found checked = Asked.state(
                get("/v3/payments/requests/" + transaction + "/check", "", tools),
                tools,
                got -> check(got, transaction, subject.orderId()));
        // Paid ones are told with their amount by another call; that one knows nothing of requests that nobody
        // confirmed.
        return checked instanceof Found.Known(Standing standing, var _) && standing == Standing.PAID
                ? Asked.state(
                        get("/v3/payments", "transactionId=" + transaction, tools),
                        tools,
                        got -> details(got, transaction))
                : checked;
    }

    private OutboundRequest get(String path, String query, QueryTools tools) {
        byte[] random = new byte[16];
        tools.dice().nextBytes(random);
        String nonce = HexFormat.of().formatHex(random);
        String text = channelSecret + api.signedPath(path) + query + nonce;
        byte[] mac = Hmac.Hash.SHA256
                .keyed(channelSecret.getBytes(StandardCharsets.UTF_8))
                .of(text.getBytes(StandardCharsets.UTF_8));
        return OutboundRequest.get(api.at(path + (query.isEmpty() ? "" : "?" + query)))
                .with("Content-Type", "application/json")
                .with("X-LINE-ChannelId", channelId)
                .with("X-LINE-Authorization-Nonce", nonce)
                .with("X-LINE-Authorization", WireText.BASE64.encode(mac));
    }

    private static Found check(Asked.Got got, String transaction, String claimedOrder) throws UnreadableException {
        String code = got.json().scalarAt("/returnCode");
        if (NO_SUCH.contains(code)) {
            return new Found.NoSuch("LINE Pay knows no such transaction of this channel");
        }
        Standing standing = STANDINGS.get(code);
        if (standing == null) {
            return failed(got, code);
        }
        // The order is the notice's claim: this call does not name it, so it takes no part in the event's identity.
        PaymentEvent event = new EventDraft(transaction + ":" + code)
                .type("request." + code)
                .order(claimedOrder)
                .transaction(transaction)
                .status(code)
                .build(got.body());
        return new Found.Known(standing, List.of(event));
    }

    private static Found failed(Asked.Got got, String code) {
        return new Found.Failed(
                "LINE Pay answered HTTP " + got.status() + ", returnCode " + code,
                OUR_FAULTS.contains(code),
                Optional.empty());
    }

    private static Found details(Asked.Got got, String transaction) throws UnreadableException {
        JsonValue answer = got.json();
        String code = answer.scalarAt("/returnCode");
        if (!code.equals(DONE)) {
            return NO_SUCH.contains(code)
                    ? Found.Failed.later("LINE Pay says paid and does not show the payment yet")
                    : failed(got, code);
        }
        for (JsonValue payment : Trees.list(answer, "info")) {
            if (payment.scalarAt("/transactionId").equals(transaction)) {
                return known(payment, transaction, got.body());
            }
        }
        return Found.Failed.later("LINE Pay's answer does not hold the payment that was asked for");
    }

    private static Found known(JsonValue payment, String transaction, byte[] body) throws UnreadableException {
        String status = payment.scalarAt("/payStatus").isEmpty() ? "CAPTURE" : payment.scalarAt("/payStatus");
        String currency = payment.scalarAt("/currency");
        EventDraft draft = new EventDraft(transaction + ":" + status)
                .type("payment." + status)
                .order(payment.scalarAt("/orderId"))
                .transaction(transaction)
                .status(status)
                .amount(total(payment), AMOUNTS, currency)
                .occurredAt(Moments.iso(payment.scalarAt("/transactionDate")));
        List<PaymentEvent> events = new ArrayList<>();
        events.add((status.equals("CAPTURE") ? draft.effect("paid", transaction) : draft).build(body));
        List<JsonValue> refunds = Trees.listOrNone(payment, "refundList");
        for (JsonValue refund : refunds) {
            String id = refund.scalarAt("/refundTransactionId");
            events.add(new EventDraft(id + ":refunded")
                    .type("refund." + refund.scalarAt("/transactionType"))
                    .bizType("refund")
                    .order(payment.scalarAt("/orderId"))
                    .transaction(id)
                    .status("refunded")
                    .amount(refund.scalarAt("/refundAmount").replaceFirst("^-", ""), AMOUNTS, currency)
                    .counting("payment", transaction)
                    .occurredAt(Moments.iso(refund.scalarAt("/refundTransactionDate")))
                    .effect("refunded", id)
                    .build(body));
        }
        return new Found.Known(refunds.isEmpty() ? Standing.PAID : Standing.PAID_THEN_REFUNDED, events);
    }

    /** What the buyer paid: the sum of the means, points among them. */
    private static String total(JsonValue payment) throws UnreadableException {
        BigDecimal sum = BigDecimal.ZERO;
        for (JsonValue means : Trees.list(payment, "payInfo")) {
            String amount = means.scalarAt("/amount");
            if (!amount.matches("[0-9]{1,15}(\\.[0-9]{1,4})?")) {
                throw Trees.missing("amount");
            }
            sum = sum.add(new BigDecimal(amount));
        }
        return sum.toPlainString();
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "LinePayQuery[" + api.base() + "]";
    }
}
