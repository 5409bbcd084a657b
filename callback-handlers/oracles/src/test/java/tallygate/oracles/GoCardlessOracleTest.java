package tallygate.oracles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.gocardless.Webhook;
import com.gocardless.errors.InvalidSignatureException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.signature.Header;
import tallygate.signature.Hmac;
import tallygate.signature.RawRequest;
import tallygate.signature.WireText;

/** gocardless-pro verifies and has no signer: it takes what is made here, and both say the same of everything else. */
class GoCardlessOracleTest {
    private static final String SECRET = "ED7D658C-D8EB-4941-948B-3973214F2D49";
    private static final String HEADER = "Webhook-Signature";
    private final Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final Endpoint endpoint = Endpoint.of("gocardless", SECRET);

    @Test
    void theLibraryParsesWhatIsMadeHere() {
        RawRequest made = endpoint.made(now);
        assertThat(Webhook.parse(Endpoint.body(made), Endpoint.header(made, HEADER), SECRET))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.getId()).isEqualTo("evt_oracle_1");
                    assertThat(event.getResourceType().toString()).isEqualToIgnoringCase("payments");
                });
    }

    @Test
    void theLibraryRefusesWhatIsMadeHereUnderAnotherSecret() {
        RawRequest made = endpoint.made(now);
        assertThatThrownBy(() -> Webhook.parse(Endpoint.body(made), Endpoint.header(made, HEADER), "another"))
                .isInstanceOf(InvalidSignatureException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"events\":[{\"id\":\"EV1\",\"resource_type\":\"payments\",\"action\":\"paid_out\",\"links\":{}}]}",
                "{\"events\":[{\"id\":\"EV2\",\"resource_type\":\"mandates\",\"action\":\"created\",\"note\":\"订单"
                        + " é\"}]}\n"
            })
    void bothSayTheSameOfEveryBodyAndSignature(String body) {
        String right = WireText.HEX.encode(Hmac.Hash.SHA256
                .keyed(SECRET.getBytes(java.nio.charset.StandardCharsets.UTF_8))
                .of(body.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        for (String signature : new String[] {right, right.substring(2), "00" + right.substring(2), "", "zz"}) {
            for (String received : new String[] {body, body + " ", body.strip() + "\n\n"}) {
                assertThat(endpoint.isGenuine(received, now, new Header(HEADER, signature)))
                        .as("%s %s", received, signature)
                        .isEqualTo(Webhook.isValidSignature(received, signature, SECRET));
            }
        }
    }
}
