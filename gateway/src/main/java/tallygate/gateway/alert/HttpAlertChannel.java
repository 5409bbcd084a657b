package tallygate.gateway.alert;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import tallygate.callback.handler.WebhookSigner;
import tallygate.callback.outbound.Destination;
import tallygate.callback.outbound.Outbound;
import tallygate.callback.outbound.OutboundAnswer;
import tallygate.callback.outbound.OutboundRequest;
import tallygate.signature.Header;

/** A channel behind a URL: a chat robot, or any service that reads our JSON. */
public final class HttpAlertChannel implements AlertChannel {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Terms terms;
    private final Optional<ChatKind> chat;
    private final AlertText text;
    private final Outbound outbound;
    private final InstantSource clock;

    /**
     * @param url holds a token: never shown
     * @param secret signs messages where the service asks for it; empty without
     */
    public record Terms(String name, Alert.Severity least, URI url, String secret) {
        @Override
        public String toString() {
            return "Terms[" + name + "]";
        }
    }

    /** @param chat empty: our own JSON, signed as Standard Webhooks 1.0 says when there is a secret */
    public HttpAlertChannel(
            Terms terms, Optional<ChatKind> chat, AlertText text, Outbound outbound, InstantSource clock) {
        this.terms = terms;
        this.chat = chat;
        this.text = text;
        this.outbound = outbound;
        this.clock = clock;
    }

    @Override
    public String name() {
        return terms.name();
    }

    @Override
    public Alert.Severity least() {
        return terms.least();
    }

    @Override
    public Told tell(AlertMessage message) throws InterruptedException {
        OutboundRequest request = chat.map(kind -> robot(kind, message)).orElseGet(() -> webhook(message));
        return switch (outbound.send(request)) {
            case OutboundAnswer.Answered answer ->
                isTaken(answer)
                        ? new Told.Delivered()
                        : new Told.Failed("HTTP " + answer.status() + " and no word of success");
            case OutboundAnswer.NotSent(String why, boolean _) -> new Told.Failed(why);
            case OutboundAnswer.Unknown(String why) -> new Told.Failed(why);
        };
    }

    private boolean isTaken(OutboundAnswer.Answered answer) {
        return chat.map(kind -> kind.isTaken(answer.status(), answer.body())).orElseGet(answer::isSuccess);
    }

    private OutboundRequest robot(ChatKind kind, AlertMessage message) {
        ObjectNode body = kind.body(text.title(message), text.body(message), terms.secret(), clock.instant());
        URI url = kind.url(terms.url(), terms.secret(), clock.instant());
        return OutboundRequest.post(new Destination.Configured(url), "application/json; charset=utf-8", bytes(body));
    }

    private OutboundRequest webhook(AlertMessage message) {
        ObjectNode body = JSON.createObjectNode().put("source", "tallygate").put("node", text.node());
        ArrayNode raised = body.putArray("alerts");
        message.raised().forEach(alert -> add(alert, raised));
        ArrayNode resolved = body.putArray("resolved");
        message.resolved().forEach(alert -> add(alert, resolved));
        body.put("unsaid", message.unsaid());
        byte[] bytes = bytes(body);
        OutboundRequest request =
                OutboundRequest.post(new Destination.Configured(terms.url()), "application/json", bytes);
        if (terms.secret().isEmpty()) {
            return request;
        }
        long now = clock.instant().getEpochSecond();
        for (Header header : new WebhookSigner(List.of(terms.secret())).headers("alert_" + now, now, bytes)) {
            request = request.with(header.name(), header.value());
        }
        return request;
    }

    private void add(Alert alert, ArrayNode to) {
        ObjectNode each = to.addObject()
                .put("kind", alert.kind())
                .put("subject", alert.subject())
                .put("severity", AlertText.word(alert.severity()))
                .put("summary", alert.summary());
        ObjectNode facts = each.putObject("facts");
        alert.orderedFacts().forEach(facts::put);
        text.link(alert).ifPresent(url -> each.put("link", url.toString()));
    }

    private static byte[] bytes(ObjectNode body) {
        try {
            return JSON.writeValueAsString(body).getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of texts and numbers can always be written", e);
        }
    }
}
