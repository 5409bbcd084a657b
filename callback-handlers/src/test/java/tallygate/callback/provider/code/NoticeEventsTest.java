package tallygate.callback.provider.code;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.callback.provider.code.NoticeEndpoints.API_KEY;
import static tallygate.callback.provider.code.NoticeEndpoints.OTHER;
import static tallygate.callback.provider.code.NoticeEndpoints.WECHAT;
import static tallygate.callback.provider.code.NoticeEndpoints.WECHAT_CERTIFIED;
import static tallygate.callback.provider.code.NoticeEndpoints.WECHAT_SM;
import static tallygate.callback.provider.code.TestEndpoint.NOW;
import static tallygate.callback.provider.code.TestEndpoint.URL;
import static tallygate.callback.provider.code.TestEndpoint.sample;
import static tallygate.callback.provider.code.TestEndpoint.withHeader;
import static tallygate.callback.provider.code.TestEndpoint.without;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.Credentials.Value;
import tallygate.callback.provider.Judgement;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

class NoticeEventsTest {
    @ParameterizedTest
    @MethodSource("tallygate.callback.provider.code.NoticeEndpoints#all")
    void aPaymentIsReadFromTheOpenedResource(TestEndpoint endpoint) {
        PaymentEvent event = endpoint.event(endpoint.genuineRequest());
        assertThat(event.eventId()).isEqualTo("EV-1");
        assertThat(event.eventType()).isEqualTo("TRANSACTION.SUCCESS");
        assertThat(event.bizType()).isEqualTo("payment");
        assertThat(event.bizId()).isEqualTo("ORDER-1");
        assertThat(event.providerTxnId()).isEqualTo("TXN-1");
        assertThat(event.amountMinor()).hasValue(10_001);
        assertThat(event.currency()).isEqualTo("CNY");
        assertThat(event.status()).isEqualTo("SUCCESS");
        assertThat(event.occurredAt()).contains(NOW);
        assertThat(event.effect()).map(PaymentEvent.Effect::key).contains("paid:TXN-1");
    }

    @ParameterizedTest
    @MethodSource("tallygate.callback.provider.code.NoticeEndpoints#all")
    void aRefundHasTheRefundsIdAmountAndEffectAndTheCurrencyOfItsCountry(TestEndpoint endpoint) {
        PaymentEvent event = endpoint.event(endpoint.maker().genuine(sample("REFUND.SUCCESS"), URL, NOW));
        assertThat(event.bizType()).isEqualTo("refund");
        assertThat(event.providerTxnId()).isEqualTo("TXN-1");
        assertThat(event.amountMinor()).hasValue(10_001);
        assertThat(event.currency()).isEqualTo("CNY");
        assertThat(event.effect()).map(PaymentEvent.Effect::key).contains("refunded:TXN-1");
    }

    @Test
    void aRefundThatFailedHasNoEffect() {
        RawRequest request = WECHAT.maker().genuine(sample("REFUND.ABNORMAL"), URL, NOW);
        assertThat(WECHAT.event(request).effect()).isEmpty();
    }

    @ParameterizedTest
    @Tag("O-092")
    @MethodSource("tallygate.callback.provider.code.NoticeEndpoints#all")
    void theAnswersAreTheProvidersOwnBytes(TestEndpoint endpoint) {
        Judgement.Genuine genuine = endpoint.genuine(endpoint.genuineRequest());
        assertThat(genuine.success().status()).isEqualTo(200);
        assertThat(genuine.success().contentType()).isEqualTo("application/json");
        assertThat(new String(genuine.success().body(), StandardCharsets.UTF_8))
                .isEqualTo("{\"code\":\"SUCCESS\",\"message\":\"成功\"}");
        assertThat(endpoint.bound().tryAgain().status()).isEqualTo(503);
        assertThat(new String(endpoint.bound().tryAgain().body(), StandardCharsets.UTF_8))
                .contains("\"FAIL\"");
    }

    @Test
    void theWrongApiKeyIsNeverAcknowledged() {
        TestEndpoint wrong = WECHAT.with("api-v3-key", "ffffffffffffffffffffffffffffffff");
        assertThat(wrong.refusal(WECHAT.genuineRequest())).isEqualTo(Reason.DECRYPT_FAILED);
    }

