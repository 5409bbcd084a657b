package tallygate.oracles;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.api.AlipayApiException;
import com.alipay.api.internal.util.AlipaySignature;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.callback.provider.Credentials.Value;

class AlipayOracleTest {
    private static final KeyPair KEYS = Keys.rsa();
    private static final String PUBLIC = Keys.line(KEYS.getPublic());
    private static final String PRIVATE = Keys.line(KEYS.getPrivate());
    private static final Instant AT = Instant.parse("2026-06-01T08:00:00Z");

    private static Endpoint endpoint(String version) {
        return Endpoint.with(
                "alipay",
                Map.of(
                        "public-key", new Value.Text(PUBLIC),
                        "sign-content-version", new Value.Text(version),
                        "test-private-key", new Value.Text(PRIVATE)));
    }

    private static Map<String, String> fields(String body) {
        Map<String, String> fields = new HashMap<>();
        for (String pair : body.split("&")) {
            String[] parts = pair.split("=", 2);
            fields.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        return fields;
    }

    private static String form(Map<String, String> fields, Charset charset) {
        return fields.entrySet().stream()
                .map(f -> f.getKey() + "=" + URLEncoder.encode(f.getValue(), charset))
                .collect(Collectors.joining("&"));
    }

    @Test
    void alipaysOwnKitTakesWhatIsMadeHereUnderBothRules() throws AlipayApiException {
        String first = Endpoint.body(endpoint("V1").made(AT));
        String second = Endpoint.body(endpoint("V2").made(AT));
        assertThat(AlipaySignature.rsaCheckV1(fields(first), PUBLIC, "utf-8", "RSA2"))
                .isTrue();
        assertThat(AlipaySignature.rsaCheckV2(fields(second), PUBLIC, "utf-8", "RSA2"))
                .isTrue();
        Map<String, String> changed = fields(first);
        changed.put("total_amount", "0.01");
        assertThat(AlipaySignature.rsaCheckV1(changed, PUBLIC, "utf-8", "RSA2")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"utf-8", "GBK"})
    void whatAlipaysOwnKitSignsIsTakenHere(String charset) throws AlipayApiException {
        Map<String, String> fields = new HashMap<>();
        fields.put("notify_id", "N-1");
        fields.put("charset", charset);
        fields.put("subject", "测试 A+B & 100%");
        fields.put("out_trade_no", "O-1");
        fields.put("trade_no", "T-1");
        fields.put("trade_status", "TRADE_SUCCESS");
        fields.put("total_amount", "88.88");
        String content = AlipaySignature.getSignContent(fields);
        fields.put("sign", AlipaySignature.rsaSign(content, PRIVATE, charset, "RSA2"));
        fields.put("sign_type", "RSA2");
        String body = form(fields, Charset.forName(charset));
        assertThat(endpoint("V1").isGenuine(body, AT)).isTrue();
        assertThat(endpoint("V1").isGenuine(body.replace("88.88", "0.01"), AT)).isFalse();
    }
}
