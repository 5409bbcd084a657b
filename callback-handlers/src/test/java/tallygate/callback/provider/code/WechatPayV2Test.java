package tallygate.callback.provider.code;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.callback.provider.code.CodeEndpoints.WECHAT_V2;
import static tallygate.callback.provider.code.CodeEndpoints.WECHAT_V2_HMAC;
import static tallygate.callback.provider.code.TestEndpoint.NOW;
import static tallygate.callback.provider.code.TestEndpoint.URL;
import static tallygate.callback.provider.code.TestEndpoint.sample;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.Judgement;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;
import tallygate.signature.WireText;

class WechatPayV2Test {
    private static final String KEY = "192006250b4c09247ec02edce69f6a2d";

    private static Map<String, String> fields() {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("return_code", "SUCCESS");
        fields.put("result_code", "SUCCESS");
        fields.put("mch_id", "10000100");
        fields.put("appid", "wx1");
        fields.put("out_trade_no", "ORDER-1");
        fields.put("transaction_id", "TXN-1");
        fields.put("total_fee", "110");
        fields.put("time_end", "20260101080000");
        return fields;
    }

    private static RawRequest signed(Map<String, String> fields, String signType) {
        Map<String, String> signed = new LinkedHashMap<>(fields);
        signed.values().removeIf(String::isEmpty);
        String sign = WechatPayV2.sign(signed, signType, KEY);
        return xml(plain(fields) + "<sign>" + sign + "</sign>");
    }

    private static String plain(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(f -> "<" + f.getKey() + ">" + f.getValue() + "</" + f.getKey() + ">")
                .collect(Collectors.joining());
    }

