package tallygate.callback.provider.code;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.callback.provider.code.CodeEndpoints.ANTOM;
import static tallygate.callback.provider.code.CodeEndpoints.PAYPAL;
import static tallygate.callback.provider.code.CodeEndpoints.PHONEPE;
import static tallygate.callback.provider.code.CodeEndpoints.PHONEPE_SALT;
import static tallygate.callback.provider.code.CodeEndpoints.RSA;
import static tallygate.callback.provider.code.CodeEndpoints.TPAY;
import static tallygate.callback.provider.code.TestEndpoint.NOW;
import static tallygate.callback.provider.code.TestEndpoint.URL;
import static tallygate.callback.provider.code.TestEndpoint.sample;
import static tallygate.callback.provider.code.TestEndpoint.withBody;
import static tallygate.callback.provider.code.TestEndpoint.withHeader;
import static tallygate.callback.provider.code.TestEndpoint.without;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.Judgement;
import tallygate.signature.DetachedJws;
import tallygate.signature.Header;
import tallygate.signature.PublicKeyAlgorithm;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;
import tallygate.signature.SignatureMaker;
import tallygate.signature.SigningKey;
import tallygate.signature.WireText;

/** Antom, PayPal, PhonePe and Tpay. */
class HeaderSignaturesTest {
    private static final SignatureMaker KEY =
            PublicKeyAlgorithm.RSA_SHA256.maker(new SigningKey(RSA.getPrivate().getEncoded()));

    private static RawRequest at(RawRequest request, String target) {
        return new RawRequest(
                request.method(), request.scheme(), request.authority(), target, request.headers(), request.body(), "");
    }

    @Test
    void aPendingPaymentOfAntomDoesNotStandForItsResult() {
        PaymentEvent pending = ANTOM.event(ANTOM.maker().genuine(sample("PAYMENT_PENDING"), URL, NOW));
        PaymentEvent result = ANTOM.event(ANTOM.genuineRequest());
        assertThat(pending.effect()).isEmpty();
        assertThat(pending.eventId()).isNotEqualTo(result.eventId());
        assertThat(result.effect()).map(PaymentEvent.Effect::key).contains("paid:TXN-1");
        PaymentEvent refund = ANTOM.event(ANTOM.maker().genuine(sample("REFUND_RESULT"), URL, NOW));
        assertThat(refund.effect()).map(PaymentEvent.Effect::key).contains("refunded:TXN-1");
    }

    @Test
    void thePathIsSignedByAntomAndTheRegisteredOneCounts() {
        RawRequest request = ANTOM.genuineRequest();
        RawRequest rewritten = at(request, "/internal/antom");
        assertThat(ANTOM.refusal(rewritten)).isEqualTo(Reason.SIGNATURE_MISMATCH);
        assertThat(ANTOM.with("public-url", URL).genuine(rewritten).events()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "'algorithm=RSA256,keyVersion=2,signature=AAAA', KEY_UNKNOWN",
        "'algorithm=HMAC,keyVersion=1,signature=AAAA', ALGORITHM_NOT_ALLOWED",
        "'algorithm=RSA256,keyVersion=1', SIGNATURE_MALFORMED",
        "'algorithm=RSA256,keyVersion=1,signature=%zz', SIGNATURE_MALFORMED",
        "'signature=', ALGORITHM_NOT_ALLOWED",
        "',,,', SIGNATURE_MALFORMED"
    })
    void aBrokenSignatureHeaderOfAntomIsRefused(String header, Reason reason) {
        assertThat(ANTOM.refusal(withHeader(ANTOM.genuineRequest(), "signature", header)))
                .isIn(reason, Reason.SIGNATURE_MALFORMED);
    }

    @Test
    void anotherClientOfAntomIsAnotherMerchant() {
        TestEndpoint other = ANTOM.with("client-id", "SANDBOX_2");
        assertThat(other.refusal(ANTOM.genuineRequest())).isEqualTo(Reason.MERCHANT_MISMATCH);
    }

