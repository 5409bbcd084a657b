package tallygate.callback.provider;

import java.util.OptionalLong;

/**
 * What a made callback is to tell.
 *
 * @param type the provider's own event type; empty: the definition's usual one, a finished payment
 * @param eventId made up by the caller, so that two calls with the same id make two deliveries of one event
 * @param delivery number of the delivery from 1: what a provider changes between two deliveries changes with it
 * @param amountMinor in ISO 4217 minor units; empty where the event names no amount
 * @param currency ISO 4217 code; empty: the definition's usual one
 */
public record SampleEvent(
        String type,
        String eventId,
        int delivery,
        String orderId,
        String transactionId,
        OptionalLong amountMinor,
        String currency) {
    public SampleEvent {
        if (eventId.isEmpty() || delivery < 1) {
            throw new IllegalArgumentException("a sample needs an event id and a delivery number from 1");
        }
    }

    public SampleEvent withDelivery(int number) {
        return new SampleEvent(type, eventId, number, orderId, transactionId, amountMinor, currency);
    }

    public SampleEvent withAmountMinor(long amount) {
        return new SampleEvent(type, eventId, delivery, orderId, transactionId, OptionalLong.of(amount), currency);
    }
}
