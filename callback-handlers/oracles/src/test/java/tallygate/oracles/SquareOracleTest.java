package tallygate.oracles;

import static org.assertj.core.api.Assertions.assertThat;

import com.squareup.square.utilities.WebhooksHelper;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tallygate.callback.provider.Credentials.Value;
import tallygate.callback.provider.Judgement;
import tallygate.signature.Header;
import tallygate.signature.Hmac;
import tallygate.signature.RawRequest;
import tallygate.signature.WireText;

/** square-java verifies and has no signer: it takes what is made here, and both say the same of everything else. */
class SquareOracleTest {
    private static final String KEY = "asdf1234";
    private static final String HEADER = "x-square-hmacsha256-signature";
    private static final String URL = "https://pay.example.com/callbacks/shop";
    private static final String BODY =
            "{\"merchant_id\":\"M1\",\"type\":\"a.b\",\"event_id\":\"e-1\",\"note\":\"订单 é\"}";
    private final Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final Endpoint endpoint = Endpoint.of("square", KEY);

    private static String signature(String url, String body) {
        return WireText.BASE64.encode(Hmac.Hash.SHA256
                .keyed(KEY.getBytes(StandardCharsets.UTF_8))
                .of((url + body).getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void theLibraryTakesWhatIsMadeHereAndUnderAnotherKeyDoesNot() {
        RawRequest made = endpoint.made(now);
        String signature = Endpoint.header(made, HEADER);
        assertThat(WebhooksHelper.verifySignature(Endpoint.body(made), signature, KEY, URL))
                .isTrue();
        assertThat(WebhooksHelper.verifySignature(Endpoint.body(made), signature, "another", URL))
                .isFalse();
        assertThat(WebhooksHelper.verifySignature(Endpoint.body(made), signature, KEY, URL + "/"))
                .isFalse();
    }

    @Test
    void bothSayTheSameOfEveryBodyAndSignature() {
        String right = signature(URL, BODY);
        for (String signature : List.of(right, signature(URL + "/", BODY), "AAAA", signature("", BODY))) {
            for (String received : List.of(BODY, BODY + "\n", BODY.replace("M1", "M2"))) {
                assertThat(endpoint.isGenuine(received, now, new Header(HEADER, signature)))
                        .as("%s %s", received, signature)
                        .isEqualTo(WebhooksHelper.verifySignature(received, signature, KEY, URL));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"https://shop.example/square,http://10.0.0.7:8080/callbacks/shop", "https://shop.example,http://x/y"})
    void behindAProxyTheRegisteredUrlIsWhatBothSign(String registered, String seen) {
        RawRequest request = new RawRequest(
                "POST",
                "http",
                seen.substring("http://".length(), seen.indexOf('/', 8)),
                seen.substring(seen.indexOf('/', 8)),
                List.of(new Header(HEADER, signature(registered, BODY))),
                BODY.getBytes(StandardCharsets.UTF_8),
                "");
        assertThat(WebhooksHelper.verifySignature(BODY, signature(registered, BODY), KEY, registered))
                .isTrue();
        Endpoint proxied = Endpoint.with(
                "square", Map.of("secrets", new Value.Text(KEY), "public-url", new Value.Text(registered)));
        assertThat(proxied.provider().judge(request, Optional.of(now))).isInstanceOf(Judgement.Genuine.class);
        assertThat(endpoint.provider().judge(request, Optional.of(now))).isInstanceOf(Judgement.Refused.class);
    }
}