    @Test
    @Tag("O-065")
    void aChecksumAboveTheSignedRangeIsWrittenWithoutASign() {
        int tries = 0;
        String body;
        CRC32 crc = new CRC32();
        do {
            body = "{\"id\":\"WH-" + tries++ + "\",\"event_type\":\"X\",\"resource\":{}}";
            crc.reset();
            crc.update(body.getBytes(StandardCharsets.UTF_8));
        } while (crc.getValue() <= Integer.MAX_VALUE);
        byte[] signed = ("T|2026-06-01T08:00:00Z|1JE4291016473214C|" + crc.getValue()).getBytes(StandardCharsets.UTF_8);
        assertThat(PAYPAL.genuine(paypal(body, signed)).events()).hasSize(1);
    }

    private static RawRequest paypal(String body, byte[] signed) {
        return Made.json(
                URL,
                List.of(
                        new Header("PAYPAL-TRANSMISSION-ID", "T"),
                        new Header("PAYPAL-TRANSMISSION-TIME", "2026-06-01T08:00:00Z"),
                        new Header("PAYPAL-TRANSMISSION-SIG", WireText.BASE64.encode(KEY.sign(signed))),
                        new Header("PAYPAL-AUTH-ALGO", "SHA256withRSA")),
                body);
    }

    @Test
    @Tag("O-067")
    void aSimulatorEventOfPayPalIsRefusedOnLiveAndHeldOnTest() {
        String body = "{\"id\":\"WH-1\",\"event_type\":\"PAYMENT.CAPTURE.COMPLETED\",\"resource\":{\"id\":\"C\"}}";
        RawRequest request = paypal(
                body,
                PayPal.signedText("T", "2026-06-01T08:00:00Z", "WEBHOOK_ID", body.getBytes(StandardCharsets.UTF_8)));
        assertThat(PAYPAL.bound().judge(request, Optional.of(NOW)))
                .isInstanceOfSatisfying(Judgement.Refused.class, refused -> {
                    assertThat(refused.reason()).isEqualTo(Reason.SIGNATURE_MISMATCH);
                    assertThat(refused.detail()).contains("simulator event");
                });
        assertThat(PAYPAL.with("environment", "live").refusal(request)).isEqualTo(Reason.SIGNATURE_MISMATCH);
        assertThat(PAYPAL.with("environment", "test").event(request).hold()).isEqualTo("test");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://api.paypal.com.evil.example/v1/notifications/certs/C",
                "http://api.paypal.com/v1/notifications/certs/C",
                "https://api.paypal.com@evil.example/C",
                "https://user@api.paypal.com/C",
                "https://evil.example/api.paypal.com",
                "no url"
            })
    void aCertificateUrlThatIsNotPayPalsIsRefused(String url) {
        assertThat(PAYPAL.refusal(withHeader(PAYPAL.genuineRequest(), "PAYPAL-CERT-URL", url)))
                .isEqualTo(Reason.CERTIFICATE_UNTRUSTED);
    }

    @Test
    void aCertificateThatIsNotPayPalsOrNotOfTheRootOrOutOfDateIsNotTrusted() {
        RawRequest request = PAYPAL.genuineRequest();
        String other = CodeEndpoints.payPals("messageverificationcerts.evil.example");
        String own = TestKeys.certificate("CN=messageverificationcerts.paypal.com", RSA);
        TestEndpoint open = PAYPAL.without("test-private-key");
        assertThat(open.with("certificate", other).refusal(request)).isEqualTo(Reason.CERTIFICATE_UNTRUSTED);
        assertThat(open.with("certificate", own).refusal(request)).isEqualTo(Reason.CERTIFICATE_UNTRUSTED);
        assertThat(PAYPAL.refusal(request, TestKeys.TO.plusSeconds(1))).isEqualTo(Reason.CERTIFICATE_UNTRUSTED);
    }

    @Test
    void anAlgorithmThatPayPalNeverUsesIsRefused() {
        RawRequest request = withHeader(PAYPAL.genuineRequest(), "PAYPAL-AUTH-ALGO", "SHA1withRSA");
        assertThat(PAYPAL.refusal(request)).isEqualTo(Reason.ALGORITHM_NOT_ALLOWED);
        assertThat(PAYPAL.refusal(without(PAYPAL.genuineRequest(), "PAYPAL-TRANSMISSION-TIME")))
                .isEqualTo(Reason.SIGNATURE_MISSING);
    }

    @Test
    @Tag("O-021")
    void emptyObjectsOfPayPalStayEmptyObjects() {
        PaymentEvent event = PAYPAL.event(PAYPAL.genuineRequest());
        assertThat(new String(event.content(), StandardCharsets.UTF_8)).contains("\"breakdown\":{},\"items\":[]");
    }

    @Test
    void thePasswordOfPhonePeSaysNothingAboutTheBodySoNoMoneyEffectIsTaken() {
        RawRequest request = PHONEPE.genuineRequest();
        assertThat(PHONEPE.event(request).effect()).isEmpty();
        assertThat(PHONEPE.refusal(withHeader(request, "Authorization", "Basic dXNlcjpwYXNz")))
                .isEqualTo(Reason.SIGNATURE_MISMATCH);
        assertThat(PHONEPE_SALT.event(PHONEPE_SALT.genuineRequest()).effect())
                .map(PaymentEvent.Effect::key)
                .contains("paid:TXN-1");
    }

    @ParameterizedTest
    @CsvSource({
        "00, SIGNATURE_MALFORMED",
        "00###2, KEY_UNKNOWN",
        "zz###1, SIGNATURE_MALFORMED",
        "00###1, SIGNATURE_MISMATCH"
    })
    void aSaltIndexOfPhonePeMustBeOneThatIsConfigured(String header, Reason reason) {
        assertThat(PHONEPE_SALT.refusal(withHeader(PHONEPE_SALT.genuineRequest(), "X-VERIFY", header)))
                .isEqualTo(reason);
    }

    @Test
    void phonePeNeedsOneWayOfProof() {
        assertThat(TestEndpoint.of("phonepe").problems())
                .containsExactly("username: is missing: give username and password, or salt-keys");
        assertThat(TestEndpoint.of("phonepe").with("username", "u").problems())
                .contains("password: is missing: both or none");
    }

    private static RawRequest tpay(String header) {
        RawRequest request = TPAY.genuineRequest();
        String jws = DetachedJws.make(header.getBytes(StandardCharsets.UTF_8), request.body(), KEY);
        return withHeader(request, "X-JWS-Signature", jws);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{\"alg\":\"none\",\"x5u\":\"https://secure.tpay.com/a.pem\"}; ALGORITHM_NOT_ALLOWED",
                "{\"alg\":\"HS256\",\"x5u\":\"https://secure.tpay.com/a.pem\"}; ALGORITHM_NOT_ALLOWED",
                "{\"alg\":\"RS256\",\"x5u\":\"https://secure.tpay.com.evil.example/a.pem\"}; CERTIFICATE_UNTRUSTED",
                "{\"alg\":\"RS256\"}; CERTIFICATE_UNTRUSTED",
                "no json; SIGNATURE_MALFORMED"
            })
    void theHeaderOfAJwsDecidesNothing(String header, Reason reason) {
        assertThat(TPAY.refusal(tpay(header))).isEqualTo(reason);
    }

    @Test
    void theSecurityCodeOfTpayIsCheckedBesideTheJws() {
        assertThat(TPAY.event(TPAY.genuineRequest()).eventId()).isEqualTo("TXN-1:TRUE");
        assertThat(TPAY.withAll("secrets", "other").refusal(TPAY.genuineRequest()))
                .isEqualTo(Reason.SIGNATURE_MISMATCH);
    }

    @Test
    void tpayIsAnsweredTrueAndNeverFalse() {
        assertThat(TPAY.genuine(TPAY.genuineRequest()).success().body()).isEqualTo(new byte[] {'T', 'R', 'U', 'E'});
        assertThat(TPAY.bound().tryAgain().body()).isEmpty();
        RawRequest changed = withBody(TPAY.genuineRequest(), "tr_id=1".getBytes(StandardCharsets.UTF_8));
        assertThat(TPAY.bound().judge(changed, Optional.of(NOW)))
                .isInstanceOfSatisfying(
                        Judgement.Refused.class,
                        refused -> assertThat(refused.answer().body()).isEmpty());
    }
}
