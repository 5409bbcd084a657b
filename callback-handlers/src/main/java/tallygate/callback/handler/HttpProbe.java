package tallygate.callback.handler;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.outbound.Called;
import tallygate.callback.outbound.HttpCall;
import tallygate.callback.outbound.HttpCalls;
import tallygate.callback.outbound.HttpTarget;
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.Header;

/**
 * Asks in batches over HTTP: {@code POST {"questions":[{"taskId","idempotencyKey","bizType","bizId","eventId"}]}}, answered by
 * {@code {"answers":[{"taskId","applied":true|false|null}]}}. Signed as deliveries are.
 */
public final class HttpProbe implements OutcomeProbe {
    private static final Logger log = LoggerFactory.getLogger(HttpProbe.class);
    private static final JsonFactory JSON = new JsonFactory();
    private static final int ANSWER_BYTES_MAX = 256 * 1024;
    private static final int OK = 200;

    private final Settings settings;
    private final HttpTarget target;
    private final WebhookSigner signer;
    private final HandlerTools tools;
    private final HttpCalls calls;

    /**
     * @param url absolute http or https URL
     * @param timeout for the whole call
     * @param secrets sign the questions; empty: unsigned
     */
    public record Settings(URI url, Duration timeout, List<String> secrets) {
        public Settings {
            secrets = List.copyOf(secrets);
        }
    }

    public HttpProbe(Settings settings, HandlerTools tools) {
        this.settings = settings;
        this.target = HttpTarget.of(settings.url());
        this.signer = new WebhookSigner(settings.secrets());
        this.tools = tools;
        HttpConfig.Timeouts timeouts = HttpConfig.Timeouts.of(settings.timeout());
        this.calls = new HttpCalls(
                new HttpCalls.Limits(timeouts.connect(), timeouts.silence(), timeouts.total(), ANSWER_BYTES_MAX),
                (SSLSocketFactory) SSLSocketFactory.getDefault(),
                tools.nanos());
    }

    @Override
    public Map<Long, Answer> ask(List<Question> questions) throws InterruptedException {
        byte[] body = body(questions);
        var headers = new ArrayList<Header>();
        headers.add(new Header("Content-Type", "application/json"));
        headers.addAll(signer.headers(
                "probe_" + questions.getFirst().taskId(),
                tools.clock().instant().getEpochSecond(),
                body));
        headers.add(new Header("User-Agent", "Tallygate"));
        return switch (calls.call(new HttpCall("POST", target, headers, body))) {
            case Called.Answered answer when answer.status() == OK && !answer.isCut() -> read(answer.body());
            case Called.Answered answer -> unanswered("HTTP " + answer.status());
            case Called.NotSent notSent -> unanswered(notSent.why());
            case Called.NoAnswer(String why) -> unanswered(why);
        };
    }

    private Map<Long, Answer> unanswered(String why) {
        log.warn("probe={} not answered: {}; asked again later", target.shown(), why);
        return Map.of();
    }

    private static byte[] body(List<Question> questions) {
        var bytes = new ByteArrayOutputStream(questions.size() * 160);
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeArrayFieldStart("questions");
            for (Question question : questions) {
                json.writeStartObject();
                json.writeStringField("taskId", Long.toString(question.taskId()));
                json.writeStringField("idempotencyKey", question.idempotencyKey());
                json.writeStringField("bizType", question.bizType());
                json.writeStringField("bizId", question.bizId());
                json.writeStringField("eventId", question.eventId());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return bytes.toByteArray();
    }

    private Map<Long, Answer> read(byte[] body) {
        try {
            Map<Long, Answer> answers = new HashMap<>();
            if (JsonReader.read(new String(body, StandardCharsets.UTF_8)) instanceof JsonValue.Fields(var fields)
                    && fields.get("answers") instanceof JsonValue.Items(var items)) {
                for (JsonValue item : items) {
                    take(item, answers);
                }
                return answers;
            }
            return unanswered("its answer has no list of answers");
        } catch (UnreadableException e) {
            return unanswered("its answer is no JSON");
        }
    }

    /** Two answers for one task say nothing. */
    private static void take(JsonValue item, Map<Long, Answer> to) {
        if (item instanceof JsonValue.Fields(var fields)
                && fields.get("taskId") instanceof JsonValue.Text(String id)
                && id.matches("[0-9]{1,18}")) {
            Answer answer = fields.get("applied") instanceof JsonValue.Truth(boolean isApplied)
                    ? (isApplied ? Answer.APPLIED : Answer.NOT_APPLIED)
                    : Answer.UNKNOWN;
            to.merge(Long.parseLong(id), answer, (a, b) -> a == b ? a : Answer.UNKNOWN);
        }
    }

    @Override
    public void close() {
        calls.close();
    }

    @Override
    public String toString() {
        return "HttpProbe[" + settings.url().getHost() + "]";
    }
}
