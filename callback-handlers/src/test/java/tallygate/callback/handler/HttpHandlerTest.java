package tallygate.callback.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tallygate.callback.Outcome;

class HttpHandlerTest {
    private static final Instant NOW = Instant.parse("2026-11-30T10:00:30Z");
    private static final HandlerTools TOOLS =
            new HandlerTools(InstantSource.fixed(NOW), System::nanoTime, new Random(1));
    private final List<Runnable> atEnd = new ArrayList<>();

    @AfterEach
    void stop() {
        atEnd.forEach(Runnable::run);
    }

    private Receiver receiver(Function<Receiver.Got, Receiver.Answer> behaviour) {
        var receiver = new Receiver(behaviour);
        atEnd.add(receiver::stop);
        return receiver;
    }

    private Handler handler(HttpConfig config) {
        Handler handler = Handlers.of(config, TOOLS);
        atEnd.add(handler::close);
        return handler;
    }

    private Outcome outcomeOf(Receiver.Answer answer) throws InterruptedException {
        return handler(HttpConfig.of(receiver(_ -> answer).url("/events"))).handle(Deliveries.plain());
    }

    @ParameterizedTest
    @CsvSource({
        "200, Done",
        "201, Done",
        "202, Done",
        "204, Done",
        "301, Misconfigured",
        "302, Misconfigured",
        "307, Misconfigured",
        "400, Permanent",
        "401, Misconfigured",
        "402, Permanent",
        "403, Misconfigured",
        "404, Misconfigured",
        "405, Permanent",
        "408, Unknown",
        "409, Permanent",
        "410, Permanent",
        "422, Permanent",
        "425, Park",
        "429, Retry",
        "500, Unknown",
        "501, Unknown",
        "502, Unknown",
        "503, Retry",
        "504, Unknown"
    })
    void everyStatusHasItsRowInTheTable(int status, String outcome) throws InterruptedException {
        assertThat(outcomeOf(Receiver.Answer.of(status)).getClass().getSimpleName())
                .isEqualTo(outcome);
    }

    @Test
    void aConflictIsDoneWhenTheReceiverSaysSo() throws InterruptedException {
        assertThat(outcomeOf(Receiver.Answer.of(409).with("Idempotency-Status", "done")))
                .isInstanceOf(Outcome.Done.class);
        assertThat(outcomeOf(Receiver.Answer.of(409).with("Idempotency-Status", "running")))
                .isInstanceOf(Outcome.Permanent.class);
    }

    @Test
    void theWaitHeaderParksWhateverRefusalCarriesIt() throws InterruptedException {
        assertThat(outcomeOf(
                        Receiver.Answer.of(404).with("Tallygate-Wait", "early").with("Retry-After", "20")))
                .isInstanceOfSatisfying(
                        Outcome.Park.class, park -> assertThat(park.delay()).isEqualTo(Duration.ofSeconds(20)));
        assertThat(outcomeOf(Receiver.Answer.of(200).with("Tallygate-Wait", "early")))
                .isInstanceOf(Outcome.Done.class);
    }

    @Test
    void retryAfterIsReadAsSecondsAndAsDate() throws InterruptedException {
        assertThat(wish("120")).contains(Duration.ofSeconds(120));
        assertThat(wish("Mon, 30 Nov 2026 10:01:00 GMT")).contains(Duration.ofSeconds(30));
        assertThat(wish("Mon, 30 Nov 2026 09:00:00 GMT")).contains(Duration.ZERO);
        assertThat(wish("soon")).isEmpty();
        assertThat(wish("-5")).isEmpty();
    }

    private Optional<Duration> wish(String retryAfter) throws InterruptedException {
        return ((Outcome.Retry) outcomeOf(Receiver.Answer.of(503).with("Retry-After", retryAfter))).notBefore();
    }

    @Test
    void aRouteMayReadStatusesDifferently() throws InterruptedException {
        var answers = new HttpConfig.Answers(Set.of(409), Set.of(422), Set.of(500));
        for (var expected : List.of("409 Done", "422 Retry", "500 Permanent")) {
            int status = Integer.parseInt(expected.substring(0, 3));
            HttpConfig config =
                    HttpConfig.of(receiver(_ -> Receiver.Answer.of(status)).url("/events"));
            Handler handler =
                    handler(new HttpConfig(config.url(), config.format(), config.timeouts(), List.of(), answers));
            assertThat(handler.handle(Deliveries.plain()).getClass().getSimpleName())
                    .isEqualTo(expected.substring(4));
        }
    }

