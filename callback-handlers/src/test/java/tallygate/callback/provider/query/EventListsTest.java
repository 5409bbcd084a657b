package tallygate.callback.provider.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.Credentials.Value;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.EventList;
import tallygate.callback.provider.EventList.ListedEvent;
import tallygate.callback.provider.EventList.Page;
import tallygate.callback.provider.EventList.Span;
import tallygate.callback.provider.Problem;
import tallygate.callback.provider.StateQuery.Found;
import tallygate.callback.provider.StateQuery.Standing;
import tallygate.callback.provider.StateQuery.Subject;
import tallygate.callback.provider.query.ApiSimulator.Reply;
import tallygate.signature.RawRequest;

/** Event lists, page by page, and the states that their providers tell. */
class EventListsTest {
    private static final Span DAY =
            new Span(Instant.parse("2026-11-29T00:00:00Z"), Instant.parse("2026-11-30T00:00:00Z"));

    private final ApiSimulator api = new ApiSimulator();

    @AfterEach
    void close() {
        api.close();
    }

    private static List<ListedEvent> all(BoundProvider provider) throws InterruptedException {
        EventList list = provider.eventList().orElseThrow();
        List<ListedEvent> events = new ArrayList<>();
        Optional<String> cursor = Optional.of("");
        while (cursor.isPresent()) {
            Page page = (Page) list.page(DAY, cursor.get(), ApiSimulator.tools());
            events.addAll(page.events());
            cursor = page.next();
        }
        return events;
    }

    /** What the event of the list reads as, which must be what its callback would have read as. */
    private static PaymentEvent read(BoundProvider provider, ListedEvent event) {
        return provider.readProven(new RawRequest("POST", "https", "", "/", List.of(), event.body(), ""))
                .getFirst();
    }

    private static Found state(BoundProvider provider, String transaction) throws InterruptedException {
        return provider.stateQuery().orElseThrow().ask(Subject.of(transaction, ""), ApiSimulator.tools());
    }

    private BoundProvider stripe() {
        return api.bound(
                "stripe",
                new Credentials(Map.of(
                        "secrets", new Value.Texts(List.of("whsec_x")), "api-key", new Value.Text("rk_live_1"))));
    }

    private static String stripeEvent(String id) {
        return "{\"id\":\"" + id
                + "\",\"object\":\"event\",\"created\":1764400000,\"type\":\"payment_intent.succeeded\","
                + "\"data\":{\"object\":{\"id\":\"pi_1\",\"amount_received\":1099,\"currency\":\"usd\",\"status\":"
                + "\"succeeded\",\"metadata\":{\"order_id\":\"o-1\"}}},\"livemode\":true}";
    }

    @Test
    void stripesListIsReadToItsEndAndReadsAsTheCallbacksWould() throws InterruptedException {
        api.answering(got -> Reply.of(
                got.resource().contains("starting_after=evt_2")
                        ? "{\"data\":[" + stripeEvent("evt_3") + "],\"has_more\":false}"
                        : "{\"data\":[" + stripeEvent("evt_1") + "," + stripeEvent("evt_2") + "],\"has_more\":true}"));
        List<ListedEvent> events = all(stripe());
        assertThat(events).extracting(ListedEvent::eventId).containsExactly("evt_1", "evt_2", "evt_3");
        assertThat(api.questions().getFirst().resource())
                .isEqualTo("/v1/events?limit=100&created%5Bgte%5D=1795910400&created%5Blt%5D=1795996800");
        assertThat(api.questions().getFirst().header("Authorization")).isEqualTo("Bearer rk_live_1");
        PaymentEvent event = read(stripe(), events.getFirst());
        assertThat(event.eventId()).isEqualTo("evt_1");
        assertThat(event.effect()).contains(new PaymentEvent.Effect("paid", "pi_1"));
        assertThat(event.amountMinor()).hasValue(1099);
    }

