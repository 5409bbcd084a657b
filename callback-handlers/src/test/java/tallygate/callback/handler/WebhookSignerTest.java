package tallygate.callback.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import tallygate.signature.Header;

class WebhookSignerTest {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final byte[] BODY = "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8);

    private static List<Header> headers(String... secrets) {
        return new WebhookSigner(List.of(secrets)).headers("msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, BODY);
    }

    @Test
    void theSpecificationsExampleComesOut() {
        assertThat(headers(SECRET))
                .containsExactly(
                        new Header("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek"),
                        new Header("webhook-timestamp", "1614265330"),
                        new Header("webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="));
    }

    @Test
    void whileSecretsChangeBothSign() {
        assertThat(headers(SECRET, "whsec_" + "QUJD".repeat(8)).getLast().value())
                .startsWith("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE= v1,")
                .hasSize(2 * 47 + 1);
    }

    @Test
    void withoutASecretThereIsNoSignature() {
        assertThat(headers()).extracting(Header::name).containsExactly("webhook-id", "webhook-timestamp");
    }

    @Test
    void aMalformedSecretIsRefusedWithoutBeingShown() {
        assertThatThrownBy(() -> WebhookSigner.key("whsec_not base64 at all"))
                .hasMessageContaining("not base64")
                .hasMessageNotContaining("at all");
        assertThatThrownBy(() -> WebhookSigner.key("whsec_QUJD"))
                .hasMessageContaining("16..128 bytes after whsec_, this one 3");
    }
}
