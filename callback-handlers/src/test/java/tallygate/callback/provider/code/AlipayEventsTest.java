package tallygate.callback.provider.code;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.callback.provider.code.AlipayForms.ALIPAY;
import static tallygate.callback.provider.code.AlipayForms.GBK;
import static tallygate.callback.provider.code.AlipayForms.fields;
import static tallygate.callback.provider.code.AlipayForms.form;
import static tallygate.callback.provider.code.AlipayForms.signed;
import static tallygate.callback.provider.code.TestEndpoint.NOW;
import static tallygate.callback.provider.code.TestEndpoint.URL;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.Judgement;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

class AlipayEventsTest {
    @Test
    void aPaymentIsRead() {
        PaymentEvent event = ALIPAY.event(signed(fields(), StandardCharsets.UTF_8));
        assertThat(event.eventId()).isEqualTo("N-1");
        assertThat(event.eventType()).isEqualTo("trade_status_sync");
        assertThat(event.bizType()).isEqualTo("payment");
        assertThat(event.bizId()).isEqualTo("ORDER-1");
        assertThat(event.providerTxnId()).isEqualTo("T-1");
        assertThat(event.amount()).isEqualTo("100.01");
        assertThat(event.amountMinor()).hasValue(10_001);
        assertThat(event.currency()).isEqualTo("CNY");
        assertThat(event.status()).isEqualTo("TRADE_SUCCESS");
        assertThat(event.effect()).map(PaymentEvent.Effect::key).contains("paid:T-1");
    }

    @Test
    @Tag("O-093")
    void theAnswersAreTheWordsThatAlipayWantsAndNothingElse() {
        Judgement.Genuine genuine = ALIPAY.genuine(ALIPAY.genuineRequest());
        assertThat(genuine.success().status()).isEqualTo(200);
        assertThat(genuine.success().body()).isEqualTo(new byte[] {'s', 'u', 'c', 'c', 'e', 's', 's'});
        assertThat(ALIPAY.bound().tryAgain().body()).isEqualTo("failure".getBytes(StandardCharsets.US_ASCII));
        assertThat(ALIPAY.bound().judge(form("a=b"), Optional.of(NOW)))
                .isInstanceOfSatisfying(
                        Judgement.Refused.class,
                        refused -> assertThat(refused.answer().body())
                                .isEqualTo("failure".getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    @Tag("O-047")
    void timesAreChinasWhateverTheServersZoneIs() {
        Map<String, String> fields = fields();
        fields.put("gmt_payment", "2026-03-08 02:30:00");
        assertThat(ALIPAY.event(signed(fields, StandardCharsets.UTF_8)).occurredAt())
                .contains(Instant.parse("2026-03-07T18:30:00Z"));
    }

    @Test
    @Tag("O-011")
    void aNoticeInGbkIsProvenOnItsBytesAndReadAsText() {
        Map<String, String> fields = fields();
        fields.put("charset", "GBK");
        fields.put("subject", "测试 A+B");
        PaymentEvent event = ALIPAY.event(signed(fields, GBK));
        assertThat(event.bizId()).isEqualTo("ORDER-1");
        assertThat(new String(event.content(), StandardCharsets.UTF_8)).contains("subject=%E6%B5%8B%E8%AF%95+A%2BB");
    }

    @Test
    @Tag("O-012")
    @Tag("T-21")
    void theSignedCharsetWinsOverTheHeaders() {
        Map<String, String> fields = fields();
        fields.put("subject", "测试");
        RawRequest request = TestEndpoint.withHeader(
                signed(fields, StandardCharsets.UTF_8),
                "Content-Type",
                "application/x-www-form-urlencoded; charset=GBK");
        assertThat(new String(ALIPAY.event(request).content(), StandardCharsets.UTF_8))
                .contains("subject=%E6%B5%8B%E8%AF%95");
    }

    @Test
    @Tag("O-015")
    @Tag("T-21")
    void aValueThatIsItselfEncodedIsDecodedOnce() {
        Map<String, String> fields = fields();
        fields.put("passback_params", "%7B%22id%22%3A1%7D");
        assertThat(new String(
                        ALIPAY.event(signed(fields, StandardCharsets.UTF_8)).content(), StandardCharsets.UTF_8))
                .contains("passback_params=%257B%2522id%2522%253A1%257D");
    }

    @Test
    void fieldsOfTheQueryAreNotMixedIn() {
        RawRequest genuine = signed(fields(), StandardCharsets.UTF_8);
        RawRequest request = Made.post(URL + "?tenant=t1&total_amount=9", genuine.headers(), genuine.body());
        assertThat(ALIPAY.event(request).amountMinor()).hasValue(10_001);
    }

    @Test
    @Tag("O-087")
    void aPartialRefundHasAnIdAndAnEffectOfItsOwn() {
        Map<String, String> fields = fields();
        fields.put("notify_id", "N-2");
        fields.put("refund_fee", "8.88");
        fields.put("out_biz_no", "R-1");
        fields.put("gmt_refund", "2026-06-01 17:00:00.123");
        PaymentEvent event = ALIPAY.event(signed(fields, StandardCharsets.UTF_8));
        assertThat(event.eventId()).isEqualTo("N-2");
        assertThat(event.bizType()).isEqualTo("refund");
        assertThat(event.status()).isEqualTo("TRADE_SUCCESS");
        assertThat(event.effect()).map(PaymentEvent.Effect::key).contains("refunded:T-1:R-1");
        assertThat(event.occurredAt()).contains(Instant.parse("2026-06-01T09:00:00.123Z"));
    }

    @ParameterizedTest
    @CsvSource({"WAIT_BUYER_PAY, false", "TRADE_CLOSED, false", "TRADE_FINISHED, true", "TRADE_SUCCESS, true"})
    void onlyAPaidTradeHasTheEffect(String status, boolean isPaid) {
        Map<String, String> fields = fields();
        fields.put("trade_status", status);
        assertThat(ALIPAY.event(signed(fields, StandardCharsets.UTF_8)).effect().isPresent())
                .isEqualTo(isPaid);
    }

    @Test
    void theSendTimeDoesNotMakeAnotherEventAndTheAmountDoes() {
        Map<String, String> later = fields();
        later.put("notify_time", "2026-06-01 16:04:00");
        Map<String, String> dearer = fields();
        dearer.put("total_amount", "100.02");
        byte[] first = ALIPAY.event(signed(fields(), StandardCharsets.UTF_8)).digest();
        assertThat(ALIPAY.event(signed(later, StandardCharsets.UTF_8)).digest()).isEqualTo(first);
        assertThat(ALIPAY.event(signed(dearer, StandardCharsets.UTF_8)).digest())
                .isNotEqualTo(first);
    }

    @Test
    @Tag("O-128")
    void aSellerOrAnApplicationThatIsNotOursIsRefused() {
        RawRequest request = signed(fields(), StandardCharsets.UTF_8);
        assertThat(ALIPAY.with("merchant-id", "2088000000000001")
                        .genuine(request)
                        .events())
                .hasSize(1);
        assertThat(ALIPAY.with("merchant-id", "2088999999999999").refusal(request))
                .isEqualTo(Reason.MERCHANT_MISMATCH);
        assertThat(ALIPAY.with("app-id", "2021999999999999").refusal(request)).isEqualTo(Reason.MERCHANT_MISMATCH);
    }
}
