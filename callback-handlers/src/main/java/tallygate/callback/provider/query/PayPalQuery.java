package tallygate.callback.provider.query;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tallygate.callback.PaymentEvent;
import tallygate.callback.outbound.OutboundRequest;
import tallygate.callback.provider.CertificateSource;
import tallygate.callback.provider.EndpointOptions.Environment;
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
import tallygate.signature.ProviderCertificate;
import tallygate.signature.WireText;

/**
 * PayPal's captures, refunds and webhook events (developer.paypal.com: payments v2, notifications v1), with an OAuth token. An
 * order says nothing about money; its capture does.
 */
record PayPalQuery(Api api, Tokens tokens) implements StateQuery, EventList {
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MAJOR);
    private static final Set<String> PAID = Set.of("COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED");
    private static final Set<String> ENDED = Set.of("DECLINED", "FAILED");
    private static final int PAGE = 100;
    private static final Set<String> LIVE_HOSTS = Set.of("api.paypal.com", "api-m.paypal.com");
    private static final Set<String> SANDBOX_HOSTS = Set.of("api.sandbox.paypal.com", "api-m.sandbox.paypal.com");

    static final QueryDefinition DEFINITION = new QueryDefinition(
            "paypal",
            List.of(
                    QueryDefinition.plain("client-id", "the REST app's client id: for reconciliation"),
                    QueryDefinition.secret("client-secret", "the REST app's secret"),
                    QueryDefinition.DOWNLOAD),
            keys -> queries(keys).with(certificates(keys)));

    private static Queries queries(ApiKeys keys) {
        Api api = keys.api("https://api-m.paypal.com", "https://api-m.sandbox.paypal.com");
        if (!keys.has("client-id", "client-secret")) {
            return Queries.NONE;
        }
        PayPalQuery query =
                new PayPalQuery(api, new Tokens(tokenRequest(api, keys.text("client-id"), keys.text("client-secret"))));
        return Queries.of(query, query).with(new PayPalTransactions(api, query.tokens()));
    }

    private static Optional<CertificateSource> certificates(ApiKeys keys) {
        if (!keys.downloadsCertificates()) {
            return Optional.empty();
        }
        List<ProviderCertificate> roots = keys.credentials().texts("root-certificate").stream()
                .flatMap(text -> keys.readQuietly(() -> ProviderCertificate.readAll(text)).stream())
                .flatMap(List::stream)
                .toList();
        boolean isTest = keys.options().environment() == Environment.TEST;
        return Optional.of(new PayPalCertificates(isTest ? SANDBOX_HOSTS : LIVE_HOSTS, roots));
    }

    private static OutboundRequest tokenRequest(Api api, String id, String secret) {
        byte[] pair = (id + ":" + secret).getBytes(StandardCharsets.UTF_8);
        return OutboundRequest.post(
                        api.at("/v1/oauth2/token"),
                        "application/x-www-form-urlencoded",
                        "grant_type=client_credentials")
                .with("Authorization", "Basic " + WireText.BASE64.encode(pair));
    }

    @Override
    public Duration retention() {
        return Duration.ofDays(30);
    }

    @Override
    public Set<String> openTypes() {
        return Set.of("PAYMENT.CAPTURE.PENDING", "capture.PENDING");
    }

    @Override
    public Found ask(Subject subject, QueryTools tools) throws InterruptedException {
        String id = subject.transactionId();
        if (id.isEmpty()) {
            return new Found.NotAskable("PayPal is asked about captures and refunds by their id");
        }
        return switch (tokens.current(tools)) {
            case Tokens.Grant.None none -> none.why().found();
            case Tokens.Grant.Token token -> {
                Found capture = asked("/v2/payments/captures/" + Api.encoded(id), token, tools, PayPalQuery::capture);
                yield capture instanceof Found.NoSuch
                        ? asked("/v2/payments/refunds/" + Api.encoded(id), token, tools, PayPalQuery::refund)
                        : capture;
            }
        };
    }

    private Found asked(String resource, Tokens.Grant.Token token, QueryTools tools, Asked.Reader reader)
            throws InterruptedException {
        Found found = Asked.state(get(resource, token), tools, reader);
        if (found instanceof Found.Failed failed && failed.isOurs()) {
            tokens.forget();
        }
        return found;
    }

    private OutboundRequest get(String resource, Tokens.Grant.Token token) {
        return OutboundRequest.get(api.at(resource)).with("Authorization", "Bearer " + token.text());
    }

    private static Found capture(Asked.Got got) throws UnreadableException {
        if (got.status() == 404) {
            return new Found.NoSuch("PayPal knows no such capture or refund");
        }
        JsonValue capture = got.json();
        String id = capture.scalarAt("/id");
        String status = capture.scalarAt("/status");
        if (!got.isFound() || id.isEmpty()) {
            return Found.Failed.later("PayPal answered HTTP " + got.status() + " without the capture");
        }
        List<PaymentEvent> events = new ArrayList<>();
        EventDraft draft = draft(capture, id + ":" + status).type("capture." + status);
        events.add((PAID.contains(status) ? draft.effect("paid", id) : draft).build(got.body()));
        Standing standing = status.equals("COMPLETED")
                ? Standing.PAID
                : PAID.contains(status)
                        ? Standing.PAID_THEN_REFUNDED
                        : ENDED.contains(status) ? Standing.ENDED_UNPAID : Standing.IN_PROGRESS;
        return new Found.Known(standing, events);
    }

    private static Found refund(Asked.Got got) throws UnreadableException {
        if (got.status() == 404) {
            return new Found.NoSuch("PayPal knows no such capture or refund");
        }
        JsonValue refund = got.json();
        String id = refund.scalarAt("/id");
        String status = refund.scalarAt("/status");
        if (!got.isFound() || id.isEmpty()) {
            return Found.Failed.later("PayPal answered HTTP " + got.status() + " without the refund");
        }
        boolean isDone = status.equals("COMPLETED");
        EventDraft draft =
                draft(refund, id + ":" + status).type("refund." + status).bizType("refund");
        PaymentEvent event = (isDone ? draft.effect("refunded", id) : draft).build(got.body());
        return new Found.Known(isDone ? Standing.PAID_THEN_REFUNDED : Standing.IN_PROGRESS, List.of(event));
    }

    private static EventDraft draft(JsonValue thing, String eventId) {
        return new EventDraft(eventId)
                .order(Trees.first(thing, "/custom_id", "/invoice_id", "/supplementary_data/related_ids/order_id"))
                .transaction(thing.scalarAt("/id"))
                .status(thing.scalarAt("/status"))
                .amount(thing.scalarAt("/amount/value"), AMOUNTS, thing.scalarAt("/amount/currency_code"))
                .occurredAt(Moments.iso(thing.scalarAt("/create_time")));
    }

    /** The cursor is the page's own {@code next} link, followed only below this API's address. */
    @Override
    public Listed page(Span span, String cursor, QueryTools tools) throws InterruptedException {
        String resource = cursor.isEmpty()
                ? "/v1/notifications/webhooks-events?page_size=" + PAGE + "&start_time="
                        + Api.encoded(
                                span.since().truncatedTo(ChronoUnit.SECONDS).toString())
                        + "&end_time="
                        + Api.encoded(span.until()
                                .plusSeconds(1)
                                .truncatedTo(ChronoUnit.SECONDS)
                                .toString())
                : cursor;
        return switch (tokens.current(tools)) {
            case Tokens.Grant.None none -> none.why().listed();
            case Tokens.Grant.Token token -> {
                Listed listed = Asked.page(get(resource, token), tools, this::events);
                if (listed instanceof Failed failed && failed.isOurs()) {
                    tokens.forget();
                }
                yield listed;
            }
        };
    }

    private Listed events(Asked.Got got) throws UnreadableException {
        JsonValue list = got.json();
        List<ListedEvent> events = new ArrayList<>();
        for (JsonValue event : Trees.list(list, "events")) {
            events.add(new ListedEvent(
                    event.scalarAt("/id"),
                    event.scalarAt("/event_type"),
                    Moments.iso(event.scalarAt("/create_time")).orElseThrow(() -> Trees.missing("create_time")),
                    JsonWriter.write(event).getBytes(StandardCharsets.UTF_8)));
        }
        Optional<String> next = Trees.listOrNone(list, "links").stream()
                .filter(link -> link.scalarAt("/rel").equals("next"))
                .flatMap(link -> api.resourceOf(link.scalarAt("/href")).stream())
                .findFirst();
        return new Page(events, events.isEmpty() ? Optional.empty() : next);
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "PayPalQuery[" + api.base() + "]";
    }
}
