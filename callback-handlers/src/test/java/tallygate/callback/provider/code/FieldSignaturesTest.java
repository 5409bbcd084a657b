package tallygate.callback.provider.code;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.callback.provider.code.CodeEndpoints.BRAINTREE;
import static tallygate.callback.provider.code.CodeEndpoints.DOUYIN_MINI;
import static tallygate.callback.provider.code.CodeEndpoints.OPAYO;
import static tallygate.callback.provider.code.CodeEndpoints.PADDLE;
import static tallygate.callback.provider.code.CodeEndpoints.REDSYS;
import static tallygate.callback.provider.code.CodeEndpoints.TRUSTPAY;
import static tallygate.callback.provider.code.CodeEndpoints.TWO_CHECKOUT;
import static tallygate.callback.provider.code.TestEndpoint.NOW;
import static tallygate.callback.provider.code.TestEndpoint.URL;
import static tallygate.callback.provider.code.TestEndpoint.sample;
import static tallygate.callback.provider.code.TestEndpoint.withBody;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.callback.Answer;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.SampleEvent;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.Hmac;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;
import tallygate.signature.WireText;

/** Braintree, Douyin mini-programs, Opayo, Paddle Classic, Redsys, TrustPay and 2Checkout. */
class FieldSignaturesTest {
    private static String text(RawRequest request) {
        return new String(request.body(), StandardCharsets.UTF_8);
    }

    private static RawRequest changed(RawRequest request, String from, String to) {
        assertThat(text(request)).contains(from);
        return withBody(request, text(request).replace(from, to).getBytes(StandardCharsets.UTF_8));
    }

    private static RawRequest challenge(String query) {
        return new RawRequest(
                "GET", "https", "pay.example.com", "/callbacks/shop?" + query, List.of(), new byte[0], "");
    }

