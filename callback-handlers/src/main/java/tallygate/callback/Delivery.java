package tallygate.callback;

import java.time.Instant;
import java.util.OptionalLong;
import tallygate.signature.RawRequest;

/**
 * What a handler gets: one task, on one of its tries.
 *
 * @param source the provider account
 * @param effectKey empty when the event has no effect key
 * @param attempt number of this start, from 1
 * @param handOut number of this lease of the task; grows with each, also with those that started nothing
 * @param idempotencyKey the same on every attempt and node: the effect key, else the event identity; visible ASCII, at most 128
 * @param statusUrl where to ask for the result of an earlier try that was accepted, empty for none
 * @param request the callback exactly as it came; empty body and method for a task that a shop created itself
 * @param content the readable (decrypted) content as UTF-8
 */
public record Delivery(
        long taskId,
        String source,
        String endpoint,
        String provider,
        String route,
        String bizType,
        String bizId,
        String eventId,
        String eventType,
        String effectKey,
        OptionalLong amountMinor,
        String currency,
        int attempt,
        int handOut,
        Instant receivedAt,
        String idempotencyKey,
        String statusUrl,
        RawRequest request,
        byte[] content) {}
