package tallygate.callback.handler;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import tallygate.callback.Delivery;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/** Deliveries as the worker would make them. */
final class Deliveries {
    static final String KEY = "shop:paid:pi_1";

    private Deliveries() {}

    static RawRequest callback(String method, String target, List<Header> headers, String body) {
        return new RawRequest(
                method, "https", "pay.example", target, headers, body.getBytes(StandardCharsets.UTF_8), "192.0.2.1");
    }

    static Delivery of(int attempt, RawRequest request, String content) {
        return of(attempt, request, content, "");
    }

    /** The second try of one that was accepted. */
    static Delivery accepted(String statusUrl) {
        return of(2, callback("POST", "/callbacks/shop", List.of(), "{}"), "{}", statusUrl);
    }

    private static Delivery of(int attempt, RawRequest request, String content, String statusUrl) {
        return new Delivery(
                4_611_686_018_427_387_905L,
                "shop",
                "shop-stripe",
                "stripe",
                "orders",
                "payment",
                "order-1",
                "evt_1",
                "payment_intent.succeeded",
                KEY,
                OptionalLong.of(1099),
                "USD",
                attempt,
                attempt,
                Instant.parse("2026-11-30T10:00:00.123Z"),
                KEY,
                statusUrl,
                request,
                content.getBytes(StandardCharsets.UTF_8));
    }

    static Delivery json(String content) {
        return of(1, callback("POST", "/callbacks/shop", List.of(), content), content);
    }

    static Delivery plain() {
        return json("{\"id\":\"evt_1\"}");
    }
}
