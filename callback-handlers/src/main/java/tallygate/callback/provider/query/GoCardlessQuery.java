package tallygate.callback.provider.query;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tallygate.callback.PaymentEvent;
import tallygate.callback.outbound.OutboundRequest;
import tallygate.callback.provider.EventList;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.StateQuery;
import tallygate.callback.provider.read.AmountUnit;
import tallygate.callback.provider.read.Amounts;
import tallygate.callback.provider.read.EventDraft;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.JsonWriter;
import tallygate.callback.provider.read.Moments;
import tallygate.callback.provider.read.UnreadableException;

/** GoCardless' payments and events (developer.gocardless.com/api-reference). Events are kept for 18 months. */
record GoCardlessQuery(Api api, String accessToken) implements StateQuery, EventList {
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MINOR);
    private static final String VERSION = "2015-07-06";
    private static final Set<String> PAID = Set.of("confirmed", "paid_out");
    private static final Set<String> ENDED = Set.of("cancelled", "customer_approval_denied", "failed");

    static final QueryDefinition DEFINITION = new QueryDefinition(
            "gocardless",
            List.of(QueryDefinition.secret("access-token", "a read-only access token: for reconciliation")),
            keys -> {
                Api api = keys.api("https://api.gocardless.com", "https://api-sandbox.gocardless.com");
                if (!keys.has("access-token")) {
                    return Queries.NONE;
                }
                GoCardlessQuery query = new GoCardlessQuery(api, keys.text("access-token"));
                return Queries.of(query, query);
            });

    @Override
    public Duration retention() {
        return Duration.ofDays(540);
    }

    @Override
    public Set<String> openTypes() {
        return Set.of("payments.created", "payments.submitted", "payments.pending_submission");
    }

    @Override
    public Found ask(Subject subject, QueryTools tools) throws InterruptedException {
        if (subject.transactionId().isEmpty()) {
            return new Found.NotAskable("GoCardless is asked about payments by their id");
        }
        return Asked.state(get("/payments/" + Api.encoded(subject.transactionId())), tools, GoCardlessQuery::payment);
    }

    private OutboundRequest get(String resource) {
        return OutboundRequest.get(api.at(resource))
                .with("Authorization", "Bearer " + accessToken)
                .with("GoCardless-Version", VERSION);
    }

    private static Found payment(Asked.Got got) throws UnreadableException {
        if (got.status() == 404) {
            return new Found.NoSuch("GoCardless knows no such payment");
        }
        JsonValue payment = got.json().members().get("payments");
        if (!got.isFound() || payment == null) {
            return Found.Failed.later("GoCardless answered HTTP " + got.status() + " without the payment");
        }
        String id = payment.scalarAt("/id");
        String status = payment.scalarAt("/status");
        EventDraft draft = new EventDraft(id + ":" + status)
                .type("payments." + status)
                .order(Trees.first(payment, "/metadata/order_id", "/reference"))
                .transaction(id)
                .status(status)
                .amount(payment.scalarAt("/amount"), AMOUNTS, payment.scalarAt("/currency"))
                .occurredAt(Moments.iso(payment.scalarAt("/created_at")));
        PaymentEvent event = (PAID.contains(status) ? draft.effect("paid", id) : draft).build(got.body());
        return new Found.Known(standing(payment, status), List.of(event));
    }

    private static Standing standing(JsonValue payment, String status) {
        if (PAID.contains(status)) {
            return payment.scalarAt("/amount_refunded").matches("0?") ? Standing.PAID : Standing.PAID_THEN_REFUNDED;
        }
        if (status.equals("charged_back")) {
            return Standing.PAID_THEN_REFUNDED;
        }
        return ENDED.contains(status) ? Standing.ENDED_UNPAID : Standing.IN_PROGRESS;
    }

    @Override
    public Listed page(Span span, String cursor, QueryTools tools) throws InterruptedException {
        String resource = "/events?limit=500&created_at%5Bgte%5D="
                + Api.encoded(span.since().toString())
                + "&created_at%5Blt%5D=" + Api.encoded(span.until().toString())
                + (cursor.isEmpty() ? "" : "&after=" + Api.encoded(cursor));
        return Asked.page(get(resource), tools, GoCardlessQuery::events);
    }

    private static Listed events(Asked.Got got) throws UnreadableException {
        JsonValue list = got.json();
        List<ListedEvent> events = new ArrayList<>();
        for (JsonValue event : Trees.list(list, "events")) {
            // A callback carries a list of events; this is one of one.
            String body = "{\"events\":[" + JsonWriter.write(event) + "]}";
            events.add(new ListedEvent(
                    event.scalarAt("/id"),
                    event.scalarAt("/resource_type") + "." + event.scalarAt("/action"),
                    Moments.iso(event.scalarAt("/created_at")).orElseThrow(() -> Trees.missing("created_at")),
                    body.getBytes(StandardCharsets.UTF_8)));
        }
        return new Page(
                events, Optional.of(list.scalarAt("/meta/cursors/after")).filter(c -> !c.isEmpty()));
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "GoCardlessQuery[" + api.base() + "]";
    }
}
