package tallygate.gateway.task;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tallygate.callback.PaymentEvent;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/** A task to begin with, changed one thing at a time. */
public record Samples(
        TaskId id,
        String source,
        String route,
        String eventId,
        String bizId,
        String content,
        String effectKey,
        String currency,
        NewTask.Start start) {

    public static Samples due(TaskId id, String eventId) {
        return new Samples(
                id, "stripe-eu", "orders", eventId, "order-" + eventId, "{}", "", "EUR", new NewTask.Start.Due());
    }

    public static Samples leased(TaskId id, String eventId) {
        return due(id, eventId).starting(new NewTask.Start.Leased());
    }

    public Samples starting(NewTask.Start how) {
        return new Samples(id, source, route, eventId, bizId, content, effectKey, currency, how);
    }

    public Samples numbered(TaskId other) {
        return new Samples(other, source, route, eventId, bizId, content, effectKey, currency, start);
    }

    public Samples of(String account) {
        return new Samples(id, account, route, eventId, bizId, content, effectKey, currency, start);
    }

    public Samples on(String otherRoute) {
        return new Samples(id, source, otherRoute, eventId, bizId, content, effectKey, currency, start);
    }

    public Samples about(String order) {
        return new Samples(id, source, route, eventId, order, content, effectKey, currency, start);
    }

    public Samples saying(String text) {
        return new Samples(id, source, route, eventId, bizId, text, effectKey, currency, start);
    }

    public Samples having(String effect) {
        return new Samples(id, source, route, eventId, bizId, content, effect, currency, start);
    }

    public Samples in(String money) {
        return new Samples(id, source, route, eventId, bizId, content, effectKey, money, start);
    }

    public NewTask task() {
        return new NewTask(id, source, "shop-stripe", "stripe", route, event(), effectKey, request(), start);
    }

    private PaymentEvent event() {
        return new PaymentEvent(
                eventId,
                "payment.paid",
                "payment",
                bizId,
                "txn-" + eventId,
                "19.99",
                OptionalLong.of(1999),
                currency,
                "paid",
                Optional.of(Instant.parse("2026-11-30T23:59:59.700Z")),
                Optional.empty(),
                digest(content),
                content.getBytes(StandardCharsets.UTF_8));
    }

    private RawRequest request() {
        return new RawRequest(
                "POST",
                "https",
                "pay.example.com",
                "/callbacks/shop-stripe?a=%20b",
                List.of(new Header("Content-Type", "application/json"), new Header("X-Odd", "a\\b: c")),
                content.getBytes(StandardCharsets.UTF_8),
                "203.0.113.9");
    }

    static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
