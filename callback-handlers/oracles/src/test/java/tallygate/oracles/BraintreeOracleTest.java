package tallygate.oracles;

import static org.assertj.core.api.Assertions.assertThat;

import com.braintreegateway.BraintreeGateway;
import com.braintreegateway.Environment;
import com.braintreegateway.WebhookNotification;
import com.braintreegateway.WebhookNotification.Kind;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tallygate.callback.provider.Credentials.Value;

class BraintreeOracleTest {
    private static final Instant AT = Instant.parse("2026-06-01T08:00:00Z");
    private final BraintreeGateway gateway =
            new BraintreeGateway(Environment.DEVELOPMENT, "merchant", "public_1", "private_1");
    private final Endpoint endpoint = Endpoint.with(
            "braintree", Map.of("public-key", new Value.Text("public_1"), "secrets", new Value.Text("private_1")));

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"CHECK", "TRANSACTION_SETTLED", "SUBSCRIPTION_CHARGED_SUCCESSFULLY", "DISPUTE_OPENED"})
    void whatBraintreesOwnKitMakesIsTakenHere(Kind kind) {
        Map<String, String> sample = gateway.webhookTesting().sampleNotification(kind, "id_1");
        String body = "bt_signature=" + encoded(sample.get("bt_signature")) + "&bt_payload="
                + encoded(sample.get("bt_payload"));
        assertThat(endpoint.isGenuine(body, AT)).isTrue();
        assertThat(endpoint.isGenuine(body.replace("bt_payload=P", "bt_payload=Q"), AT))
                .isFalse();
    }

    @Test
    void braintreesOwnKitReadsWhatIsMadeHere() {
        String[] parts = Endpoint.body(endpoint.made(AT)).split("&");
        WebhookNotification notification = gateway.webhookNotification().parse(value(parts[0]), value(parts[1]));
        assertThat(notification.getKind()).isEqualTo(Kind.TRANSACTION_SETTLED);
        assertThat(notification.getTransaction().getId()).isEqualTo("7000000001");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String value(String pair) {
        return URLDecoder.decode(pair.substring(pair.indexOf('=') + 1), StandardCharsets.UTF_8);
    }
}
