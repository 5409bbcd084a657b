package tallygate.gateway.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import tallygate.callback.Answer;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.Finding;
import tallygate.callback.provider.Judgement;
import tallygate.signature.Reason;

/** The verdict on one request as JSON: the shape is a contract. */
final class VerdictJson {
    private final ObjectMapper json;

    VerdictJson(ObjectMapper json) {
        this.json = json;
    }

    ObjectNode of(String endpoint, String account, Judgement judgement, List<Finding> findings) {
        ObjectNode out = json.createObjectNode().put("endpoint", endpoint);
        switch (judgement) {
            case Judgement.Genuine genuine -> {
                out.put("valid", true);
                out.putNull("reason");
                out.put("detail", "signed with " + genuine.keyId());
                events(out, account, genuine.events());
                if (genuine.decrypted().isEmpty()) {
                    out.putNull("decrypted");
                } else {
                    out.put("decrypted", genuine.decrypted());
                }
                answer(out, genuine.success());
            }
            case Judgement.Refused refused -> {
                out.put("valid", false);
                out.put("reason", refused.reason().code());
                out.put("detail", refused.detail());
                answer(out, refused.answer());
            }
            case Judgement.NeedsConfirmation hint -> {
                out.putNull("valid");
                out.put("reason", Reason.NEEDS_CONFIRMATION.code());
                out.put("detail", "nothing in the request proves it; the provider must be asked about " + hint.hintId());
                events(out, account, hint.claimed());
                answer(out, hint.answer());
            }
            case Judgement.Handshake handshake -> {
                out.put("valid", true);
                out.putNull("reason");
                out.put("detail", "a handshake: answered, nothing stored");
                out.putArray("events");
                answer(out, handshake.answer());
            }
        }
        if (!findings.isEmpty()) {
            ArrayNode explained = out.putArray("explained");
            findings.forEach(f -> explained.addObject().put("cause", f.cause().code()).put("detail", f.detail()));
        }
        return out;
    }

    /** An endpoint that cannot judge anything. */
    ObjectNode broken(String endpoint, String detail) {
        ObjectNode out = json.createObjectNode().put("endpoint", endpoint);
        out.put("valid", false);
        out.put("reason", Reason.CONFIG.code());
        out.put("detail", detail);
        out.putArray("events");
        return out;
    }

    private void events(ObjectNode out, String account, List<PaymentEvent> events) {
        ArrayNode list = out.putArray("events");
        for (PaymentEvent event : events) {
            ObjectNode one = list.addObject();
            one.put("eventId", event.eventId());
            one.put("eventType", event.eventType());
            putUnlessEmpty(one, "orderId", event.bizId());
            putUnlessEmpty(one, "providerTxnId", event.providerTxnId());
            putUnlessEmpty(one, "amount", event.amount());
            event.amountMinor().ifPresentOrElse(minor -> one.put("amountMinor", minor), () -> one.putNull("amountMinor"));
            putUnlessEmpty(one, "currency", event.currency());
            putUnlessEmpty(one, "status", event.status());
            Optional<String> effect = event.effect().map(e -> account + ":" + e.key());
            effect.ifPresentOrElse(key -> one.put("effectKey", key), () -> one.putNull("effectKey"));
        }
    }

    private static void putUnlessEmpty(ObjectNode out, String field, String text) {
        if (text.isEmpty()) {
            out.putNull(field);
        } else {
            out.put(field, text);
        }
    }

    private static void answer(ObjectNode out, Answer answer) {
        ObjectNode ack = out.putObject("ack");
        ack.put("status", answer.status());
        ack.put("contentType", answer.contentType());
        ack.put("body", new String(answer.body(), StandardCharsets.UTF_8));
    }
}