    @Test
    void theEnvelopeHoldsTheEventAndTheContentDigitForDigit() throws Exception {
        var receiver = receiver(_ -> Receiver.Answer.of(200));
        String content = "{ \"b\": 1.10, \"a\": 12345678901234567890, \"a\": \"again\" }";
        handler(HttpConfig.of(receiver.url("/events?tenant=1"))).handle(Deliveries.json(content));
        Receiver.Got got = receiver.got().getFirst();
        assertThat(got.method()).isEqualTo("POST");
        assertThat(got.uri()).hasToString("/events?tenant=1");
        assertThat(got.header("Content-Type")).isEqualTo("application/json");
        assertThat(got.text()).endsWith("\"payload\":" + content + "}");
        JsonNode envelope = new ObjectMapper().readTree(got.text());
        assertThat(envelope.properties())
                .extracting(Map.Entry::getKey)
                .containsExactly(
                        "taskId",
                        "source",
                        "endpoint",
                        "provider",
                        "bizType",
                        "bizId",
                        "eventId",
                        "eventType",
                        "effectKey",
                        "idempotencyKey",
                        "amountMinor",
                        "currency",
                        "attempt",
                        "receivedAt",
                        "payload");
        assertThat(envelope.get("taskId").asText()).isEqualTo("4611686018427387905");
        assertThat(envelope.get("amountMinor").asLong()).isEqualTo(1099);
        assertThat(envelope.get("receivedAt").asText()).isEqualTo("2026-11-30T10:00:00.123Z");
    }

    @Test
    void contentThatIsNoJsonTravelsAsAString() throws Exception {
        var receiver = receiver(_ -> Receiver.Answer.of(200));
        Handler handler = handler(HttpConfig.of(receiver.url("/")));
        for (String content : List.of("a=1&b=%20", "<xml>中文</xml>", "{\"cut\": ", "{} trailing", "")) {
            handler.handle(Deliveries.json(content));
            JsonNode envelope =
                    new ObjectMapper().readTree(receiver.got().getLast().text());
            assertThat(envelope.get("payload").isTextual()).as(content).isTrue();
            assertThat(envelope.get("payload").asText()).isEqualTo(content);
        }
    }

    @Test
    void keyAndTraceStayTheSameOnEveryAttemptAndNode() throws InterruptedException {
        var receiver = receiver(_ -> Receiver.Answer.of(503));
        var request = Deliveries.callback("POST", "/callbacks/shop", List.of(), "{}");
        handler(HttpConfig.of(receiver.url("/"))).handle(Deliveries.of(1, request, "{}"));
        handler(HttpConfig.of(receiver.url("/"))).handle(Deliveries.of(2, request, "{}"));
        Receiver.Got first = receiver.got().get(0);
        Receiver.Got second = receiver.got().get(1);
        assertThat(first.header("Idempotency-Key"))
                .isEqualTo(Deliveries.KEY)
                .isEqualTo(second.header("Idempotency-Key"));
        assertThat(first.header("webhook-id"))
                .isEqualTo("msg_4611686018427387905")
                .isEqualTo(second.header("webhook-id"));
        assertThat(first.header("traceparent")).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01");
        assertThat(first.header("traceparent").substring(0, 36))
                .isEqualTo(second.header("traceparent").substring(0, 36));
        assertThat(first.header("traceparent")).isNotEqualTo(second.header("traceparent"));
        assertThat(second.text()).contains("\"attempt\":2,");
    }

    @Test
    void eachDeliveryBringsTheTokenOfItsTaskAndHandOut() throws InterruptedException {
        var receiver = receiver(_ -> Receiver.Answer.of(200));
        var delivery = Deliveries.json("{}");
        handler(HttpConfig.of(receiver.url("/"))).handle(delivery);
        String token = receiver.got().getFirst().header(ResultTokens.HEADER);
        assertThat(token).startsWith(delivery.handOut() + ".").hasSizeGreaterThan(40);
    }

