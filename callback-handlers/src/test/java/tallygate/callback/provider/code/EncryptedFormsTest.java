package tallygate.callback.provider.code;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.callback.provider.code.CodeEndpoints.ECPAY;
import static tallygate.callback.provider.code.CodeEndpoints.JDPAY;
import static tallygate.callback.provider.code.CodeEndpoints.NEWEBPAY;
import static tallygate.callback.provider.code.CodeEndpoints.PAYTM;
import static tallygate.callback.provider.code.TestEndpoint.NOW;
import static tallygate.callback.provider.code.TestEndpoint.URL;
import static tallygate.callback.provider.code.TestEndpoint.sample;
import static tallygate.callback.provider.code.TestEndpoint.withBody;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.Judgement;
import tallygate.signature.BlockCipher;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;
import tallygate.signature.WireText;

/** ECPay, NewebPay, JD Pay and Paytm. */
class EncryptedFormsTest {
    private static final Ecpay.Keys ECPAY_KEYS =
            new Ecpay.Keys("", "pwFHCqoQZGmho4w6", "EkRm7iFT261dpevs", HashAlgorithm.SHA256);

    private static String text(RawRequest request) {
        return new String(request.body(), StandardCharsets.UTF_8);
    }

    private static RawRequest ecpay(Map<String, String> fields) {
        Map<String, String> all = new LinkedHashMap<>(fields);
        all.put(
                "CheckMacValue",
                WireText.HEX.encode(Ecpay.mac(fields, ECPAY_KEYS)).toUpperCase(Locale.ROOT));
        return Made.form(URL, all, StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({
        "Tom's Shop, 100, CF0A3D4901D99459D8641516EC57210700E8A5C9AB26B1D021301E9CB93EF78D",
        "Test~Product, 200, CEEAE01D2F9A8E74D4AC0DCE7735B046D73F35A5EC99558A31A2EE03159DA1C9",
        "My Test Product, 300, 7712A5E6EDC3B57086063C88568084C66CE882A21D40E74DE5ACA3B478C6F316"
    })
    void theCheckMacValueOfEcpaysOwnExamplesIsComputed(String item, String amount, String mac) {
        Map<String, String> fields = Map.of("MerchantID", "3002607", "ItemName", item, "TotalAmount", amount);
        assertThat(WireText.HEX.encode(Ecpay.mac(fields, ECPAY_KEYS))).isEqualToIgnoringCase(mac);
    }

    @Test
    void aPaymentThatEcpayOnlySimulatedIsAcknowledgedAndNotRun() {
        Map<String, String> fields = Map.of(
                "MerchantTradeNo", "ORDER-1", "TradeNo", "T-1", "RtnCode", "1", "TradeAmt", "100", "SimulatePaid", "1");
        PaymentEvent event = ECPAY.event(ecpay(fields));
        assertThat(event.hold()).isEqualTo("test");
        assertThat(event.effect()).isEmpty();
    }

    @Test
    void aNumberThatWasIssuedIsAnotherEventThanThePaymentUnderTheSameTrade() {
        Map<String, String> issued =
                Map.of("MerchantTradeNo", "O", "TradeNo", "T-1", "RtnCode", "2", "TradeAmt", "100");
        Map<String, String> paid = Map.of("MerchantTradeNo", "O", "TradeNo", "T-1", "RtnCode", "1", "TradeAmt", "100");
        assertThat(ECPAY.event(ecpay(issued)).eventId())
                .isNotEqualTo(ECPAY.event(ecpay(paid)).eventId());
        assertThat(ECPAY.event(ecpay(issued)).effect()).isEmpty();
        assertThat(ECPAY.event(ecpay(paid)).effect())
                .map(PaymentEvent.Effect::key)
                .contains("paid:T-1");
    }

    @Test
    void taiwanDollarsAreWholeAndTimesAreTaiwans() {
        Map<String, String> fields =
                Map.of("TradeNo", "T-1", "RtnCode", "1", "TradeAmt", "100", "PaymentDate", "2026/01/01 08:00:00");
        PaymentEvent event = ECPAY.event(ecpay(fields));
        assertThat(event.amount()).isEqualTo("100");
        assertThat(event.amountMinor()).hasValue(10_000);
        assertThat(event.currency()).isEqualTo("TWD");
        assertThat(event.occurredAt()).contains(Instant.parse("2026-01-01T00:00:00Z"));
    }

    @Test
    void ecpayIsAnsweredInFourCharacters() {
        assertThat(ECPAY.genuine(ECPAY.genuineRequest()).success().body()).isEqualTo(new byte[] {'1', '|', 'O', 'K'});
        assertThat(ECPAY.genuine(ECPAY.genuineRequest()).success().contentType())
                .isEqualTo("text/plain");
    }

    @Test
    void encryptedJsonOfEcpayIsOpenedAndNoiseIsNot() {
        String inner = "{\"RtnCode\":1,\"MerchantID\":\"M1\",\"OrderInfo\":{\"MerchantTradeNo\":\"ORDER-1\","
                + "\"TradeNo\":\"T-1\",\"TradeAmt\":100}}";
        BlockCipher cipher = BlockCipher.aesCbc(
                "pwFHCqoQZGmho4w6".getBytes(StandardCharsets.US_ASCII),
                "EkRm7iFT261dpevs".getBytes(StandardCharsets.US_ASCII));
        String data = WireText.BASE64.encode(
                cipher.encrypt(URLEncoder.encode(inner, StandardCharsets.UTF_8).getBytes(StandardCharsets.US_ASCII)));
        RawRequest request = Made.json(URL, List.of(), "{\"TransCode\":1,\"Data\":\"" + data + "\"}");
        Judgement.Genuine genuine = ECPAY.genuine(request);
        assertThat(genuine.decrypted()).isEqualTo(inner);
        assertThat(genuine.events().getFirst().effect())
                .map(PaymentEvent.Effect::key)
                .contains("paid:T-1");
        assertThat(ECPAY.with("merchant-id", "M2").refusal(request)).isEqualTo(Reason.MERCHANT_MISMATCH);
        assertThat(ECPAY.with("hash-key", "ejCk326UnaZWKisg").refusal(request)).isEqualTo(Reason.DECRYPT_FAILED);
        assertThat(ECPAY.refusal(Made.json(URL, List.of(), "{\"Data\":\"AAAA\"}")))
                .isEqualTo(Reason.DECRYPT_FAILED);
    }

    @Test
    void whatStandsOutsideTradeInfoCountsForNothing() {
        RawRequest request = NEWEBPAY.genuineRequest();
        String forged = text(request).replace("Status=SUCCESS", "Status=FAILED").replace("MS12345678", "OTHER");
        PaymentEvent event = NEWEBPAY.event(withBody(request, forged.getBytes(StandardCharsets.UTF_8)));
        assertThat(event.status()).isEqualTo("SUCCESS");
        assertThat(event.effect()).map(PaymentEvent.Effect::key).contains("paid:TXN-1");
    }

    @Test
    void tradeInfoMayBeAQueryStringAndItsDigestInEitherCase() {
        BlockCipher cipher = BlockCipher.aesCbc(
                "12345678901234567890123456789012".getBytes(StandardCharsets.US_ASCII),
                "1234567890123456".getBytes(StandardCharsets.US_ASCII));
        String plain =
                "Status=SUCCESS&MerchantID=MS1&Amt=40&TradeNo=T-9&MerchantOrderNo=O-9&PayTime=2026-01-01+08%3A00%3A00";
        String info = WireText.HEX.encode(cipher.encrypt(plain.getBytes(StandardCharsets.US_ASCII)));
        String sha = HashAlgorithm.SHA256.hex(
                ("HashKey=12345678901234567890123456789012&" + info + "&HashIV=1234567890123456")
                        .getBytes(StandardCharsets.US_ASCII));
        for (String written : List.of(sha, sha.toUpperCase(Locale.ROOT))) {
            PaymentEvent event = NEWEBPAY.event(
                    Made.form(URL, Map.of("TradeInfo", info, "TradeSha", written), StandardCharsets.UTF_8));
            assertThat(event.bizId()).isEqualTo("O-9");
            assertThat(event.amountMinor()).hasValue(4_000);
        }
    }

    @Test
    void aNoticeOfJdPayIsReadFromTheDecryptedXml() {
        Judgement.Genuine genuine = JDPAY.genuine(JDPAY.genuineRequest());
        PaymentEvent event = genuine.events().getFirst();
        assertThat(genuine.decrypted()).startsWith("<jdpay>").doesNotContain("<sign>");
        assertThat(event.bizId()).isEqualTo("ORDER-1");
        assertThat(event.effect()).map(PaymentEvent.Effect::key).contains("paid:ORDER-1");
        PaymentEvent refund = JDPAY.event(JDPAY.maker().genuine(sample("1"), URL, NOW));
        assertThat(refund.bizType()).isEqualTo("refund");
        assertThat(refund.effect()).map(PaymentEvent.Effect::key).contains("refunded:ORDER-1");
        assertThat(new String(genuine.success().body(), StandardCharsets.US_ASCII))
                .isEqualTo("success");
    }

    @Test
    void theWrongDesKeyOfJdPayOpensNothing() {
        TestEndpoint other = JDPAY.with("des-key", "bm1sa2ppaGdmZWRjYmE5ODc2NTQzMjEw");
        assertThat(other.refusal(JDPAY.genuineRequest())).isEqualTo(Reason.DECRYPT_FAILED);
        assertThat(JDPAY.with("des-key", "not base64!").problems())
                .containsExactly("des-key: takes base64, and is not");
        assertThat(JDPAY.with("des-key", "AAAA").problems())
                .containsExactly("des-key: a triple DES key has 24 bytes, this one has 3");
    }

    @Test
    void theChecksumOfPaytmCoversTheBodyAsItStands() {
        RawRequest request = PAYTM.genuineRequest();
        assertThat(text(request)).contains("\"mid\": \"");
        assertThat(PAYTM.event(request).effect()).map(PaymentEvent.Effect::key).contains("paid:TXN-1");
        String denser = text(request).replace("\"mid\": ", "\"mid\":");
        assertThat(PAYTM.refusal(withBody(request, denser.getBytes(StandardCharsets.UTF_8))))
                .isEqualTo(Reason.SIGNATURE_MISMATCH);
    }
}
