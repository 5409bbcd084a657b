package tallygate.callback.saga;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.callback.outbound.Called;
import tallygate.signature.Header;

/** What a participant's answers mean: a clear no is a failure, everything that proves nothing is unknown. */
class ParticipantAnswersTest {
    private static Reply sent(int status, String body, Header... headers) {
        return ParticipantAnswers.ofSend(
                new Called.Answered(status, List.of(headers), body.getBytes(StandardCharsets.UTF_8), false));
    }

    private static Reply asked(int status, String body) {
        return ParticipantAnswers.ofAsk(
                new Called.Answered(status, List.of(), body.getBytes(StandardCharsets.UTF_8), false),
                Duration.ofSeconds(1));
    }

    @Test
    @Tag("O-135")
    void aClearRefusalIsAFailureAndWhatProvesNothingIsUnknown() {
        assertThat(sent(409, "{\"reason\":\"FAILURE\"}"))
                .isEqualTo(new Reply.Failed("HTTP 409 FAILURE", "{\"reason\":\"FAILURE\"}"));
        assertThat(sent(422, "")).isInstanceOf(Reply.Failed.class);
        assertThat(sent(500, "{\"reason\":\"FAILURE\"}")).isInstanceOf(Reply.Unknown.class);
        assertThat(sent(200, "<html>maintenance</html>")).isInstanceOf(Reply.Unknown.class);
        assertThat(sent(408, "")).isInstanceOf(Reply.Unknown.class);
        assertThat(ParticipantAnswers.ofSend(new Called.NoAnswer("no complete answer within PT1S")))
                .isInstanceOf(Reply.Unknown.class);
    }

    @Test
    void aResultIsKeptAsItCame() {
        assertThat(sent(200, "{\"frozen\": 3}")).isEqualTo(new Reply.Done("{\"frozen\":3}"));
        assertThat(sent(204, "")).isEqualTo(new Reply.Done("{}"));
    }

    @Test
    void whatWasNotDoneIsTriedAgainAsAsked() {
        assertThat(sent(503, "", new Header("Retry-After", "7")))
                .isEqualTo(new Reply.Later("HTTP 503", Duration.ofSeconds(7)));
        assertThat(sent(404, "")).isInstanceOf(Reply.Later.class);
        assertThat(ParticipantAnswers.ofSend(new Called.NotSent("no connection", false)))
                .isInstanceOf(Reply.Later.class);
    }

    @Test
    void aQuestionIsAnsweredByStateAndNeverByGuessing() {
        assertThat(asked(200, "{\"state\":\"done\",\"result\":{\"id\":1}}")).isEqualTo(new Reply.Done("{\"id\":1}"));
        assertThat(asked(200, "{\"state\":\"failed\",\"reason\":\"sold out\"}"))
                .isEqualTo(new Reply.Failed("sold out", ""));
        assertThat(asked(200, "{\"state\":\"running\"}")).isInstanceOf(Reply.Accepted.class);
        assertThat(asked(404, "")).isInstanceOf(Reply.NotSeen.class);
        assertThat(asked(200, "{\"state\":\"maybe\"}")).isInstanceOf(Reply.Unknown.class);
        assertThat(asked(500, "")).isInstanceOf(Reply.Unknown.class);
    }
}
