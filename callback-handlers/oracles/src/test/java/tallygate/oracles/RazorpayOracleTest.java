package tallygate.oracles;

import static org.assertj.core.api.Assertions.assertThat;

import com.razorpay.Utils;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tallygate.signature.RawRequest;

class RazorpayOracleTest {
    private static final String SECRET = "oracle secret";
    private static final Instant NOW = Instant.parse("2026-06-01T08:00:00Z");

    @Test
    void theSdkTakesWhatIsMadeHereAndRefusesAnotherBody() throws Exception {
        RawRequest made = Endpoint.of("razorpay", SECRET).made(NOW);
        String signature = Endpoint.header(made, "X-Razorpay-Signature");
        assertThat(Utils.verifyWebhookSignature(Endpoint.body(made), signature, SECRET))
                .isTrue();
        assertThat(Utils.verifyWebhookSignature(Endpoint.body(made) + " ", signature, SECRET))
                .isFalse();
    }
}
