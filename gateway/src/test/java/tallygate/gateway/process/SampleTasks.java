package tallygate.gateway.process;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tallygate.callback.PaymentEvent;
import tallygate.gateway.task.Lease;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.TaskId;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/** Tasks as intake and the store would make them. */
final class SampleTasks {
    static final RawRequest REQUEST = new RawRequest(
            "POST",
            "https",
            "shop.example",
            "/callbacks/shop?via=test",
            List.of(new Header("Content-Type", "application/json"), new Header("Provider-Signature", "s1")),
            "{\"id\":\"evt\"}".getBytes(StandardCharsets.UTF_8),
            "192.0.2.7");

    private SampleTasks() {}

    static NewTask due(long id, String route) {
        return newTask(id, route, new NewTask.Start.Due());
    }

    static NewTask leased(long id, String route) {
        return newTask(id, route, new NewTask.Start.Leased());
    }

    private static NewTask newTask(long id, String route, NewTask.Start start) {
        return new NewTask(
                new TaskId(id),
                "shop",
                "shop",
                "stripe",
                route,
                event(id, id, 0),
                "shop:paid:pi_" + id,
                REQUEST,
                start);
    }

    /** @param variant another one is the same event with other content */
    static PaymentEvent event(long id, long payment, int variant) {
        byte[] digest = new byte[32];
        digest[0] = (byte) variant;
        return new PaymentEvent(
                "evt_" + (100_000_000 + id),
                "payment.succeeded",
                "payment",
                "order-" + id,
                "pi_" + payment,
                "10.99",
                OptionalLong.of(1099),
                "USD",
                "succeeded",
                Optional.empty(),
                Optional.of(new PaymentEvent.Effect("paid", "pi_" + payment)),
                digest,
                REQUEST.body());
    }

    /** A leased task as {@link Decision} sees it. */
    static LeasedTask task(String bizType, int retryCount, Duration age) {
        return new LeasedTask(
                new Lease(new TaskId(7), 3),
                "shop",
                "shop",
                "stripe",
                "orders",
                bizType,
                "order-7",
                "evt_7",
                "payment.succeeded",
                "shop:paid:pi_7",
                OptionalLong.of(1099),
                "USD",
                retryCount,
                retryCount + 1,
                0,
                Instant.parse("2026-11-30T10:00:00Z"),
                age,
                "",
                REQUEST,
                REQUEST.body());
    }

    /** A leased task that so many nodes lost before. */
    static LeasedTask leased(long id, String route, int crashes) {
        LeasedTask task = task("payment", 0, Duration.ZERO);
        return new LeasedTask(
                new Lease(new TaskId(id), 1),
                task.source(),
                task.endpoint(),
                task.provider(),
                route,
                task.bizType(),
                task.bizId(),
                task.eventId(),
                task.eventType(),
                task.effectKey(),
                task.amountMinor(),
                task.currency(),
                task.retryCount(),
                task.attempts(),
                crashes,
                task.createdAt(),
                task.age(),
                task.statusUrl(),
                task.request(),
                task.content());
    }

    static LeasedTask identified(String source, String effectKey, String eventId) {
        LeasedTask task = task("payment", 0, Duration.ZERO);
        return new LeasedTask(
                task.lease(),
                source,
                task.endpoint(),
                task.provider(),
                task.route(),
                task.bizType(),
                task.bizId(),
                eventId,
                task.eventType(),
                effectKey,
                task.amountMinor(),
                task.currency(),
                task.retryCount(),
                task.attempts(),
                task.crashes(),
                task.createdAt(),
                task.age(),
                task.statusUrl(),
                task.request(),
                task.content());
    }
}