    @Test
    void stripeTellsAPaymentAndARefund() throws InterruptedException {
        api.knowing(Map.of(
                "/v1/payment_intents/pi_1",
                "{\"id\":\"pi_1\",\"status\":\"succeeded\",\"amount_received\":1099,\"currency\":\"usd\",\"created\":1764400000,"
                    + "\"latest_charge\":{\"amount_refunded\":99}}",
                "/v1/refunds/re_1",
                "{\"id\":\"re_1\",\"status\":\"succeeded\",\"amount\":99,\"currency\":\"usd\"}"));
        Found.Known payment = (Found.Known) state(stripe(), "pi_1");
        assertThat(payment.standing()).isEqualTo(Standing.PAID_THEN_REFUNDED);
        assertThat(payment.events().getFirst().effect()).contains(new PaymentEvent.Effect("paid", "pi_1"));
        assertThat(((Found.Known) state(stripe(), "re_1")).events().getFirst().effect())
                .contains(new PaymentEvent.Effect("refunded", "re_1"));
        assertThat(state(stripe(), "pi_2")).isInstanceOf(Found.NoSuch.class);
        assertThat(state(stripe(), "cus_1")).isInstanceOf(Found.NotAskable.class);
    }

    private BoundProvider paypal() {
        return api.bound(
                "paypal",
                new Credentials(Map.of(
                        "webhook-id", new Value.Text("WH-1"),
                        "certificate", new Value.Text(TestCertificate.pem("messageverificationcerts.paypal.com")),
                        "client-id", new Value.Text("app"),
                        "client-secret", new Value.Text("s3cret"))));
    }

    private static String paypalEvent(String id) {
        return "{\"id\":\"" + id
                + "\",\"event_type\":\"PAYMENT.CAPTURE.COMPLETED\",\"create_time\":\"2026-11-29T10:00:00Z\","
                + "\"resource\":{\"id\":\"cap_1\",\"status\":\"COMPLETED\",\"amount\":{\"value\":\"10.00\",\"currency_code\":"
                + "\"USD\"}}}";
    }

    @Test
    @Tag("T-08")
    void paypalsListIsFollowedByItsOwnLinksWithOneToken() throws InterruptedException {
        api.answering(got -> switch (got.path()) {
            case "/v1/oauth2/token" -> Reply.of("{\"access_token\":\"A21\",\"expires_in\":32400}");
            default ->
                Reply.of(
                        got.resource().contains("page=2")
                                ? "{\"events\":[" + paypalEvent("WH-2") + "],\"links\":[{\"rel\":\"next\",\"href\":"
                                        + "\"http://169.254.169.254/steal\"}]}"
                                : "{\"events\":[" + paypalEvent("WH-1") + "],\"links\":[{\"rel\":\"next\",\"href\":\""
                                        + api.url() + "/v1/notifications/webhooks-events?page=2\"}]}");
        });
        BoundProvider paypal = paypal();
        List<ListedEvent> events = all(paypal);
        assertThat(events).extracting(ListedEvent::eventId).containsExactly("WH-1", "WH-2");
        assertThat(read(paypal, events.getFirst()).effect()).contains(new PaymentEvent.Effect("paid", "cap_1"));
        assertThat(api.questions()).extracting(ApiSimulator.Got::path).containsOnlyOnce("/v1/oauth2/token");
        assertThat(api.questions().getFirst().header("Authorization")).startsWith("Basic ");
        assertThat(api.questions().getLast().header("Authorization")).isEqualTo("Bearer A21");
    }

    @Test
    void paypalTellsCapturesAndRefundsAndAsksForANewTokenWhenTheOldOneIsRefused() throws InterruptedException {
        api.answering(got -> switch (got.path()) {
            case "/v1/oauth2/token" -> Reply.of("{\"access_token\":\"A21\",\"expires_in\":32400}");
            case "/v2/payments/captures/cap_1" ->
                Reply.of("{\"id\":\"cap_1\",\"status\":\"PARTIALLY_REFUNDED\",\"amount\":{\"value\":\"10.00\","
                        + "\"currency_code\":\"USD\"},\"custom_id\":\"o-1\"}");
            case "/v2/payments/refunds/ref_1" ->
                Reply.of("{\"id\":\"ref_1\",\"status\":\"COMPLETED\",\"amount\":{\"value\":\"1.00\",\"currency_code\":"
                        + "\"USD\"}}");
            case "/v2/payments/captures/cap_401" -> Reply.of(401, "{}");
            default -> Reply.of(404, "{}");
        });
        BoundProvider paypal = paypal();
        Found.Known capture = (Found.Known) state(paypal, "cap_1");
        assertThat(capture.standing()).isEqualTo(Standing.PAID_THEN_REFUNDED);
        assertThat(capture.events().getFirst().amountMinor()).hasValue(1000);
        assertThat(((Found.Known) state(paypal, "ref_1")).events().getFirst().effect())
                .contains(new PaymentEvent.Effect("refunded", "ref_1"));
        assertThat(state(paypal, "nothing")).isInstanceOf(Found.NoSuch.class);
        assertThat(state(paypal, "cap_401")).isInstanceOf(Found.Failed.class);
        state(paypal, "cap_1");
        assertThat(api.questions().stream().filter(q -> q.path().equals("/v1/oauth2/token")))
                .hasSize(2);
    }

