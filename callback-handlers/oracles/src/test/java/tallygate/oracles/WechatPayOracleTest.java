package tallygate.oracles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.wechat.pay.java.core.cipher.AeadAesCipher;
import com.wechat.pay.java.core.cipher.RSASigner;
import com.wechat.pay.java.core.exception.ValidationException;
import com.wechat.pay.java.core.notification.NotificationParser;
import com.wechat.pay.java.core.notification.RSAPublicKeyNotificationConfig;
import com.wechat.pay.java.core.notification.RequestParam;
import com.wechat.pay.java.service.payments.model.Transaction;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tallygate.callback.provider.Credentials.Value;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

class WechatPayOracleTest {
    private static final KeyPair KEYS = Keys.rsa();
    private static final String KEY_ID = "PUB_KEY_ID_0114232134912410000000000000";
    private static final String API_KEY = "0123456789abcdef0123456789ABCDEF";
    private static final Instant AT = Instant.parse("2026-06-01T08:00:00Z");
    private final Endpoint endpoint = Endpoint.with(
            "wechatpay-v3",
            Map.of(
                    "api-v3-key", new Value.Text(API_KEY),
                    "public-keys", new Value.TextMap(Map.of(KEY_ID, Keys.line(KEYS.getPublic()))),
                    "test-private-key", new Value.Text(Keys.line(KEYS.getPrivate()))));
    private final NotificationParser parser = new NotificationParser(new RSAPublicKeyNotificationConfig.Builder()
            .publicKey(KEYS.getPublic())
            .publicKeyId(KEY_ID)
            .apiV3Key(API_KEY)
            .build());

    private static RequestParam param(RawRequest request, String body) {
        return new RequestParam.Builder()
                .serialNumber(Endpoint.header(request, "Wechatpay-Serial"))
                .timestamp(Endpoint.header(request, "Wechatpay-Timestamp"))
                .nonce(Endpoint.header(request, "Wechatpay-Nonce"))
                .signature(Endpoint.header(request, "Wechatpay-Signature"))
                .signType(Endpoint.header(request, "Wechatpay-Signature-Type"))
                .body(body)
                .build();
    }

    @Test
    void wechatPaysOwnParserOpensWhatIsMadeHere() {
        RawRequest made = endpoint.made(AT);
        Transaction transaction = parser.parse(param(made, Endpoint.body(made)), Transaction.class);
        assertThat(transaction.getOutTradeNo()).isEqualTo("订单-1001");
        assertThat(transaction.getAmount().getTotal()).isEqualTo(12_300);
    }

    @Test
    void wechatPaysOwnParserRefusesAChangedBody() {
        RawRequest made = endpoint.made(AT);
        assertThatThrownBy(() -> parser.parse(param(made, Endpoint.body(made) + " "), Transaction.class))
                .isInstanceOf(ValidationException.class);
    }

    @Test
    void whatWechatPaysOwnSignerAndCipherMakeIsTakenHere() {
        String content = "{\"mchid\":\"1900000001\",\"out_trade_no\":\"O-1\",\"transaction_id\":\"T-1\","
                + "\"trade_state\":\"SUCCESS\",\"amount\":{\"total\":1,\"currency\":\"CNY\"}}";
        String sealed = new AeadAesCipher(API_KEY.getBytes(StandardCharsets.UTF_8))
                .encrypt(
                        "transaction".getBytes(StandardCharsets.UTF_8),
                        "4bkDeF9zRq1c".getBytes(StandardCharsets.UTF_8),
                        content.getBytes(StandardCharsets.UTF_8));
        String body = "{\"id\":\"EV-1\",\"event_type\":\"TRANSACTION.SUCCESS\",\"resource\":{\"algorithm\":"
                + "\"AEAD_AES_256_GCM\",\"ciphertext\":\"" + sealed
                + "\",\"associated_data\":\"transaction\",\"nonce\":\"4bkDeF9zRq1c\"}}";
        String timestamp = Long.toString(AT.getEpochSecond());
        String signature = new RSASigner(KEY_ID, KEYS.getPrivate())
                .sign(timestamp + "\nnonce 1\n" + body + "\n")
                .getSign();
        Header[] headers = {
            new Header("Wechatpay-Serial", KEY_ID),
            new Header("Wechatpay-Timestamp", timestamp),
            new Header("Wechatpay-Nonce", "nonce 1"),
            new Header("Wechatpay-Signature", signature)
        };
        assertThat(endpoint.isGenuine(body, AT, headers)).isTrue();
        assertThat(endpoint.isGenuine(body + "\n", AT, headers)).isFalse();
    }
}