    @Test
    void theChallengeOfBraintreeIsAnsweredWithTheKeysProof() {
        Judgement judgement =
                BRAINTREE.bound().judge(challenge("bt_challenge=20f9f8ed05f77439fe955c977e4c8a53"), Optional.of(NOW));
        byte[] key = HashAlgorithm.SHA1.of("private_1".getBytes(StandardCharsets.UTF_8));
        String proof = WireText.HEX.encode(
                Hmac.Hash.SHA1.keyed(key).of("20f9f8ed05f77439fe955c977e4c8a53".getBytes(StandardCharsets.UTF_8)));
        assertThat(judgement)
                .isInstanceOfSatisfying(
                        Judgement.Handshake.class,
                        handshake -> assertThat(new String(handshake.answer().body(), StandardCharsets.UTF_8))
                                .isEqualTo("public_1|" + proof));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "bt_challenge=", "bt_challenge=xyz", "bt_challenge=20f9f8ed05f77439fe955c977e4c8a5300"})
    void anythingElseByGetProvesNothing(String query) {
        assertThat(BRAINTREE.refusal(challenge(query))).isEqualTo(Reason.SIGNATURE_MISSING);
    }

    @Test
    void aLineEndThatWasLostOnTheWayIsForgiven() {
        RawRequest request = BRAINTREE.genuineRequest();
        assertThat(BRAINTREE.genuine(changed(request, "%0A", "")).events()).hasSize(1);
    }

    @Test
    void aSignatureOfAnotherApiKeyIsAnUnknownKey() {
        assertThat(BRAINTREE.refusal(changed(BRAINTREE.genuineRequest(), "public_1%7C", "public_2%7C")))
                .isEqualTo(Reason.KEY_UNKNOWN);
        RawRequest both = changed(BRAINTREE.genuineRequest(), "bt_signature=", "bt_signature=public_2%7C00%26");
        assertThat(BRAINTREE.genuine(both).events()).hasSize(1);
    }

    @Test
    void contentInsideContentIsReadForDouyinMiniPrograms() {
        PaymentEvent event = DOUYIN_MINI.event(DOUYIN_MINI.genuineRequest());
        assertThat(event.providerTxnId()).isEqualTo("TXN-1");
        assertThat(event.effect()).map(PaymentEvent.Effect::key).contains("paid:TXN-1");
        PaymentEvent refund = DOUYIN_MINI.event(DOUYIN_MINI.maker().genuine(sample("refund"), URL, NOW));
        assertThat(refund.effect()).map(PaymentEvent.Effect::key).contains("refunded:TXN-1");
        PaymentEvent settle = DOUYIN_MINI.event(DOUYIN_MINI.maker().genuine(sample("settle"), URL, NOW));
        assertThat(settle.effect()).isEmpty();
        assertThat(settle.eventId()).isNotEqualTo(event.eventId());
    }

    @Test
    void aWindowOfDouyinMiniProgramsIsJudgedWhereItIsConfigured() {
        TestEndpoint windowed = DOUYIN_MINI.with("tolerance", "300s");
        RawRequest old = DOUYIN_MINI.maker().genuine(sample(), URL, NOW.minusSeconds(301));
        assertThat(DOUYIN_MINI.genuine(old).events()).hasSize(1);
        assertThat(windowed.refusal(old)).isEqualTo(Reason.TIMESTAMP_EXPIRED);
    }

    @Test
    void theBuyerIsSentBackToTheShopByTheAnswerToOpayo() {
        Answer answer = OPAYO.genuine(OPAYO.genuineRequest()).success();
        assertThat(new String(answer.body(), StandardCharsets.UTF_8))
                .isEqualTo("Status=OK\r\nRedirectURL=https://shop.example/thanks\r\nStatusDetail=");
        assertThat(OPAYO.with("vendor", "SHOP").genuine(OPAYO.genuineRequest()).events())
                .hasSize(1);
        assertThat(OPAYO.with("vendor", "other").refusal(OPAYO.genuineRequest()))
                .isEqualTo(Reason.SIGNATURE_MISMATCH);
    }

    @Test
    void lengthsOfPhpsSerializationCountBytes() {
        assertThat(text(PADDLE.genuineRequest())).contains("Zo%C3%AB");
        assertThat(PADDLE.event(PADDLE.genuineRequest()).effect())
                .map(PaymentEvent.Effect::key)
                .contains("paid:TXN-1");
        assertThat(PADDLE.event(PADDLE.maker().genuine(sample("payment_refunded"), URL, NOW))
                        .effect())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "12345678", "123456789012", "1234567890123456"})
    void theKeyOfRedsysIsDerivedFromOrdersOfAnyLength(String order) {
        SampleEvent event = new SampleEvent("", "EV", 1, order, "002413", OptionalLong.of(15_900), "EUR");
        PaymentEvent read = REDSYS.event(REDSYS.maker().genuine(event, URL, NOW));
        assertThat(read.bizId()).isEqualTo(order);
        assertThat(read.currency()).isEqualTo("EUR");
        assertThat(REDSYS.bound().asWritten("EUR")).isEqualTo("978");
        assertThat(read.effect()).map(PaymentEvent.Effect::key).contains("paid:" + order);
    }

    @Test
    void aSignatureVersionOfRedsysThatIsNotKnownIsRefused() {
        RawRequest request = changed(REDSYS.genuineRequest(), "HMAC_SHA256_V1", "HMAC_SHA512_V2");
        assertThat(REDSYS.refusal(request)).isEqualTo(Reason.ALGORITHM_NOT_ALLOWED);
    }

    @Test
    void bothAlphabetsOfBase64AreTakenFromRedsys() {
        RawRequest request = REDSYS.genuineRequest();
        String signature = text(request).substring(text(request).indexOf("Ds_Signature=") + 13);
        String other = signature.replace("-", "%2B").replace("_", "%2F") + "%3D";
        assertThat(REDSYS.genuine(changed(request, signature, other)).events()).hasSize(1);
    }

    @Test
    void anyOrderOfMembersIsTheSameToTrustPay() {
        RawRequest request = TRUSTPAY.genuineRequest();
        RawRequest reordered = changed(
                request,
                "\"InstructedAmount\":\"100.01\",\"Currency\":\"EUR\"",
                "\"Currency\":\"EUR\",\"InstructedAmount\":\"100.01\"");
        assertThat(TRUSTPAY.event(reordered).digest())
                .isEqualTo(TRUSTPAY.event(request).digest());
        RawRequest number = changed(request, "\"100.01\"", "100.01");
        assertThat(TRUSTPAY.event(number).amountMinor()).hasValue(10_001);
        assertThat(TRUSTPAY.refusal(changed(request, "\"InstructedAmount\"", "\"Renamed\"")))
                .isEqualTo(Reason.BODY_MALFORMED);
    }

    @Test
    void theAnswerTo2CheckoutIsSignedForTheTimeOfAnswering() {
        RawRequest request = TWO_CHECKOUT.genuineRequest();
        Answer answer = TWO_CHECKOUT.genuine(request).success();
        String date = "20260601080000";
        String signed = "11" + "7Product" + "14" + date + "14" + date;
        byte[] key = "AABB%TEST&KEY1".getBytes(StandardCharsets.UTF_8);
        String hex = WireText.HEX.encode(Hmac.Hash.SHA3_256.keyed(key).of(signed.getBytes(StandardCharsets.UTF_8)));
        assertThat(new String(answer.body(), StandardCharsets.UTF_8))
                .isEqualTo("<sig algo=\"sha3-256\" date=\"" + date + "\">" + hex + "</sig>");
    }

    @Test
    void theOrderOfFieldsIsPartOfWhat2CheckoutSigns() {
        RawRequest request = TWO_CHECKOUT.genuineRequest();
        assertThat(TWO_CHECKOUT.refusal(
                        changed(request, "REFNO=TXN-1&REFNOEXT=ORDER-1", "REFNOEXT=ORDER-1&REFNO=TXN-1")))
                .isEqualTo(Reason.SIGNATURE_MISMATCH);
        assertThat(TWO_CHECKOUT.refusal(changed(request, "SIGNATURE_SHA3_256", "OTHER")))
                .isEqualTo(Reason.SIGNATURE_MISSING);
    }

    @Test
    void aSignatureInUpperCaseIsTheSame() {
        RawRequest request = DOUYIN_MINI.genuineRequest();
        String body = text(request);
        int from = body.indexOf("\"msg_signature\":\"") + 17;
        String signature = body.substring(from, from + 40);
        assertThat(DOUYIN_MINI
                        .genuine(changed(request, signature, signature.toUpperCase(Locale.ROOT)))
                        .events())
                .hasSize(1);
    }
}