    @Test
    void squaresListIsSearchedByTimeAndCursor() throws InterruptedException {
        String event = "{\"merchant_id\":\"m\",\"type\":\"payment.updated\",\"event_id\":\"%s\",\"created_at\":"
            + "\"2026-11-29T10:00:00Z\",\"data\":{\"object\":{\"payment\":{\"id\":\"pay_1\",\"status\":\"COMPLETED\","
            + "\"total_money\":{\"amount\":100,\"currency\":\"USD\"}}}}}";
        api.answering(got -> Reply.of(
                got.body().contains("\"cursor\":\"c2\"")
                        ? "{\"events\":[" + event.formatted("e2") + "]}"
                        : "{\"events\":[" + event.formatted("e1") + "],\"cursor\":\"c2\"}"));
        BoundProvider square = api.bound(
                "square",
                new Credentials(Map.of(
                        "secrets", new Value.Texts(List.of("key")),
                        "public-url", new Value.Text("https://h/callbacks/shop"),
                        "access-token", new Value.Text("EAAA"))));
        assertThat(all(square)).extracting(ListedEvent::eventId).containsExactly("e1", "e2");
        assertThat(api.questions().getFirst().body())
                .contains("\"start_at\":\"2026-11-29T00:00:00Z\"", "\"end_at\":\"2026-11-30T00:00:00Z\"");
    }

    @Test
    void gocardlessListReadsAsItsCallbacksDo() throws InterruptedException {
        api.answering(got -> Reply.of(
                got.resource().contains("after=")
                        ? "{\"events\":[],\"meta\":{\"cursors\":{\"after\":null}}}"
                        : "{\"events\":[{\"id\":\"EV1\",\"created_at\":\"2026-11-29T10:00:00.000Z\",\"resource_type\":"
                                + "\"payments\",\"action\":\"confirmed\",\"links\":{\"payment\":\"PM1\"}}],\"meta\":"
                                + "{\"cursors\":{\"after\":\"EV1\"}}}"));
        BoundProvider gocardless = api.bound(
                "gocardless",
                new Credentials(
                        Map.of("secrets", new Value.Texts(List.of("key")), "access-token", new Value.Text("live_x"))));
        List<ListedEvent> events = all(gocardless);
        assertThat(events).extracting(ListedEvent::type).containsExactly("payments.confirmed");
        assertThat(read(gocardless, events.getFirst()).eventId()).isEqualTo("EV1");
        assertThat(read(gocardless, events.getFirst()).effect()).contains(new PaymentEvent.Effect("paid", "PM1"));
        assertThat(api.questions().getFirst().header("GoCardless-Version")).isEqualTo("2015-07-06");
    }

    @Test
    void aListThatIsRefusedOrUnreadableIsNoEmptyList() throws InterruptedException {
        EventList list = stripe().eventList().orElseThrow();
        for (Reply reply : List.of(
                Reply.of(403, ""), Reply.of(500, ""), Reply.of(400, "{}"), Reply.of("<html>"), Reply.of("{}"))) {
            api.answering(_ -> reply);
            assertThat(list.page(DAY, "", ApiSimulator.tools())).isInstanceOf(EventList.Failed.class);
        }
    }

    @Test
    void withoutKeysNothingIsAskedAndHalfOfThemIsAProblem() {
        BoundProvider without =
                api.bound("stripe", new Credentials(Map.of("secrets", new Value.Texts(List.of("whsec_x")))));
        assertThat(without.eventList()).isEmpty();
        assertThat(without.stateQuery()).isEmpty();
        List<Problem> problems = new ArrayList<>();
        ApiQueries.bind(
                "paypal",
                new Credentials(Map.of("client-id", new Value.Text("x"))),
                EndpointOptions.named("e"),
                problems);
        assertThat(problems).singleElement().satisfies(p -> assertThat(p.key()).isEqualTo("client-secret"));
    }
}
