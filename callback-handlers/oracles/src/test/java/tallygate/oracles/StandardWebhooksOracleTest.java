package tallygate.oracles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.standardwebhooks.Webhook;
import java.net.http.HttpHeaders;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

class StandardWebhooksOracleTest {
    private static final String SECRET = "whsec_b3JhY2xlIHNlY3JldCBvZiB0aGlydHkgdHdvIGJ5dA==";
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);

    @Test
    void theLibraryTakesWhatIsMadeHere() {
        RawRequest made = Endpoint.of("standard-webhooks", SECRET).made(now);
        HttpHeaders headers = HttpHeaders.of(
                Map.of(
                        "webhook-id", List.of(Endpoint.header(made, "webhook-id")),
                        "webhook-timestamp", List.of(Endpoint.header(made, "webhook-timestamp")),
                        "webhook-signature", List.of(Endpoint.header(made, "webhook-signature"))),
                (_, _) -> true);
        assertThatCode(() -> new Webhook(SECRET).verify(Endpoint.body(made), headers))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"standard-webhooks", "portone", "svix"})
    void whatTheLibrarySignsIsTakenHere(String provider) throws Exception {
        String body = "{\"type\":\"a.b\",\"data\":{\"id\":\"7\"}}";
        String signed = new Webhook(SECRET).sign("msg_1", now.getEpochSecond(), body);
        String prefix = provider.equals("svix") ? "svix-" : "webhook-";
        assertThat(Endpoint.of(provider, SECRET)
                        .isGenuine(
                                body,
                                now,
                                new Header(prefix + "id", "msg_1"),
                                new Header(prefix + "timestamp", Long.toString(now.getEpochSecond())),
                                new Header(prefix + "signature", signed)))
                .isTrue();
    }
}
