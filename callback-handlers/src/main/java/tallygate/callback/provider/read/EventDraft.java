package tallygate.callback.provider.read;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import tallygate.callback.PaymentEvent;

/** A payment event while it is being read. What goes into the event's text fields is cleaned of what no text column takes. */
public final class EventDraft {
    private static final char REPLACEMENT = '\uFFFD';

    private final String eventId;
    private final BusinessDigest digest = new BusinessDigest();
    private String type = "";
    private String bizType = "payment";
    private String order = "";
    private String transaction = "";
    private String amount = "";
    private OptionalLong amountMinor = OptionalLong.empty();
    private String currency = "";
    private String status = "";
    private String hold = "";
    private Optional<Instant> occurredAt = Optional.empty();
    private Optional<PaymentEvent.Effect> effect = Optional.empty();

    /** @param eventId the provider's name for the event, or the composite that replaces it */
    public EventDraft(String eventId) {
        this.eventId = clean(eventId);
    }

    public EventDraft type(String provided) {
        type = clean(provided);
        return this;
    }

    public EventDraft bizType(String word) {
        bizType = word;
        return this;
    }

    public EventDraft order(String id) {
        order = clean(id);
        return this;
    }

    public EventDraft transaction(String id) {
        transaction = clean(id);
        return this;
    }

    /**
     * @param text as on the wire
     * @param code the currency as on the wire
     */
    public EventDraft amount(String text, Amounts rule, String code) {
        amount = clean(text);
        currency = Amounts.currency(code);
        amountMinor = rule.minor(text, currency);
        return this;
    }

    public EventDraft status(String provided) {
        status = clean(provided);
        return this;
    }

    public EventDraft occurredAt(Optional<Instant> instant) {
        occurredAt = instant;
        return this;
    }

    /** The money effect, when the definition is sure of it from signed data: it never stands for a negative amount. */
    public EventDraft effect(String kind, String reference) {
        effect = reference.isEmpty() ? Optional.empty() : Optional.of(new PaymentEvent.Effect(kind, clean(reference)));
        return this;
    }

    /** Keeps the event from being run by itself. */
    public EventDraft hold(String why) {
        hold = why;
        return this;
    }

    /** A further business field that counts for the digest. */
    public EventDraft counting(String name, String value) {
        digest.add(name, value);
        return this;
    }

    /** A further business value that counts for the digest. */
    public EventDraft counting(String name, JsonValue value) {
        digest.add(name, value);
        return this;
    }

    /** @param content the readable content as UTF-8 */
    public PaymentEvent build(byte[] content) {
        digest.add("type", type)
                .add("order", order)
                .add("transaction", transaction)
                .add("amount", amount)
                .add("currency", currency)
                .add("status", status);
        boolean isNegative = amountMinor.isPresent() && amountMinor.getAsLong() < 0;
        return new PaymentEvent(
                eventId,
                type,
                bizType,
                order,
                transaction,
                amount,
                amountMinor,
                currency,
                status,
                occurredAt,
                isNegative ? Optional.empty() : effect,
                digest.bytes(),
                content,
                hold);
    }

    /** Without NUL and lone surrogates: databases refuse them, and an endless 5xx for a signed event helps nobody. */
    static String clean(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0 || Character.isSurrogate(c)) {
                return replaced(text);
            }
        }
        return text;
    }

    private static String replaced(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            boolean isLone = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
            out.appendCodePoint(c == 0 || isLone ? REPLACEMENT : c);
        });
        return out.toString();
    }
}
