package tallygate.callback.provider.code;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.SampleEvent;
import tallygate.callback.provider.read.FormFields;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.ProviderCertificate;
import tallygate.signature.RawRequest;
import tallygate.signature.SignatureMaker;
import tallygate.signature.WireText;

/** Makes UnionPay notices. */
record UnionPayMaker(EndpointOptions options) {
    RawRequest withSecureKey(SampleEvent event, String url, Instant at, String secureKey) {
        Map<String, String> fields = fields(event, at, "11");
        byte[] signature = UnionPay.keyed(bytes(fields), false, HashAlgorithm.SHA256, secureKey);
        fields.put(UnionPay.SIGNATURE, WireText.HEX.encode(signature));
        return Made.form(url, fields, StandardCharsets.UTF_8);
    }

    Maker.Build<SignatureMaker> withCertificate(ProviderCertificate certificate) {
        String pem = "-----BEGIN CERTIFICATE-----\r\n"
                + Base64.getMimeEncoder().encodeToString(certificate.der())
                + "\r\n-----END CERTIFICATE-----";
        return (event, url, at, key) -> {
            Map<String, String> fields = fields(event, at, "01");
            fields.put("signPubKeyCert", pem);
            byte[] signature = key.sign(UnionPay.message(bytes(fields), false));
            fields.put(UnionPay.SIGNATURE, WireText.BASE64.encode(signature));
            return Made.form(url, fields, StandardCharsets.UTF_8);
        };
    }

    private static FormFields bytes(Map<String, String> fields) {
        return new FormFields(fields.entrySet().stream()
                .map(field -> new FormFields.Field(field.getKey(), asBytes(field.getValue())))
                .toList());
    }

    private static String asBytes(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    private Map<String, String> fields(SampleEvent event, Instant at, String method) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("version", "5.1.0");
        fields.put("encoding", "UTF-8");
        fields.put("signMethod", method);
        fields.put("txnType", event.type().isEmpty() ? "01" : event.type());
        fields.put("merId", options.merchantId().orElse("777290058110048"));
        fields.put("orderId", event.orderId());
        fields.put("queryId", event.transactionId());
        fields.put("txnAmt", Long.toString(event.amountMinor().orElse(0)));
        fields.put("currencyCode", NumericCurrency.digits(event.currency().isEmpty() ? "CNY" : event.currency()));
        fields.put("txnTime", Times.text(at, Times.DENSE, Times.CHINA));
        fields.put("respCode", "00");
        fields.put("respMsg", "成功");
        fields.put("traceNo", Made.nonce(event, "trace", 6));
        return fields;
    }
}