    @Test
    void connectionsAreReused() throws InterruptedException {
        var receiver = receiver(_ -> new Receiver.Answer(200, Map.of(), "some answer"));
        Handler handler = handler(HttpConfig.of(receiver.url("/")));
        for (int n = 0; n < 5; n++) {
            assertThat(handler.handle(Deliveries.plain())).isInstanceOf(Outcome.Done.class);
        }
        assertThat(receiver.got())
                .extracting(Receiver.Got::clientPort)
                .containsOnly(receiver.got().getFirst().clientPort());
    }

    @Test
    void anErrorTellsStatusKindAndSizeButNeverTheBody() throws InterruptedException {
        var answer =
                new Receiver.Answer(400, Map.of("Content-Type", "text/plain; charset=utf-8"), "card 4111111111111111");
        assertThat(outcomeOf(answer)).isEqualTo(new Outcome.Permanent("HTTP 400 (21 bytes text/plain)"));
    }

    @Test
    void whatIsAcceptedIsAskedForAtItsStatusUrlUntilItIsDone() throws InterruptedException {
        var receiver = receiver(got -> {
            if (got.method().equals("POST")) {
                return Receiver.Answer.of(202).with("Location", "/jobs/7").with("Retry-After", "3");
            }
            return Receiver.Answer.of(200);
        });
        Handler handler = handler(HttpConfig.of(receiver.url("/events")));
        String statusUrl = receiver.url("/jobs/7").toString();
        assertThat(handler.handle(Deliveries.plain()))
                .isEqualTo(new Outcome.Park("accepted, asked again later", Duration.ofSeconds(3), statusUrl));
        Handler ofAnotherNode = handler(HttpConfig.of(receiver.url("/events")));
        assertThat(ofAnotherNode.handle(Deliveries.accepted(statusUrl))).isInstanceOf(Outcome.Done.class);
        assertThat(receiver.got())
                .extracting(got -> got.method() + " " + got.uri())
                .containsExactly("POST /events", "GET /jobs/7");
        assertThat(receiver.got().getLast().header("Idempotency-Key")).isEqualTo(Deliveries.KEY);
    }

    @Test
    @Tag("T-07")
    void aStatusUrlOnAnotherServerIsNeverAsked() throws InterruptedException {
        var inside = receiver(_ -> Receiver.Answer.of(200));
        for (String location : List.of(
                inside.url("/admin").toString(),
                "http://169.254.169.254/latest",
                "//127.0.0.1:1/",
                "file:///etc/passwd",
                "::bad")) {
            var receiver = receiver(_ -> Receiver.Answer.of(202).with("Location", location));
            Handler handler = handler(HttpConfig.of(receiver.url("/events")));
            assertThat(handler.handle(Deliveries.plain()))
                    .as(location)
                    .isInstanceOfSatisfying(
                            Outcome.Park.class,
                            park -> assertThat(park.statusUrl()).isEmpty());
            handler.handle(Deliveries.accepted(location));
            assertThat(receiver.got()).extracting(Receiver.Got::method).containsExactly("POST", "POST");
        }
        assertThat(inside.got()).isEmpty();
    }

    @Test
    void whatTheReceiverForgotIsPostedAgain() throws InterruptedException {
        var receiver = receiver(got -> got.method().equals("POST")
                ? Receiver.Answer.of(202).with("Location", "/jobs/7")
                : Receiver.Answer.of(410));
        Handler handler = handler(HttpConfig.of(receiver.url("/events")));
        handler.handle(Deliveries.plain());
        assertThat(handler.handle(Deliveries.accepted(receiver.url("/jobs/7").toString())))
                .isInstanceOf(Outcome.Unknown.class);
        handler.handle(Deliveries.plain());
        assertThat(receiver.got()).extracting(Receiver.Got::method).containsExactly("POST", "GET", "POST");
    }

    @Test
    void aUrlThatCannotBeCalledIsRefusedWithTheReason() {
        for (String url : List.of("ftp://x/", "/relative", "http://user:pw@x/", "http://x/#f", "http:///path")) {
            assertThatThrownBy(() -> HttpConfig.of(URI.create(url)))
                    .as(url)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("the url")
                    .hasMessageNotContaining("pw");
        }
    }
}