    @Test
    @Tag("O-128")
    void anotherMerchantsGenuineNoticeIsRefused() {
        TestEndpoint ours = WECHAT.with("merchant-id", "1900000109").with("app-id", "wx1");
        assertThat(ours.genuine(ours.genuineRequest()).events()).hasSize(1);
        assertThat(ours.refusal(WECHAT.with("app-id", "wx1").genuineRequest())).isEqualTo(Reason.MERCHANT_MISMATCH);
        assertThat(ours.refusal(WECHAT.with("merchant-id", "1900000109").genuineRequest()))
                .isEqualTo(Reason.MERCHANT_MISMATCH);
    }

    @ParameterizedTest
    @Tag("O-072")
    @MethodSource("tallygate.callback.provider.code.NoticeEndpoints#all")
    void twoDeliveriesOfOneEventAreEqualAndAChangedAmountIsNot(TestEndpoint endpoint) {
        RawRequest first = endpoint.genuineRequest();
        RawRequest again = endpoint.maker().genuine(sample().withDelivery(2), URL, NOW.plusSeconds(15));
        RawRequest other = endpoint.maker().genuine(sample().withAmountMinor(1), URL, NOW);
        assertThat(again.body()).isNotEqualTo(first.body());
        assertThat(endpoint.event(again).eventId())
                .isEqualTo(endpoint.event(first).eventId());
        assertThat(endpoint.event(again).digest())
                .isEqualTo(endpoint.event(first).digest());
        assertThat(endpoint.event(other).digest())
                .isNotEqualTo(endpoint.event(first).digest());
    }

    @Test
    @Tag("O-066")
    void theProvidersSelfTestWithARightSignatureIsStoredAndNotRun() {
        RawRequest request = WECHAT.maker().genuine(sample("SECURITY_ECHO.SUCCESS"), URL, NOW);
        PaymentEvent event = WECHAT.event(request);
        assertThat(event.hold()).isEqualTo("test");
        assertThat(event.effect()).isEmpty();
    }

    @Test
    @Tag("O-009")
    void theContentTypeOfTheRequestDoesNotMatter() {
        for (String type :
                List.of("text/plain", "APPLICATION/JSON; charset=\"utf-8\"", "application/json; charset=GBK", "x")) {
            assertThat(WECHAT.genuine(withHeader(WECHAT.genuineRequest(), "Content-Type", type))
                            .events())
                    .hasSize(1);
        }
        assertThat(WECHAT.genuine(without(WECHAT.genuineRequest(), "Content-Type"))
                        .events())
                .hasSize(1);
    }

    @Test
    @Tag("O-054")
    void whatIsWrongWithTheKeysIsSaidBeforeTheFirstCallback() {
        assertThat(TestEndpoint.of("wechatpay-v3").with("api-v3-key", API_KEY).problems())
                .singleElement()
                .asString()
                .startsWith("public-keys: is missing");
        assertThat(WECHAT.with("api-v3-key", "too short").problems())
                .singleElement()
                .asString()
                .isEqualTo("api-v3-key: an AES key has 16, 24 or 32 bytes, this one has 9");
        assertThat(WECHAT_CERTIFIED
                        .with(
                                "certificates",
                                new Value.TextMap(Map.of("77", TestKeys.certificate("CN=Tenpay.com sign", OTHER))))
                        .problems())
                .contains("certificates[77]: the certificate has serial " + TestKeys.SERIAL);
        assertThat(WECHAT_CERTIFIED
                        .withById("certificates", TestKeys.SERIAL, TestKeys.certificate("CN=1900000109", OTHER))
                        .problems())
                .anySatisfy(problem -> assertThat(problem).contains("the merchant's own API certificate (1900000109)"));
        assertThat(WECHAT.with("test-private-key", TestKeys.line(OTHER.getPrivate()))
                        .problems())
                .containsExactly("test-private-key: pairs with none of the public keys of this endpoint");
    }

    @Test
    void onlyTheChineseAlgorithmsAreKeptOffTheEventLoop() {
        assertThat(WECHAT.bound().isSlow()).isFalse();
        assertThat(WECHAT_SM.bound().isSlow()).isTrue();
    }
}
