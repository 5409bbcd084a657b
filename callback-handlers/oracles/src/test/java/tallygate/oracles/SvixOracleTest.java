package tallygate.oracles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.svix.Webhook;
import com.svix.exceptions.WebhookVerificationException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/** Svix's own library judges by the machine's clock, so these callbacks are made for now. */
class SvixOracleTest {
    private static final String SECRET = "whsec_b3JhY2xlIHNlY3JldCBvZiB0aGlydHkgdHdvIGJ5dA==";
    private static final String OTHER = "whsec_YW5vdGhlciBzZWNyZXQgb2YgdGhpcnR5IHR3byBieQ==";
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private final Endpoint endpoint = Endpoint.of("svix", SECRET);

    private static Map<String, List<String>> headers(RawRequest made) {
        return Map.of(
                "svix-id", List.of(Endpoint.header(made, "svix-id")),
                "svix-timestamp", List.of(Endpoint.header(made, "svix-timestamp")),
                "svix-signature", List.of(Endpoint.header(made, "svix-signature")));
    }

    @Test
    void theLibraryTakesWhatIsMadeHereAndUnderAnotherSecretDoesNot() throws Exception {
        RawRequest made = endpoint.made(now);
        Webhook own = new Webhook(SECRET);
        Webhook other = new Webhook(OTHER);
        assertThatCode(() -> own.verify(Endpoint.body(made), headers(made))).doesNotThrowAnyException();
        assertThatThrownBy(() -> other.verify(Endpoint.body(made), headers(made)))
                .isInstanceOf(WebhookVerificationException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"type\":\"a.b\",\"data\":{\"id\":\"7\"}}", "{\"type\":\"a.b\",\"note\":\"订单 é 😀\"}\n"})
    void whatTheLibrarySignsIsTakenHere(String body) throws Exception {
        Header id = new Header("svix-id", "msg_1");
        Header time = new Header("svix-timestamp", Long.toString(now.getEpochSecond()));
        Header signature = new Header("svix-signature", new Webhook(SECRET).sign("msg_1", now.getEpochSecond(), body));
        Header foreign = new Header("svix-signature", new Webhook(OTHER).sign("msg_1", now.getEpochSecond(), body));
        assertThat(endpoint.isGenuine(body, now, id, time, signature)).isTrue();
        assertThat(endpoint.isGenuine(body + " ", now, id, time, signature)).isFalse();
        assertThat(endpoint.isGenuine(body, now, new Header("svix-id", "msg_2"), time, signature))
                .isFalse();
        assertThat(endpoint.isGenuine(body, now, id, time, foreign)).isFalse();
    }

    /** Both look five minutes back and ahead, and no further. */
    @Test
    void bothJudgeTheSameWindow() throws Exception {
        Webhook library = new Webhook(SECRET);
        for (long offset : new long[] {-400, -200, 200, 400}) {
            RawRequest made = endpoint.made(now.plusSeconds(offset));
            boolean isTaken;
            try {
                library.verify(Endpoint.body(made), headers(made));
                isTaken = true;
            } catch (WebhookVerificationException e) {
                isTaken = false;
            }
            boolean isTakenHere = endpoint.provider().judge(made, java.util.Optional.of(now))
                    instanceof tallygate.callback.provider.Judgement.Genuine;
            assertThat(isTakenHere).as("%d s", offset).isEqualTo(isTaken).isEqualTo(Math.abs(offset) < 300);
        }
    }
}
