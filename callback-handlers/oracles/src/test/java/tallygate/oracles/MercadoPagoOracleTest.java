package tallygate.oracles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.mercadopago.exceptions.MPInvalidWebhookSignatureException;
import com.mercadopago.webhook.WebhookSignatureValidator;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.callback.provider.Judgement;
import tallygate.signature.Header;
import tallygate.signature.Hmac;
import tallygate.signature.RawRequest;
import tallygate.signature.WireText;

/**
 * Mercado Pago's sdk-java verifies and has no signer: it takes what is made here, and whatever it takes is taken here. The other
 * way round one thing is wider here on purpose: ids count in the case they came in too, as the SDKs of mid-2026 sign them.
 */
class MercadoPagoOracleTest {
    private static final String SECRET = "mp-oracle-secret";
    private static final String TIME = "1742505638683";
    private final Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final Endpoint endpoint = Endpoint.of("mercadopago", SECRET);

    private static boolean libraryTakes(String signature, String requestId, String dataId) {
        try {
            WebhookSignatureValidator.validate(signature, requestId, dataId, SECRET);
            return true;
        } catch (MPInvalidWebhookSignatureException e) {
            return false;
        }
    }

    private boolean isTakenHere(String signature, String requestId, String dataId) {
        RawRequest request = new RawRequest(
                "POST",
                "https",
                "pay.example.com",
                "/callbacks/shop?data.id=" + dataId + "&type=payment",
                List.of(new Header("x-signature", signature), new Header("x-request-id", requestId)),
                ("{\"id\":1,\"type\":\"payment\",\"action\":\"payment.updated\",\"data\":{\"id\":\"" + dataId + "\"}}")
                        .getBytes(StandardCharsets.UTF_8),
                "");
        return endpoint.provider().judge(request, Optional.of(now)) instanceof Judgement.Genuine;
    }

    private static String signed(String dataId, String requestId) {
        String manifest = "id:" + dataId + ";request-id:" + requestId + ";ts:" + TIME + ";";
        return "ts=" + TIME + ",v1="
                + WireText.HEX.encode(Hmac.Hash.SHA256
                        .keyed(SECRET.getBytes(StandardCharsets.UTF_8))
                        .of(manifest.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void theLibraryTakesWhatIsMadeHere() {
        RawRequest made = endpoint.made(now);
        String dataId = made.query().replaceAll(".*data\\.id=([^&]*).*", "$1");
        assertThatCode(() -> WebhookSignatureValidator.validate(
                        Endpoint.header(made, "x-signature"), Endpoint.header(made, "x-request-id"), dataId, SECRET))
                .doesNotThrowAnyException();
        assertThat(libraryTakes(Endpoint.header(made, "x-signature"), "other-request", dataId))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"123456", "ord01abc", "ORD01ABC"})
    void whatTheLibraryTakesIsTakenHere(String dataId) {
        String lower = signed(dataId.toLowerCase(java.util.Locale.ROOT), "req-1");
        assertThat(libraryTakes(lower, "req-1", dataId)).isTrue();
        assertThat(isTakenHere(lower, "req-1", dataId)).isTrue();
    }

    @Test
    void whatTheLibraryRefusesForItsBytesIsRefusedHere() {
        String right = signed("123456", "req-1");
        String wrong = right.substring(0, right.length() - 1) + (right.endsWith("0") ? "1" : "0");
        for (String signature : List.of(wrong, "ts=1", "v1=00", "", right.replace("v1=", "v0="))) {
            assertThat(libraryTakes(signature, "req-1", "123456")).as(signature).isFalse();
            assertThat(isTakenHere(signature, "req-1", "123456")).as(signature).isFalse();
        }
        assertThat(libraryTakes(right, "req-2", "123456")).isFalse();
        assertThat(isTakenHere(right, "req-2", "123456")).isFalse();
        assertThat(libraryTakes(right, "req-1", "999")).isFalse();
        assertThat(isTakenHere(right, "req-1", "999")).isFalse();
    }
}
