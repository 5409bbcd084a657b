package tallygate.callback.provider.offline;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tallygate.callback.Answer;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.EndpointOptions.Environment;
import tallygate.callback.provider.Finding;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.Problem;
import tallygate.callback.provider.read.JsonWriter;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

/** What a judgement says, as one line of JSON. Holds no secret, no body and no signature. */
public final class JudgementReport {
    private JudgementReport() {}

    /** Judges a request and explains a refusal. */
    public static String of(String endpoint, BoundProvider provider, RawRequest request, Optional<Instant> at) {
        return of(endpoint, provider, request, at, Map.of());
    }

    /**
     * Judges a request and explains a refusal.
     *
     * @param others further endpoints: one that takes the request as genuine holds the key it was signed with
     */
    public static String of(
            String endpoint,
            BoundProvider provider,
            RawRequest request,
            Optional<Instant> at,
            Map<String, BoundProvider> others) {
        Json json = new Json().text("endpoint", endpoint);
        switch (provider.judge(request, at)) {
            case Judgement.Genuine genuine -> {
                json.raw("valid", "true").text("reason", "").text("detail", "");
                events(json, genuine.events(), provider);
                json.text("decrypted", genuine.decrypted()).text("keyId", genuine.keyId());
                answer(json, genuine.success());
            }
            case Judgement.Refused refused -> {
                List<Finding> findings = new ArrayList<>(takers(request, provider, others));
                findings.addAll(provider.explain(request, at));
                json.raw("valid", "false")
                        .text("reason", refused.reason().code())
                        .text("detail", detail(refused.detail(), findings));
                events(json, List.of(), provider);
                findings(json, findings);
                json.text("decrypted", "");
                answer(json, refused.answer());
            }
            case Judgement.NeedsConfirmation hint -> {
                json.raw("valid", "null")
                        .text("reason", Reason.NEEDS_CONFIRMATION.code())
                        .text("detail", "nothing in the request proves it: the provider is to be asked");
                events(json, hint.claimed(), provider);
                json.text("decrypted", "");
                answer(json, hint.answer());
            }
            case Judgement.Handshake handshake -> {
                json.raw("valid", "true").text("reason", "").text("detail", "handshake");
                events(json, List.of(), provider);
                json.text("decrypted", "");
                answer(json, handshake.answer());
            }
        }
        return json.end();
    }

    private static List<Finding> takers(RawRequest request, BoundProvider asked, Map<String, BoundProvider> others) {
        return others.entrySet().stream()
                .filter(other -> other.getValue().judge(request, Optional.empty()) instanceof Judgement.Genuine)
                .map(other -> taker(asked, other.getKey(), other.getValue()))
                .toList();
    }

    private static Finding taker(BoundProvider asked, String name, BoundProvider other) {
        boolean isOtherMode = asked.environment() != other.environment() && other.environment() != Environment.ANY;
        return isOtherMode
                ? new Finding(
                        Finding.Cause.WRONG_MODE,
                        "it is genuine for endpoint " + name + ", which is for "
                                + other.environment().name().toLowerCase(Locale.ROOT)
                                + ": the provider's other environment calls this URL")
                : new Finding(
                        Finding.Cause.WRONG_KEY,
                        "it is genuine for endpoint " + name
                                + ": the sender uses that endpoint's key, or calls the wrong URL");
    }

    /** For an endpoint that cannot be bound: its requests fail, the others do not. */
    public static String broken(String endpoint, List<Problem> problems) {
        return unjudged(
                endpoint,
                String.join("; ", problems.stream().map(Problem::toString).toList()));
    }

    /** For a request that could not be judged at all. */
    public static String unjudged(String endpoint, String why) {
        return new Json()
                .text("endpoint", endpoint)
                .raw("valid", "false")
                .text("reason", Reason.CONFIG.code())
                .text("detail", why)
                .raw("events", "[]")
                .text("decrypted", "")
                .end();
    }

    private static String detail(String detail, List<Finding> findings) {
        StringBuilder out = new StringBuilder(detail);
        findings.forEach(finding -> out.append("; ").append(finding));
        return out.toString();
    }

    private static void findings(Json json, List<Finding> findings) {
        StringBuilder list = new StringBuilder("[");
        for (Finding finding : findings) {
            list.append(list.length() > 1 ? "," : "")
                    .append(new Json()
                            .text("cause", finding.cause().code())
                            .text("detail", finding.detail())
                            .end());
        }
        json.raw("findings", list.append(']').toString());
    }

    private static void events(Json json, List<PaymentEvent> events, BoundProvider provider) {
        StringBuilder list = new StringBuilder("[");
        for (PaymentEvent event : events) {
            list.append(list.length() > 1 ? "," : "").append(event(event, provider));
        }
        json.raw("events", list.append(']').toString());
    }

    private static String event(PaymentEvent event, BoundProvider provider) {
        Json json = new Json()
                .text("eventId", event.eventId())
                .text("eventType", event.eventType())
                .text("bizType", event.bizType())
                .text("orderId", event.bizId())
                .text("providerTxnId", event.providerTxnId())
                .text("amount", event.amount());
        json.raw(
                "amountMinor",
                event.amountMinor().isPresent()
                        ? Long.toString(event.amountMinor().getAsLong())
                        : "null");
        return json.text("currency", provider.asWritten(event.currency()))
                .text("status", event.status())
                .text("occurredAt", event.occurredAt().map(Instant::toString).orElse(""))
                .text("effectKey", event.effect().map(PaymentEvent.Effect::key).orElse(""))
                .text("hold", event.hold())
                .end();
    }

    private static void answer(Json json, Answer answer) {
        json.raw(
                "ack",
                new Json()
                        .raw("status", Integer.toString(answer.status()))
                        .text("contentType", answer.contentType())
                        .text("body", new String(answer.body(), StandardCharsets.UTF_8))
                        .end());
    }

    /** One JSON object while it is written. An empty text is written as null: the field has no value. */
    private static final class Json {
        private final StringBuilder out = new StringBuilder("{");

        Json text(String name, String value) {
            if (value.isEmpty()) {
                return raw(name, "null");
            }
            StringBuilder quoted = new StringBuilder();
            JsonWriter.appendText(quoted, value);
            return raw(name, quoted.toString());
        }

        Json raw(String name, String value) {
            out.append(out.length() > 1 ? "," : "");
            JsonWriter.appendText(out, name);
            out.append(':').append(value);
            return this;
        }

        String end() {
            return out.append('}').toString();
        }
    }
}