    private static RawRequest xml(String inner) {
        return Made.post(URL, List.of(), ("<xml>" + inner + "</xml>").getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theExampleOfTheSigningRulesHasItsPublishedSignatures() {
        Map<String, String> example = Map.of(
                "appid", "wxd930ea5d5a258f4f",
                "mch_id", "10000100",
                "device_info", "1000",
                "body", "test",
                "nonce_str", "ibuaiVcKdpRxkhJA");
        assertThat(WechatPayV2.sign(example, "MD5", KEY)).isEqualTo("9A0A8659F005D6984697E2CA0A9CF3B7");
        assertThat(WechatPayV2.sign(example, "HMAC-SHA256", KEY))
                .isEqualTo("6A9AE1657590FD6257D693A078E1C3E4BB6BA4DC30B23E0EE2496E54170DACD6");
    }

    @Test
    void aPaymentIsReadAndTheCurrencyThatIsNotSaidIsTheYuan() {
        PaymentEvent event = WECHAT_V2.event(signed(fields(), "MD5"));
        assertThat(event.eventId()).isEqualTo("TXN-1");
        assertThat(event.bizId()).isEqualTo("ORDER-1");
        assertThat(event.amountMinor()).hasValue(110);
        assertThat(event.currency()).isEqualTo("CNY");
        assertThat(event.occurredAt()).contains(Instant.parse("2026-01-01T00:00:00Z"));
        assertThat(event.effect()).map(PaymentEvent.Effect::key).contains("paid:TXN-1");
    }

    @Test
    void aPaymentThatFailedHasNoEffect() {
        Map<String, String> failed = fields();
        failed.put("result_code", "FAIL");
        assertThat(WECHAT_V2.event(signed(failed, "MD5")).effect()).isEmpty();
    }

    @Test
    @Tag("O-014")
    @Tag("O-024")
    void elementsThatNobodyKnowsYetAreSignedAndEmptyOnesAreNot() {
        Map<String, String> fields = fields();
        fields.put("coupon_fee_0", "10");
        fields.put("attach", "");
        fields.put("sign_type", "HMAC-SHA256");
        assertThat(WECHAT_V2_HMAC.genuine(signed(fields, "HMAC-SHA256")).events())
                .hasSize(1);
    }

    @Test
    @Tag("O-024")
    void theMessageDoesNotChooseTheAlgorithm() {
        Map<String, String> fields = fields();
        fields.put("sign_type", "MD5");
        assertThat(WECHAT_V2_HMAC.refusal(signed(fields, "MD5"))).isEqualTo(Reason.ALGORITHM_NOT_ALLOWED);
        assertThat(WECHAT_V2_HMAC.refusal(signed(fields(), "MD5"))).isEqualTo(Reason.SIGNATURE_MISMATCH);
    }

    @Test
    void characterDataInACdataSectionIsTheSameText() {
        RawRequest request = signed(fields(), "MD5");
        String body = new String(request.body(), StandardCharsets.UTF_8)
                .replace(">ORDER-1<", "><![CDATA[ORDER-1]]><")
                .replace(">TXN-1<", "><![CDATA[TX]]><![CDATA[N-1]]><");
        RawRequest cdata = TestEndpoint.withBody(request, body.getBytes(StandardCharsets.UTF_8));
        assertThat(WECHAT_V2.event(cdata).digest())
                .isEqualTo(WECHAT_V2.event(request).digest());
    }

    @Test
    void anElementThatStandsTwiceIsRefused() {
        RawRequest twice = xml(plain(fields()) + "<total_fee>1</total_fee><sign>"
                + WechatPayV2.sign(fields(), "MD5", KEY) + "</sign>");
        assertThat(WECHAT_V2.refusal(twice)).isEqualTo(Reason.BODY_MALFORMED);
    }

    @Test
    @Tag("O-022")
    @Tag("O-023")
    @Tag("T-17")
    @Tag("T-18")
    void aDoctypeIsRefusedBeforeAnythingIsExpandedOrFetched() {
        String entities = "<!DOCTYPE xml [<!ENTITY a SYSTEM \"http://127.0.0.1:9/x\"><!ENTITY b \"&a;&a;&a;\">]>";
        RawRequest request = Made.post(
                URL,
                List.of(),
                (entities + "<xml><attach>&b;</attach><sign>AA</sign></xml>").getBytes(StandardCharsets.UTF_8));
        assertThat(WECHAT_V2.refusal(request)).isEqualTo(Reason.BODY_MALFORMED);
    }

    @Test
    void aRefundIsOpenedWithTheKeyThatIsMadeFromTheApiKey() {
        Judgement.Genuine genuine = WECHAT_V2.genuine(WECHAT_V2.maker().genuine(sample("refund"), URL, NOW));
        PaymentEvent event = genuine.events().getFirst();
        assertThat(genuine.decrypted()).startsWith("<root>").contains("<refund_id>");
        assertThat(event.eventType()).isEqualTo("refund");
        assertThat(event.effect()).map(PaymentEvent.Effect::key).contains("refunded:TXN-1");
        assertThat(event.currency()).isEqualTo("CNY");
    }

    @Test
    void aZeroInFrontOfTheMadeKeyIsPartOfIt() {
        String secret = "x";
        int tries = 0;
        while (!HashAlgorithm.MD5
                .hex(secret.getBytes(StandardCharsets.US_ASCII))
                .startsWith("00")) {
            secret = "secret" + tries++;
        }
        TestEndpoint endpoint = TestEndpoint.of("wechatpay-v2").withAll("secrets", secret);
        RawRequest request = endpoint.maker().genuine(sample("refund"), URL, NOW);
        assertThat(endpoint.genuine(request).events()).hasSize(1);
    }

    @Test
    void aRefundThatDoesNotOpenIsNeverAcknowledged() {
        RawRequest request = WECHAT_V2.maker().forged(sample("refund"), URL, NOW);
        assertThat(WECHAT_V2.refusal(request)).isEqualTo(Reason.DECRYPT_FAILED);
        assertThat(WECHAT_V2.refusal(xml("<req_info>%%%</req_info>"))).isEqualTo(Reason.DECRYPT_FAILED);
        String noise = WireText.BASE64.encode(new byte[64]);
        assertThat(WECHAT_V2.refusal(xml("<req_info>" + noise + "</req_info>"))).isEqualTo(Reason.DECRYPT_FAILED);
    }

    @Test
    void anotherMerchantsNoticeIsRefused() {
        RawRequest request = signed(fields(), "MD5");
        assertThat(WECHAT_V2.with("merchant-id", "10000100").genuine(request).events())
                .hasSize(1);
        assertThat(WECHAT_V2.with("merchant-id", "20000200").refusal(request)).isEqualTo(Reason.MERCHANT_MISMATCH);
        assertThat(WECHAT_V2.with("app-id", "wx2").refusal(request)).isEqualTo(Reason.MERCHANT_MISMATCH);
    }

    @Test
    @Tag("O-095")
    void theAnswerIsOneLineOfXml() {
        Judgement.Genuine genuine = WECHAT_V2.genuine(WECHAT_V2.genuineRequest());
        assertThat(genuine.success().contentType()).isEqualTo("text/xml");
        assertThat(new String(genuine.success().body(), StandardCharsets.UTF_8))
                .isEqualTo("<xml><return_code><![CDATA[SUCCESS]]></return_code>"
                        + "<return_msg><![CDATA[OK]]></return_msg></xml>");
    }
}
