package tallygate.callback.handler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a real HTTP server: no answer, and no clear answer, is never taken for a no. */
class HttpProbeTest {
    private static final HandlerTools TOOLS = new HandlerTools(
            InstantSource.fixed(Instant.parse("2026-11-30T12:00:00Z")), System::nanoTime, new Random(1));
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final List<OutcomeProbe.Question> QUESTIONS =
            List.of(question(1), question(2), question(3), question(4));

    private final List<Receiver> receivers = new ArrayList<>();

    @AfterEach
    void close() {
        receivers.forEach(Receiver::stop);
    }

    private static OutcomeProbe.Question question(long id) {
        return new OutcomeProbe.Question(id, "shop:paid:pi_" + id, "payment", "order-" + id, "evt_" + id);
    }

    private Receiver receiver(Function<Receiver.Got, Receiver.Answer> behaviour) {
        var receiver = new Receiver(behaviour);
        receivers.add(receiver);
        return receiver;
    }

    private static Map<Long, OutcomeProbe.Answer> ask(URI url) throws InterruptedException {
        var probe = new HttpProbe(new HttpProbe.Settings(url, Duration.ofSeconds(1), List.of(SECRET)), TOOLS);
        try {
            return probe.ask(QUESTIONS);
        } finally {
            probe.close();
        }
    }

    private static Receiver.Answer ok(String body) {
        return new Receiver.Answer(200, Map.of(), body);
    }

    @Test
    void aBatchIsAskedSignedAndEachAnswerIsRead() throws Exception {
        Receiver receiver = receiver(_ -> ok("{\"answers\":[{\"taskId\":\"1\",\"applied\":true},"
                + "{\"taskId\":\"2\",\"applied\":false},{\"taskId\":\"3\",\"applied\":null}]}"));
        assertThat(ask(receiver.url("/probe")))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        1L, OutcomeProbe.Answer.APPLIED,
                        2L, OutcomeProbe.Answer.NOT_APPLIED,
                        3L, OutcomeProbe.Answer.UNKNOWN));
        Receiver.Got got = receiver.got().getFirst();
        assertThat(got.method()).isEqualTo("POST");
        assertThat(got.header("webhook-id")).isEqualTo("probe_1");
        assertThat(got.header("webhook-signature")).startsWith("v1,");
        JsonNode asked = new ObjectMapper().readTree(got.text()).get("questions");
        assertThat(asked).hasSize(4);
        assertThat(asked.get(3).get("taskId").asText()).isEqualTo("4");
        assertThat(asked.get(3).get("idempotencyKey").asText()).isEqualTo("shop:paid:pi_4");
        assertThat(asked.get(3).get("bizId").asText()).isEqualTo("order-4");
    }

    @Test
    void twoAnswersForOneTaskThatDifferSayNothing() throws Exception {
        Receiver receiver = receiver(
                _ -> ok("{\"answers\":[{\"taskId\":\"1\",\"applied\":true},{\"taskId\":\"1\",\"applied\":false}]}"));
        assertThat(ask(receiver.url("/probe"))).containsExactly(Map.entry(1L, OutcomeProbe.Answer.UNKNOWN));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "not json",
                "[]",
                "{\"answers\":false}",
                "{\"answers\":[{\"taskId\":\"x\",\"applied\":false}]}"
            })
    void anAnswerThatCannotBeReadIsNone(String body) throws Exception {
        assertThat(ask(receiver(_ -> ok(body)).url("/probe"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 302, 404, 500, 503})
    void anyOtherStatusIsNoAnswer(int status) throws Exception {
        Receiver receiver = receiver(_ -> new Receiver.Answer(
                status, Map.of(), status == 204 ? "" : "{\"answers\":[{\"taskId\":\"1\",\"applied\":false}]}"));
        assertThat(ask(receiver.url("/probe"))).isEmpty();
    }

    @Test
    void aReceiverThatIsAwayGivesNoAnswer() throws Exception {
        Receiver receiver = receiver(_ -> ok("{}"));
        URI gone = receiver.url("/probe");
        receiver.stop();
        assertThat(ask(gone)).isEmpty();
    }
}
