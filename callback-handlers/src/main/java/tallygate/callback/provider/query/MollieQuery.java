package tallygate.callback.provider.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tallygate.callback.PaymentEvent;
import tallygate.callback.outbound.OutboundRequest;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.StateQuery;
import tallygate.callback.provider.read.AmountUnit;
import tallygate.callback.provider.read.Amounts;
import tallygate.callback.provider.read.EventDraft;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.Moments;
import tallygate.callback.provider.read.UnreadableException;

/**
 * Mollie's payments (docs.mollie.com/reference/get-payment). A refunded payment stays {@code paid}, so refunds and chargebacks
 * are asked for with it and are events of their own.
 */
record MollieQuery(Api api, String apiKey, EndpointOptions options) implements StateQuery {
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MAJOR);
    private static final Set<String> ENDED = Set.of("canceled", "expired", "failed");

    static final QueryDefinition DEFINITION = new QueryDefinition(
            "mollie-legacy",
            List.of(QueryDefinition.secret(
                    "api-key", "an API key of the profile (live_… or test_…): payments are asked for with it")),
            keys -> {
                Api api = keys.api("https://api.mollie.com", "https://api.mollie.com");
                return keys.has("api-key")
                        ? Queries.of(new MollieQuery(api, keys.text("api-key"), keys.options()))
                        : Queries.NONE;
            });

    @Override
    public Set<String> openTypes() {
        return Set.of("payment.open", "payment.pending", "payment.authorized");
    }

    @Override
    public Found ask(Subject subject, QueryTools tools) throws InterruptedException {
        String id = subject.transactionId();
        if (!id.matches("tr_[A-Za-z0-9]{1,60}")) {
            return new Found.NotAskable("Mollie is asked about payments (tr_…) only");
        }
        return Asked.state(
                OutboundRequest.get(api.at("/v2/payments/" + Api.encoded(id) + "?embed=refunds,chargebacks"))
                        .with("Authorization", "Bearer " + apiKey),
                tools,
                got -> read(got, id));
    }

    private Found read(Asked.Got got, String id) throws UnreadableException {
        if (got.status() == 404 || got.status() == 410) {
            return new Found.NoSuch("Mollie knows no payment of this id (HTTP " + got.status() + ")");
        }
        JsonValue payment = got.json();
        if (!got.isFound() || !payment.scalarAt("/id").equals(id)) {
            return Found.Failed.later("Mollie answered HTTP " + got.status() + " without the payment");
        }
        List<PaymentEvent> events = new ArrayList<>();
        events.add(payment(payment, got.body()));
        for (JsonValue refund : embedded(payment, "refunds")) {
            events.add(refund(payment, refund, got.body()));
        }
        for (JsonValue chargeback : embedded(payment, "chargebacks")) {
            events.add(chargeback(payment, chargeback, got.body()));
        }
        return new Found.Known(standing(payment), events);
    }

    private static Standing standing(JsonValue payment) {
        String status = payment.scalarAt("/status");
        if (status.equals("paid")) {
            return isZero(payment.scalarAt("/amountRefunded/value"))
                            && isZero(payment.scalarAt("/amountChargedBack/value"))
                    ? Standing.PAID
                    : Standing.PAID_THEN_REFUNDED;
        }
        if (ENDED.contains(status)) {
            return Standing.ENDED_UNPAID;
        }
        return status.equals("open") ? Standing.OPEN : Standing.IN_PROGRESS;
    }

    private static boolean isZero(String amount) {
        return amount.isEmpty() || amount.matches("0+(\\.0+)?");
    }

    private PaymentEvent payment(JsonValue payment, byte[] body) {
        String id = payment.scalarAt("/id");
        String status = payment.scalarAt("/status");
        EventDraft draft = draft(payment, id + ":" + status, "payment." + status)
                .transaction(id)
                .status(status)
                .occurredAt(Moments.iso(payment.scalarAt("/" + status + "At"))
                        .or(() -> Moments.iso(payment.scalarAt("/createdAt"))));
        amount(draft, payment, "/amount");
        return (status.equals("paid") ? draft.effect("paid", id) : draft).build(body);
    }

    private PaymentEvent refund(JsonValue payment, JsonValue refund, byte[] body) {
        String id = refund.scalarAt("/id");
        String status = refund.scalarAt("/status");
        EventDraft draft = draft(payment, id + ":" + status, "refund." + status)
                .bizType("refund")
                .transaction(id)
                .status(status)
                .counting("payment", payment.scalarAt("/id"))
                .occurredAt(Moments.iso(refund.scalarAt("/createdAt")));
        amount(draft, refund, "/amount");
        return (status.equals("refunded") ? draft.effect("refunded", id) : draft).build(body);
    }

    private PaymentEvent chargeback(JsonValue payment, JsonValue chargeback, byte[] body) {
        String id = chargeback.scalarAt("/id");
        String status = chargeback.scalarAt("/reversedAt").isEmpty() ? "charged-back" : "reversed";
        EventDraft draft = draft(payment, id + ":" + status, "chargeback." + status)
                .bizType("dispute")
                .transaction(id)
                .status(status)
                .counting("payment", payment.scalarAt("/id"))
                .occurredAt(Moments.iso(chargeback.scalarAt("/createdAt")));
        amount(draft, chargeback, "/amount");
        return (status.equals("charged-back") ? draft.effect("charged-back", id) : draft).build(body);
    }

    private EventDraft draft(JsonValue payment, String eventId, String type) {
        boolean isTest = payment.scalarAt("/mode").equals("test")
                && options.environment().holdsTestEvents();
        String order = payment.scalarAt("/metadata/order_id");
        return new EventDraft(eventId)
                .type(type)
                .order(order.isEmpty() ? payment.scalarAt("/orderId") : order)
                .hold(isTest ? "test" : "");
    }

    private static void amount(EventDraft draft, JsonValue thing, String at) {
        draft.amount(thing.scalarAt(at + "/value"), AMOUNTS, thing.scalarAt(at + "/currency"));
    }

    private static List<JsonValue> embedded(JsonValue payment, String name) {
        JsonValue list =
                payment.members().getOrDefault("_embedded", payment).members().get(name);
        return list == null ? List.of() : list.elements();
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "MollieQuery[" + api.base() + "]";
    }
}
