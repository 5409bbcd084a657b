package tallygate.callback.provider.code;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.SampleEvent;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;
import tallygate.signature.WireText;

/** Makes WeChat Pay v2 notices. */
record WechatPayV2Maker(String signType, EndpointOptions options) {
    private static final int NONCE_LENGTH = 32;

    RawRequest make(SampleEvent event, String url, Instant at, String secret) {
        String body = event.type().equals("refund") ? refund(event, at, secret) : payment(event, at, secret);
        return Made.post(url, List.of(new Header("Content-Type", "text/xml")), body.getBytes(StandardCharsets.UTF_8));
    }

    private Map<String, String> head(SampleEvent event) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("return_code", "SUCCESS");
        fields.put("appid", options.appId().orElse("wx0000000000000001"));
        fields.put("mch_id", options.merchantId().orElse("1900000001"));
        fields.put("nonce_str", Made.nonce(event, "v2", NONCE_LENGTH));
        return fields;
    }

    private String payment(SampleEvent event, Instant at, String secret) {
        Map<String, String> fields = head(event);
        fields.put("result_code", "SUCCESS");
        fields.put("out_trade_no", event.orderId());
        fields.put("transaction_id", event.transactionId());
        fields.put("total_fee", Long.toString(event.amountMinor().orElse(0)));
        fields.put("fee_type", event.currency().isEmpty() ? "CNY" : event.currency());
        fields.put("time_end", Times.text(at, Times.DENSE, Times.CHINA));
        fields.put("sign", WechatPayV2.sign(fields, signType, secret));
        return xml("xml", fields);
    }

    private String refund(SampleEvent event, Instant at, String secret) {
        Map<String, String> content = new LinkedHashMap<>();
        content.put("out_trade_no", event.orderId());
        content.put("out_refund_no", "R" + event.orderId());
        content.put("refund_id", event.transactionId());
        content.put("refund_fee", Long.toString(event.amountMinor().orElse(0)));
        content.put("total_fee", Long.toString(event.amountMinor().orElse(0)));
        content.put("refund_status", "SUCCESS");
        content.put("success_time", Times.text(at, Times.DASHED, Times.CHINA));
        Map<String, String> fields = head(event);
        byte[] sealed =
                WechatPayV2.refundCipher(secret).encrypt(xml("root", content).getBytes(StandardCharsets.UTF_8));
        fields.put("req_info", WireText.BASE64.encode(sealed));
        return xml("xml", fields);
    }

    private static String xml(String root, Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(f -> "<" + f.getKey() + "><![CDATA[" + f.getValue().replace("]]>", "]]]]><![CDATA[>") + "]]></"
                        + f.getKey() + ">")
                .collect(Collectors.joining("", "<" + root + ">", "</" + root + ">"));
    }
}
