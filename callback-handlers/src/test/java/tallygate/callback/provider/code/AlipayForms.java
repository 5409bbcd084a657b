package tallygate.callback.provider.code;

import static tallygate.callback.provider.code.TestEndpoint.URL;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tallygate.signature.PublicKeyAlgorithm;
import tallygate.signature.RawRequest;
import tallygate.signature.SigningKey;
import tallygate.signature.WireText;

/** Notices of Alipay with any fields, signed. */
final class AlipayForms {
    static final KeyPair KEYS = TestKeys.rsa();
    static final Charset GBK = Charset.forName("GBK");
    static final TestEndpoint ALIPAY = TestEndpoint.of("alipay")
            .with("public-key", TestKeys.line(KEYS.getPublic()))
            .with("test-private-key", TestKeys.line(KEYS.getPrivate()));

    static Map<String, String> fields() {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("notify_id", "N-1");
        fields.put("notify_type", "trade_status_sync");
        fields.put("notify_time", "2026-06-01 16:00:00");
        fields.put("sign_type", "RSA2");
        fields.put("charset", "utf-8");
        fields.put("app_id", "2021000000000001");
        fields.put("seller_id", "2088000000000001");
        fields.put("out_trade_no", "ORDER-1");
        fields.put("trade_no", "T-1");
        fields.put("trade_status", "TRADE_SUCCESS");
        fields.put("total_amount", "100.01");
        fields.put("gmt_payment", "2026-06-01 15:59:58");
        return fields;
    }

    static String signature(Map<String, String> fields, Charset charset, PublicKeyAlgorithm algorithm) {
        String text = new TreeMap<>(fields)
                .entrySet().stream()
                        .filter(f -> !f.getKey().equals("sign_type"))
                        .map(f -> f.getKey() + "=" + f.getValue())
                        .collect(Collectors.joining("&"));
        byte[] signature =
                algorithm.maker(new SigningKey(KEYS.getPrivate().getEncoded())).sign(text.getBytes(charset));
        return WireText.BASE64.encode(signature);
    }

    static RawRequest signed(Map<String, String> fields, Charset charset) {
        Map<String, String> all = new LinkedHashMap<>(fields);
        all.put("sign", signature(fields, charset, PublicKeyAlgorithm.RSA_SHA256));
        return Made.form(URL, all, charset);
    }

    static RawRequest form(String body) {
        return Made.post(URL, List.of(), body.getBytes(StandardCharsets.ISO_8859_1));
    }

    static String text(RawRequest request) {
        return new String(request.body(), StandardCharsets.ISO_8859_1);
    }

    private AlipayForms() {}
}
