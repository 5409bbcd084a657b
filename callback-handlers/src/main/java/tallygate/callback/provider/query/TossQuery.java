package tallygate.callback.provider.query;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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
import tallygate.signature.WireText;

/**
 * Toss Payments' payments (docs.tosspayments.com/reference, Payment object): asked by payment key or order id. Cancels carry a
 * transaction key each and are events of their own, so that a second partial cancel is not swallowed by the first.
 */
record TossQuery(Api api, String authorization) implements StateQuery {
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MAJOR);
    private static final Set<String> CANCELED = Set.of("CANCELED", "PARTIAL_CANCELED");
    private static final Set<String> ENDED = Set.of("ABORTED", "EXPIRED");
    private static final String DONE = "DONE";

    static final QueryDefinition DEFINITION = new QueryDefinition(
            "toss",
            List.of(QueryDefinition.secret(
                    "api-secret-key",
                    "the secret key of the API (live_sk_… or test_sk_…): payments are asked for with it")),
            keys -> {
                Api api = keys.api("https://api.tosspayments.com", "https://api.tosspayments.com");
                return keys.has("api-secret-key")
                        ? Queries.of(new TossQuery(api, basic(keys.text("api-secret-key"))))
                        : Queries.NONE;
            });

    private static String basic(String secretKey) {
        return "Basic " + WireText.BASE64.encode((secretKey + ":").getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public Set<String> openTypes() {
        return Set.of("payment.READY", "payment.IN_PROGRESS", "payment.WAITING_FOR_DEPOSIT");
    }

    @Override
    public Found ask(Subject subject, QueryTools tools) throws InterruptedException {
        String resource;
        if (!subject.transactionId().isEmpty()) {
            resource = "/v1/payments/" + Api.encoded(subject.transactionId());
        } else if (!subject.orderId().isEmpty()) {
            resource = "/v1/payments/orders/" + Api.encoded(subject.orderId());
        } else {
            return new Found.NotAskable("the notice names neither a payment key nor an order");
        }
        return Asked.state(
                OutboundRequest.get(api.at(resource)).with("Authorization", authorization),
                tools,
                got -> read(got, subject));
    }

    private static Found read(Asked.Got got, Subject subject) throws UnreadableException {
        JsonValue payment = got.json();
        String code = payment.scalarAt("/code");
        if (got.status() == 404 || code.equals("NOT_FOUND_PAYMENT")) {
            return new Found.NoSuch("Toss Payments knows no such payment");
        }
        String key = payment.scalarAt("/paymentKey");
        boolean isAnother =
                !subject.transactionId().isEmpty() && !subject.transactionId().equals(key);
        if (!got.isFound() || key.isEmpty() || isAnother) {
            return Found.Failed.later("Toss Payments answered HTTP " + got.status() + " without the payment");
        }
        return new Found.Known(standing(payment), events(payment, key, got.body()));
    }

    private static List<PaymentEvent> events(JsonValue payment, String key, byte[] body) {
        String status = payment.scalarAt("/status");
        List<PaymentEvent> events = new ArrayList<>();
        if (CANCELED.contains(status) && !payment.scalarAt("/approvedAt").isEmpty()) {
            // It had been paid before; should that notice never have come, this is where it is made up for.
            events.add(payment(payment, key, DONE, body));
        }
        events.add(payment(payment, key, status, body));
        JsonValue cancels = payment.members().get("cancels");
        for (JsonValue cancel : cancels == null ? List.<JsonValue>of() : cancels.elements()) {
            events.add(cancel(payment, cancel, key, body));
        }
        return events;
    }

    private static PaymentEvent payment(JsonValue payment, String key, String status, byte[] body) {
        EventDraft draft = draft(payment, key + ":" + status)
                .type("payment." + status)
                .transaction(key)
                .status(status)
                .amount(payment.scalarAt("/totalAmount"), AMOUNTS, currency(payment))
                .occurredAt(Moments.iso(payment.scalarAt("/approvedAt"))
                        .or(() -> Moments.iso(payment.scalarAt("/requestedAt"))));
        return (status.equals(DONE) ? draft.effect("paid", key) : draft).build(body);
    }

    private static PaymentEvent cancel(JsonValue payment, JsonValue cancel, String key, byte[] body) {
        String id = cancel.scalarAt("/transactionKey");
        String status = cancel.scalarAt("/cancelStatus").isEmpty() ? DONE : cancel.scalarAt("/cancelStatus");
        EventDraft draft = draft(payment, id + ":" + status)
                .type("cancel." + status)
                .bizType("refund")
                .transaction(id)
                .status(status)
                .amount(cancel.scalarAt("/cancelAmount"), AMOUNTS, currency(payment))
                .counting("payment", key)
                .occurredAt(Moments.iso(cancel.scalarAt("/canceledAt")));
        boolean wasPaid = !payment.scalarAt("/approvedAt").isEmpty();
        return (status.equals(DONE) && wasPaid ? draft.effect("refunded", id) : draft).build(body);
    }

    private static EventDraft draft(JsonValue payment, String eventId) {
        return new EventDraft(eventId).order(payment.scalarAt("/orderId"));
    }

    private static String currency(JsonValue payment) {
        String currency = payment.scalarAt("/currency");
        return currency.isEmpty() ? "KRW" : currency;
    }

    private static Standing standing(JsonValue payment) {
        String status = payment.scalarAt("/status");
        if (status.equals(DONE)) {
            return Standing.PAID;
        }
        if (CANCELED.contains(status)) {
            return payment.scalarAt("/approvedAt").isEmpty() ? Standing.ENDED_UNPAID : Standing.PAID_THEN_REFUNDED;
        }
        if (ENDED.contains(status)) {
            return Standing.ENDED_UNPAID;
        }
        return status.equals("IN_PROGRESS") ? Standing.IN_PROGRESS : Standing.OPEN;
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "TossQuery[" + api.base() + "]";
    }
}
