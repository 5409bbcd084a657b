package tallygate.callback.provider.query;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

/**
 * Square's payments and events (developer.squareup.com/reference/square). The list of events is off until the merchant switches
 * it on ({@code PUT /v2/events/enable}) and holds 28 days.
 */
record SquareQuery(Api api, String accessToken) implements StateQuery, EventList {
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MINOR);
    private static final Map<String, Standing> STANDINGS = Map.of(
            "COMPLETED", Standing.PAID,
            "APPROVED", Standing.IN_PROGRESS,
            "PENDING", Standing.IN_PROGRESS,
            "CANCELED", Standing.ENDED_UNPAID,
            "FAILED", Standing.ENDED_UNPAID);

    static final QueryDefinition DEFINITION = new QueryDefinition(
            "square",
            List.of(QueryDefinition.secret(
                    "access-token", "an access token that may read payments and events: for reconciliation")),
            keys -> {
                Api api = keys.api("https://connect.squareup.com", "https://connect.squareupsandbox.com");
                if (!keys.has("access-token")) {
                    return Queries.NONE;
                }
                SquareQuery query = new SquareQuery(api, keys.text("access-token"));
                return Queries.of(query, query);
            });

    @Override
    public Duration retention() {
        return Duration.ofDays(28);
    }

    @Override
    public Set<String> openTypes() {
        return Set.of("payment.created", "payment.updated", "payment.PENDING", "payment.APPROVED");
    }

    @Override
    public Found ask(Subject subject, QueryTools tools) throws InterruptedException {
        if (subject.transactionId().isEmpty()) {
            return new Found.NotAskable("Square is asked about payments by their id");
        }
        return Asked.state(
                authorized(OutboundRequest.get(api.at("/v2/payments/" + Api.encoded(subject.transactionId())))),
                tools,
                SquareQuery::payment);
    }

    private OutboundRequest authorized(OutboundRequest request) {
        return request.with("Authorization", "Bearer " + accessToken);
    }

    private static Found payment(Asked.Got got) throws UnreadableException {
        if (got.status() == 404) {
            return new Found.NoSuch("Square knows no such payment");
        }
        JsonValue payment = got.json().members().get("payment");
        if (!got.isFound() || payment == null) {
            return Found.Failed.later("Square answered HTTP " + got.status() + " without the payment");
        }
        String id = payment.scalarAt("/id");
        String status = payment.scalarAt("/status");
        boolean isPaid = status.equals("COMPLETED");
        EventDraft draft = new EventDraft(id + ":" + status)
                .type("payment." + status)
                .order(Trees.first(payment, "/reference_id", "/order_id"))
                .transaction(id)
                .status(status)
                .amount(payment.scalarAt("/total_money/amount"), AMOUNTS, payment.scalarAt("/total_money/currency"))
                .occurredAt(Moments.iso(payment.scalarAt("/created_at")));
        PaymentEvent event = (isPaid ? draft.effect("paid", id) : draft).build(got.body());
        boolean isRefunded =
                isPaid && !payment.scalarAt("/refunded_money/amount").matches("0?");
        return new Found.Known(
                isRefunded ? Standing.PAID_THEN_REFUNDED : STANDINGS.getOrDefault(status, Standing.IN_PROGRESS),
                List.of(event));
    }

    @Override
    public Listed page(Span span, String cursor, QueryTools tools) throws InterruptedException {
        String filter = "\"query\":{\"filter\":{\"created_at\":{\"start_at\":\"" + span.since() + "\",\"end_at\":\""
                + span.until() + "\"}}},\"limit\":100";
        JsonValue text = new JsonValue.Text(cursor);
        String body = "{" + (cursor.isEmpty() ? "" : "\"cursor\":" + JsonWriter.write(text) + ",") + filter + "}";
        return Asked.page(
                authorized(OutboundRequest.post(api.at("/v2/events"), "application/json", body)),
                tools,
                SquareQuery::events);
    }

    private static Listed events(Asked.Got got) throws UnreadableException {
        JsonValue list = got.json();
        List<ListedEvent> events = new ArrayList<>();
        for (JsonValue event : Trees.listOrNone(list, "events")) {
            events.add(new ListedEvent(
                    event.scalarAt("/event_id"),
                    event.scalarAt("/type"),
                    Moments.iso(event.scalarAt("/created_at")).orElseThrow(() -> Trees.missing("created_at")),
                    JsonWriter.write(event).getBytes(StandardCharsets.UTF_8)));
        }
        return new Page(events, Optional.of(list.scalarAt("/cursor")).filter(c -> !c.isEmpty()));
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "SquareQuery[" + api.base() + "]";
    }
}
