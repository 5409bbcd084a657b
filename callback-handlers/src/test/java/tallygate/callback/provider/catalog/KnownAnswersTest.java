package tallygate.callback.provider.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.SampleEndpoint;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/** Samples that providers publish with the signature that is right for them. */
class KnownAnswersTest {
    private static Judgement judged(String provider, String secret, String body, Instant at, Header... headers) {
        RawRequest request = new RawRequest(
                "POST",
                "https",
                "pay.example.com",
                "/callbacks/shop",
                List.of(headers),
                body.getBytes(StandardCharsets.UTF_8),
                "");
        return Made.of(SampleEndpoint.withSecret(provider, secret)).provider().judge(request, Optional.of(at));
    }

    /** docs.github.com, validating webhook deliveries. */
    @Test
    void gitHubsExample() {
        Header right = new Header(
                "X-Hub-Signature-256", "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17");
        String secret = "It's a Secret to Everybody";
        assertThat(judged("github", secret, "Hello, World!", Made.NOW, right)).isInstanceOf(Judgement.Genuine.class);
        assertThat(judged("github", secret, "Hello, World?", Made.NOW, right)).isInstanceOf(Judgement.Refused.class);
    }

    /** The specification of Standard Webhooks, and the documentation of Svix, have one example. */
    @ParameterizedTest
    @ValueSource(strings = {"standard-webhooks,webhook-", "svix,svix-"})
    void theExampleOfStandardWebhooks(String named) {
        String provider = named.substring(0, named.indexOf(','));
        String prefix = named.substring(named.indexOf(',') + 1);
        Instant at = Instant.ofEpochSecond(1_614_265_330);
        Header id = new Header(prefix + "id", "msg_p5jXN8AQM9LWM0D4loKWxJek");
        Header time = new Header(prefix + "timestamp", "1614265330");
        Header signature = new Header(prefix + "signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
        String secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        assertThat(judged(provider, secret, "{\"test\": 2432232314}", at, id, time, signature))
                .isInstanceOf(Judgement.Genuine.class);
        assertThat(judged(provider, secret, "{\"test\": 2432232315}", at, id, time, signature))
                .isInstanceOf(Judgement.Refused.class);
    }
}
