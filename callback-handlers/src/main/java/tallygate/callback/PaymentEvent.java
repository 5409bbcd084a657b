package tallygate.callback;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One event of a callback in our words, read from signed data only.
 *
 * @param eventId the provider's name for the event, or the composite that replaces it; never empty
 * @param bizType our name for what the event is about, for example {@code payment} or {@code refund}; at most 32 characters
 * @param bizId the merchant's order id, empty when the event names none
 * @param providerTxnId the provider's transaction id, empty when the event names none
 * @param amount the amount as text on the wire, empty when the event names none
 * @param amountMinor the amount in ISO 4217 minor units
 * @param currency ISO 4217 code in upper case, empty when unknown
 * @param status the provider's own word for the state, empty when it has none
 * @param effect the effect that must happen once, when the definition is sure of it
 * @param digest SHA-256 over the business fields: equal for two deliveries of one event
 * @param content the readable content (decrypted where needed), as UTF-8 text; equal to the body when nothing was encrypted
 * @param hold why the event is stored but must not be run by itself: {@code test} for a test event on a live endpoint,
 *     {@code unreadable} for signed content in a form that the definition does not read; empty: run it
 */
public record PaymentEvent(
        String eventId,
        String eventType,
        String bizType,
        String bizId,
        String providerTxnId,
        String amount,
        OptionalLong amountMinor,
        String currency,
        String status,
        Optional<Instant> occurredAt,
        Optional<Effect> effect,
        byte[] digest,
        byte[] content,
        String hold) {

    /** A money effect in the provider's account: at most one task may carry it out. */
    public record Effect(String kind, String reference) {
        /** The key without the account: {@code paid:pi_123}. */
        public String key() {
            return kind + ":" + reference;
        }
    }

    /** An event that may run. */
    public PaymentEvent(
            String eventId,
            String eventType,
            String bizType,
            String bizId,
            String providerTxnId,
            String amount,
            OptionalLong amountMinor,
            String currency,
            String status,
            Optional<Instant> occurredAt,
            Optional<Effect> effect,
            byte[] digest,
            byte[] content) {
        this(
                eventId,
                eventType,
                bizType,
                bizId,
                providerTxnId,
                amount,
                amountMinor,
                currency,
                status,
                occurredAt,
                effect,
                digest,
                content,
                "");
    }

    public PaymentEvent {
        if (eventId.isEmpty()) {
            throw new IllegalArgumentException("an event needs an id");
        }
        if (bizType.length() > 32) {
            throw new IllegalArgumentException("bizType has at most 32 characters, got " + bizType.length());
        }
        if (digest.length != 32) {
            throw new IllegalArgumentException("digest is SHA-256, got " + digest.length + " bytes");
        }
    }

    /** The same event with another readable content; its digest stays that of what came. */
    public PaymentEvent withContent(byte[] other) {
        return new PaymentEvent(
                eventId,
                eventType,
                bizType,
                bizId,
                providerTxnId,
                amount,
                amountMinor,
                currency,
                status,
                occurredAt,
                effect,
                digest,
                other,
                hold);
    }
}
