package tallygate.callback.provider.query;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
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
import tallygate.callback.provider.read.UnreadableException;

/** Stripe's PaymentIntents, refunds and events (docs.stripe.com/api). Events are kept for 30 days and listed newest first. */
record StripeQuery(Api api, String apiKey) implements StateQuery, EventList {
    private static final Amounts AMOUNTS = new Amounts(AmountUnit.MINOR, Map.of("ISK", 2, "UGX", 2, "MGA", 0));
    private static final Set<String> OPEN =
            Set.of("requires_payment_method", "requires_confirmation", "requires_action");
    private static final int PAGE = 100;

    static final QueryDefinition DEFINITION = new QueryDefinition(
            "stripe",
            List.of(QueryDefinition.secret(
                    "api-key",
                    "a restricted key (rk_…) that may read PaymentIntents, Refunds and Events, and write reports where"
                            + " statements are fetched: for reconciliation")),
            keys -> {
                Api api = keys.api("https://api.stripe.com", "https://api.stripe.com");
                if (!keys.has("api-key")) {
                    return Queries.NONE;
                }
                StripeQuery query = new StripeQuery(api, keys.text("api-key"));
                return Queries.of(query, query).with(new StripeReports(api, keys.text("api-key")));
            });

    @Override
    public Duration retention() {
        return Duration.ofDays(30);
    }

    @Override
    public Set<String> openTypes() {
        return Set.of("payment_intent.processing");
    }

    @Override
    public Found ask(Subject subject, QueryTools tools) throws InterruptedException {
        String id = subject.transactionId();
        if (id.startsWith("re_")) {
            return Asked.state(get("/v1/refunds/" + Api.encoded(id)), tools, StripeQuery::refund);
        }
        if (id.startsWith("pi_")) {
            return Asked.state(
                    get("/v1/payment_intents/" + Api.encoded(id) + "?expand%5B%5D=latest_charge"),
                    tools,
                    StripeQuery::payment);
        }
        return new Found.NotAskable("Stripe is asked about PaymentIntents (pi_…) and refunds (re_…)");
    }

    private OutboundRequest get(String resource) {
        return OutboundRequest.get(api.at(resource)).with("Authorization", "Bearer " + apiKey);
    }

    private static Found payment(Asked.Got got) throws UnreadableException {
        JsonValue intent = got.json();
        if (got.status() == 404 && intent.scalarAt("/error/code").equals("resource_missing")) {
            return new Found.NoSuch("Stripe knows no such PaymentIntent");
        }
        String id = intent.scalarAt("/id");
        if (!got.isFound() || id.isEmpty()) {
            return Found.Failed.later("Stripe answered HTTP " + got.status() + " without the PaymentIntent");
        }
        String status = intent.scalarAt("/status");
        boolean isPaid = status.equals("succeeded");
        EventDraft draft = draft(intent, id + ":" + status)
                .type("payment_intent." + status)
                .amount(
                        intent.scalarAt(isPaid ? "/amount_received" : "/amount"),
                        AMOUNTS,
                        intent.scalarAt("/currency"));
        PaymentEvent event = (isPaid ? draft.effect("paid", id) : draft).build(got.body());
        return new Found.Known(standing(intent, status), List.of(event));
    }

    private static Standing standing(JsonValue intent, String status) {
        if (status.equals("succeeded")) {
            boolean isWhole = intent.scalarAt("/latest_charge/amount_refunded").matches("0?");
            return isWhole ? Standing.PAID : Standing.PAID_THEN_REFUNDED;
        }
        if (status.equals("canceled")) {
            return Standing.ENDED_UNPAID;
        }
        return OPEN.contains(status) ? Standing.OPEN : Standing.IN_PROGRESS;
    }

    private static Found refund(Asked.Got got) throws UnreadableException {
        JsonValue refund = got.json();
        if (got.status() == 404 && refund.scalarAt("/error/code").equals("resource_missing")) {
            return new Found.NoSuch("Stripe knows no such refund");
        }
        String id = refund.scalarAt("/id");
        if (!got.isFound() || id.isEmpty()) {
            return Found.Failed.later("Stripe answered HTTP " + got.status() + " without the refund");
        }
        String status = refund.scalarAt("/status");
        boolean isDone = status.equals("succeeded");
        EventDraft draft = draft(refund, id + ":" + status)
                .type("refund." + status)
                .bizType("refund")
                .amount(refund.scalarAt("/amount"), AMOUNTS, refund.scalarAt("/currency"));
        PaymentEvent event = (isDone ? draft.effect("refunded", id) : draft).build(got.body());
        return new Found.Known(isDone ? Standing.PAID_THEN_REFUNDED : Standing.IN_PROGRESS, List.of(event));
    }

    private static EventDraft draft(JsonValue object, String eventId) {
        String order = object.scalarAt("/metadata/order_id");
        return new EventDraft(eventId)
                .order(order.isEmpty() ? object.scalarAt("/metadata/orderId") : order)
                .transaction(object.scalarAt("/id"))
                .status(object.scalarAt("/status"))
                .occurredAt(seconds(object.scalarAt("/created")));
    }

    @Override
    public Listed page(Span span, String cursor, QueryTools tools) throws InterruptedException {
        String resource =
                "/v1/events?limit=" + PAGE + "&created%5Bgte%5D=" + span.since().getEpochSecond()
                        + "&created%5Blt%5D=" + ceiling(span.until())
                        + (cursor.isEmpty() ? "" : "&starting_after=" + Api.encoded(cursor));
        return Asked.page(get(resource), tools, StripeQuery::events);
    }

    private static long ceiling(Instant until) {
        return until.getNano() == 0 ? until.getEpochSecond() : until.getEpochSecond() + 1;
    }

    private static Listed events(Asked.Got got) throws UnreadableException {
        JsonValue list = got.json();
        List<ListedEvent> events = new ArrayList<>();
        for (JsonValue event : Trees.list(list, "data")) {
            events.add(new ListedEvent(
                    event.scalarAt("/id"),
                    event.scalarAt("/type"),
                    seconds(event.scalarAt("/created")).orElseThrow(() -> Trees.missing("created")),
                    JsonWriter.write(event).getBytes(StandardCharsets.UTF_8)));
        }
        boolean hasMore = list.scalarAt("/has_more").equals("true") && !events.isEmpty();
        return new Page(events, hasMore ? Optional.of(events.getLast().eventId()) : Optional.empty());
    }

    private static Optional<Instant> seconds(String text) {
        return text.matches("[0-9]{1,11}")
                ? Optional.of(Instant.ofEpochSecond(Long.parseLong(text)))
                : Optional.empty();
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "StripeQuery[" + api.base() + "]";
    }
}
