package tallygate.brokers;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import tallygate.callback.Delivery;
import tallygate.signature.RawRequest;

/** Deliveries as the worker would make them. */
final class BrokerDeliveries {
    private BrokerDeliveries() {}

    static Delivery of(long taskId, int attempt) {
        byte[] content = "{\"id\":\"evt_%d\"}".formatted(taskId).getBytes(StandardCharsets.UTF_8);
        return new Delivery(
                taskId,
                "shop",
                "shop-stripe",
                "stripe",
                "orders",
                "payment",
                "order-" + taskId,
                "evt_" + taskId,
                "payment_intent.succeeded",
                "shop:paid:" + taskId,
                OptionalLong.of(1099),
                "USD",
                attempt,
                attempt,
                Instant.parse("2026-11-30T10:00:00Z"),
                "shop:paid:" + taskId,
                "",
                new RawRequest("POST", "https", "pay.example", "/callbacks/shop", List.of(), content, "192.0.2.1"),
                content);
    }
}
