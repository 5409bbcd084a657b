package tallygate.oracles;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.api.AlipayApiException;
import com.alipay.api.internal.util.AlipaySignature;
import com.wechat.pay.java.core.cipher.RSASigner;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import tallygate.callback.outbound.Outbound;
import tallygate.callback.outbound.OutboundAnswer;
import tallygate.callback.outbound.OutboundRequest;
import tallygate.callback.provider.Binding;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.Credentials.Value;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.StateQuery.Found;
import tallygate.callback.provider.StateQuery.Subject;
import tallygate.callback.provider.catalog.Providers;
import tallygate.signature.Header;

/** The providers' own kits sign our questions as we do, and what they sign as an answer is believed here. */
class QueryOracleTest {
    private static final KeyPair MERCHANT = Keys.rsa();
    private static final KeyPair PLATFORM = Keys.rsa();
    private static final String KEY_ID = "PUB_KEY_ID_0114232134912410000000000000";
    private static final Instant AT = Instant.parse("2026-06-01T08:00:00Z");

    private OutboundRequest asked = null;

    private Found ask(String provider, Map<String, Value> values, Function<OutboundRequest, OutboundAnswer> answer)
            throws InterruptedException {
        Binding binding = Providers.builtIn().bind(provider, "shop", new Credentials(values));
        Outbound outbound = request -> {
            asked = request;
            return answer.apply(request);
        };
        return ((Binding.Bound) binding)
                .provider()
                .stateQuery()
                .orElseThrow()
                .ask(
                        Subject.of("", "订单 1001/a"),
                        new QueryTools(outbound, InstantSource.fixed(AT), new SplittableRandom(7)));
    }

    private static OutboundAnswer.Answered answered(List<Header> headers, String body) {
        return new OutboundAnswer.Answered(200, headers, body.getBytes(StandardCharsets.UTF_8));
    }

    private String header(String name) {
        return asked.headers().stream()
                .filter(h -> h.isNamed(name))
                .map(Header::value)
                .findFirst()
                .orElse("");
    }

    @Test
    void wechatPaysOwnSignerMakesTheSignatureOfOurQuestionAndOfTheAnswerWeBelieve() throws InterruptedException {
        String body =
                "{\"out_trade_no\":\"o\",\"transaction_id\":\"T-1\",\"trade_state\":\"SUCCESS\",\"amount\":{\"total\":1}}";
        String timestamp = Long.toString(AT.getEpochSecond());
        String signature = new RSASigner(KEY_ID, PLATFORM.getPrivate())
                .sign(timestamp + "\nnonce\n" + body + "\n")
                .getSign();
        Found found = ask(
                "wechatpay-v3",
                Map.of(
                        "api-v3-key", new Value.Text("0123456789abcdef0123456789ABCDEF"),
                        "public-keys", new Value.TextMap(Map.of(KEY_ID, Keys.line(PLATFORM.getPublic()))),
                        "merchant-id", new Value.Text("1900000001"),
                        "merchant-serial", new Value.Text("5157F09EFDC096DE15EBE81A47057A72"),
                        "merchant-private-key", new Value.Text(Keys.line(MERCHANT.getPrivate()))),
                _ -> answered(
                        List.of(
                                new Header("Wechatpay-Serial", KEY_ID),
                                new Header("Wechatpay-Timestamp", timestamp),
                                new Header("Wechatpay-Nonce", "nonce"),
                                new Header("Wechatpay-Signature", signature)),
                        body));
        assertThat(found).isInstanceOf(Found.Known.class);
        String resource = asked.url().getRawPath() + "?" + asked.url().getRawQuery();
        String nonce = header("Authorization").replaceAll(".*nonce_str=\"([^\"]+)\".*", "$1");
        String text = "GET\n" + resource + "\n" + timestamp + "\n" + nonce + "\n\n";
        assertThat(header("Authorization"))
                .endsWith("signature=\""
                        + new RSASigner("x", MERCHANT.getPrivate()).sign(text).getSign() + "\"");
    }

    @Test
    void alipaysOwnKitMakesTheSignatureOfOurQuestionAndOfTheAnswerWeBelieve() throws Exception {
        String node = "{\"code\":\"10000\",\"trade_no\":\"T-1\",\"trade_status\":\"TRADE_SUCCESS\",\"subject\":\"订单\"}";
        String signature = rsaSign(node, PLATFORM);
        Found found = ask(
                "alipay",
                Map.of(
                        "public-key", new Value.Text(Keys.line(PLATFORM.getPublic())),
                        "app-id", new Value.Text("2021000000000000"),
                        "app-private-key", new Value.Text(Keys.line(MERCHANT.getPrivate()))),
                _ -> answered(
                        List.of(), "{\"alipay_trade_query_response\":" + node + ",\"sign\":\"" + signature + "\"}"));
        assertThat(found).isInstanceOf(Found.Known.class);
        Map<String, String> sent = new HashMap<>();
        for (String pair : new String(asked.body(), StandardCharsets.UTF_8).split("&")) {
            String[] parts = pair.split("=", 2);
            sent.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        String sign = sent.remove("sign");
        assertThat(sign).isEqualTo(rsaSign(AlipaySignature.getSignContent(sent), MERCHANT));
    }

    private static String rsaSign(String text, KeyPair keys) throws AlipayApiException {
        return AlipaySignature.rsaSign(text, Keys.line(keys.getPrivate()), "UTF-8", "RSA2");
    }
}
