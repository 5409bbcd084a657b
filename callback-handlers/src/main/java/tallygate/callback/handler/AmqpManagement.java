package tallygate.callback.handler;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.outbound.Called;
import tallygate.callback.outbound.HttpCall;
import tallygate.callback.outbound.HttpCalls;
import tallygate.callback.outbound.HttpTarget;
import tallygate.signature.Header;

/**
 * Asks RabbitMQ's management API for what AMQP does not tell: messages that consumers hold and have not acknowledged. Source:
 * RabbitMQ HTTP API, {@code GET /api/queues/VHOST/NAME}.
 */
final class AmqpManagement implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(AmqpManagement.class);
    private static final JsonFactory JSON = new JsonFactory();
    private static final String FIELD = "messages_unacknowledged";
    private static final int ANSWER_BYTES_MAX = 256 * 1024;

    private final HttpCalls calls;
    private final HttpCall question;

    /**
     * @param api {@code http://user:password@host:15672}
     * @param server the AMQP address, for its virtual host
     */
    AmqpManagement(URI api, URI server, String queue, LongSupplier nanos) {
        Duration time = Duration.ofSeconds(2);
        this.calls = new HttpCalls(
                new HttpCalls.Limits(time, time, time, ANSWER_BYTES_MAX),
                (SSLSocketFactory) SSLSocketFactory.getDefault(),
                nanos);
        String path = server.getPath() == null || server.getPath().length() < 2
                ? "/"
                : server.getPath().substring(1);
        String base = api.toString().replaceFirst("//[^/@]*@", "//").replaceAll("/+$", "");
        URI url = URI.create(base + "/api/queues/" + encoded(path) + "/" + encoded(queue));
        String user = api.getUserInfo() == null ? "" : api.getUserInfo();
        String basic = Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
        this.question = new HttpCall(
                "GET", HttpTarget.of(url), List.of(new Header("Authorization", "Basic " + basic)), new byte[0]);
    }

    private static String encoded(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Empty when the API cannot be asked. */
    Map<String, Double> unacknowledged() {
        try {
            return switch (calls.call(question)) {
                case Called.Answered answer when answer.status() == 200 -> read(answer.body());
                case Called.Answered answer -> unread("HTTP " + answer.status());
                case Called.NotSent(String why, boolean _) -> unread(why);
                case Called.NoAnswer(String why) -> unread(why);
            };
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Map.of();
        }
    }

    private static Map<String, Double> read(byte[] body) {
        OptionalLong found = field(body);
        return found.isPresent() ? Map.of("unacknowledged", (double) found.getAsLong()) : unread("no " + FIELD);
    }

    private static OptionalLong field(byte[] body) {
        try (JsonParser json = JSON.createParser(body)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                JsonToken value = json.nextToken();
                if (FIELD.equals(name) && value == JsonToken.VALUE_NUMBER_INT) {
                    return OptionalLong.of(json.getLongValue());
                }
                json.skipChildren();
            }
        } catch (IOException e) {
            log.debug(
                    "the management API's answer is not read: {}", e.getClass().getSimpleName());
        }
        return OptionalLong.empty();
    }

    private static Map<String, Double> unread(String why) {
        log.debug("unacknowledged messages are not read: {}", why);
        return Map.of();
    }

    @Override
    public void close() {
        calls.close();
    }
}
