package tallygate.oracles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.stripe.exception.SignatureVerificationException;
import com.stripe.net.Webhook;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/** stripe-java judges by the machine's own clock, so these callbacks are made for now. */
class StripeOracleTest {
    private static final String SECRET = "whsec_oracleSecret0123456789";
    private static final long TOLERANCE_SECONDS = 300;
    private final Endpoint endpoint = Endpoint.of("stripe", SECRET);
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);

    @Test
    void stripeTakesWhatIsMadeHere() throws SignatureVerificationException {
        RawRequest made = endpoint.made(now);
        var event = Webhook.constructEvent(
                Endpoint.body(made), Endpoint.header(made, "Stripe-Signature"), SECRET, TOLERANCE_SECONDS);
        assertThat(event.getId()).isEqualTo("evt_oracle_1");
        assertThat(event.getType()).isEqualTo("payment_intent.succeeded");
    }

    @Test
    void stripeRefusesWhatIsMadeHereUnderAnotherSecret() {
        RawRequest made = endpoint.made(now);
        assertThatThrownBy(() -> Webhook.constructEvent(
                        Endpoint.body(made),
                        Endpoint.header(made, "Stripe-Signature"),
                        "whsec_another",
                        TOLERANCE_SECONDS))
                .isInstanceOf(SignatureVerificationException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":\"evt_1\",\"type\":\"a.b\"}",
                "{\"id\":\"evt_2\",\"note\":\"mânecă 支付 😀\"}",
                "{\"id\":\"evt_3\"}\n"
            })
    void whatStripesOwnSignerSignsIsTakenHere(String body) throws Exception {
        String signed = Webhook.Util.computeHmacSha256(SECRET, now.getEpochSecond() + "." + body);
        Header header = new Header("Stripe-Signature", "t=" + now.getEpochSecond() + ",v1=" + signed);
        assertThat(endpoint.isGenuine(body, now, header)).isTrue();
        assertThat(endpoint.isGenuine(body + " ", now, header)).isFalse();
    }
}
