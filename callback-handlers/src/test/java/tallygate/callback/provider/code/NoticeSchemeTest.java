package tallygate.callback.provider.code;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.callback.provider.code.NoticeEndpoints.KEY_ID;
import static tallygate.callback.provider.code.NoticeEndpoints.RSA;
import static tallygate.callback.provider.code.NoticeEndpoints.WECHAT;
import static tallygate.callback.provider.code.NoticeEndpoints.WECHAT_BOTH;
import static tallygate.callback.provider.code.NoticeEndpoints.WECHAT_CERTIFIED;
import static tallygate.callback.provider.code.NoticeEndpoints.WECHAT_SM;
import static tallygate.callback.provider.code.NoticeEndpoints.prefix;
import static tallygate.callback.provider.code.TestEndpoint.NOW;
import static tallygate.callback.provider.code.TestEndpoint.URL;
import static tallygate.callback.provider.code.TestEndpoint.sample;
import static tallygate.callback.provider.code.TestEndpoint.withBody;
import static tallygate.callback.provider.code.TestEndpoint.withHeader;
import static tallygate.callback.provider.code.TestEndpoint.withHeaders;
import static tallygate.callback.provider.code.TestEndpoint.without;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.callback.provider.Finding;
import tallygate.callback.provider.Judgement;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;
import tallygate.signature.SigningKey;

class NoticeSchemeTest {
    @ParameterizedTest
    @Tag("O-051")
    @MethodSource("tallygate.callback.provider.code.NoticeEndpoints#all")
    void aProbeIsRefusedAsOneAndTheGenuineNoticeAfterItIsTaken(TestEndpoint endpoint) {
        RawRequest genuine = endpoint.genuineRequest();
        RawRequest probe =
                withHeader(genuine, prefix(endpoint) + "Signature", "WECHATPAY/SIGNTEST/AbCdEfGh0123456789+/");
        Judgement judgement = endpoint.bound().judge(probe, Optional.of(NOW));
        assertThat(judgement).isInstanceOfSatisfying(Judgement.Refused.class, refused -> {
            assertThat(refused.reason()).isEqualTo(Reason.PROBE);
            assertThat(refused.answer().status()).isEqualTo(401);
            assertThat(refused.answer().contentType()).isEqualTo("application/json");
            assertThat(new String(refused.answer().body(), StandardCharsets.UTF_8))
                    .isEqualTo("{\"code\":\"FAIL\",\"message\":\"失败\"}");
        });
        assertThat(endpoint.genuine(genuine).events()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"299, true", "300, false", "301, false", "-299, true", "-300, false", "-86400, false"})
    void theWindowIsUnderThreeHundredSecondsOnBothSides(long age, boolean isTaken) {
        RawRequest request = WECHAT.genuineRequest();
        Instant at = NOW.plusSeconds(age);
        if (isTaken) {
            assertThat(WECHAT.bound().judge(request, Optional.of(at))).isInstanceOf(Judgement.Genuine.class);
        } else {
            assertThat(WECHAT.refusal(request, at))
                    .isEqualTo(age > 0 ? Reason.TIMESTAMP_EXPIRED : Reason.TIMESTAMP_IN_FUTURE);
        }
    }

    @Test
    void withoutAnInstantTheTimeIsNotJudged() {
        RawRequest old = WECHAT.maker().genuine(sample(), URL, NOW.minusSeconds(1_000_000));
        assertThat(WECHAT.bound().judge(old, Optional.empty())).isInstanceOf(Judgement.Genuine.class);
    }

    @Test
    @Tag("O-052")
    void publicKeysAndCertificatesAreValidAtTheSameTime() {
        TestEndpoint both = WECHAT_BOTH;
        assertThat(both.genuine(WECHAT.genuineRequest()).keyId()).isEqualTo(KEY_ID);
        assertThat(both.genuine(WECHAT_CERTIFIED.genuineRequest()).keyId()).isEqualTo(TestKeys.SERIAL);
        assertThat(both.bound().keys())
                .hasSize(2)
                .anySatisfy(key -> assertThat(key.notAfter()).contains(TestKeys.TO));
    }

    @Test
    void aSerialIsTheSameInLowerCaseAndWithLeadingZeros() {
        RawRequest request = withHeader(
                WECHAT_CERTIFIED.genuineRequest(), "Wechatpay-Serial", "00" + TestKeys.SERIAL.toLowerCase(Locale.ROOT));
        assertThat(WECHAT_CERTIFIED.genuine(request).keyId()).isEqualTo(TestKeys.SERIAL);
    }

    @Test
    void aSerialThatNobodyConfiguredIsAnUnknownKey() {
        assertThat(WECHAT.refusal(WECHAT_CERTIFIED.genuineRequest())).isEqualTo(Reason.KEY_UNKNOWN);
        assertThat(WECHAT.refusal(without(WECHAT.genuineRequest(), "Wechatpay-Serial")))
                .isEqualTo(Reason.KEY_UNKNOWN);
    }

    @Test
    @Tag("O-040")
    void aSignatureInTheSerialHeaderIsShownOnlyInPart() {
        RawRequest genuine = WECHAT.genuineRequest();
        String signature = genuine.headerValues("Wechatpay-Signature").getFirst();
        RawRequest swapped =
                withHeader(withHeader(genuine, "Wechatpay-Signature", KEY_ID), "Wechatpay-Serial", signature);
        assertThat(WECHAT.bound().judge(swapped, Optional.of(NOW)))
                .isInstanceOfSatisfying(Judgement.Refused.class, refused -> {
                    assertThat(refused.reason()).isEqualTo(Reason.KEY_UNKNOWN);
                    assertThat(refused.detail()).hasSizeLessThan(100);
                });
    }

    @ParameterizedTest
    @CsvSource({
        "Signature, SIGNATURE_MISSING",
        "Timestamp, TIMESTAMP_MISSING",
        "Nonce, SIGNATURE_MISSING",
        "Serial, KEY_UNKNOWN"
    })
    void aMissingHeaderIsNamed(String header, Reason reason) {
        NoticeEndpoints.all()
                .forEach(endpoint -> assertThat(
                                endpoint.refusal(without(endpoint.genuineRequest(), prefix(endpoint) + header)))
                        .isEqualTo(reason));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Signature", "Timestamp", "Nonce", "Serial"})
    void aHeaderThatStandsTwiceIsRefusedInEitherOrder(String header) {
        RawRequest genuine = WECHAT.genuineRequest();
        String name = "Wechatpay-" + header;
        for (int place : new int[] {0, genuine.headers().size()}) {
            List<Header> headers = new ArrayList<>(genuine.headers());
            headers.add(place, new Header(name, genuine.headerValues(name).getFirst()));
            assertThat(WECHAT.refusal(withHeaders(genuine, headers))).isEqualTo(Reason.SIGNATURE_MALFORMED);
        }
    }

    @Test
    void headerNamesAreReadInAnyCase() {
        List<Header> lower = WECHAT.genuineRequest().headers().stream()
                .map(h -> new Header(h.name().toLowerCase(Locale.ROOT), h.value()))
                .toList();
        assertThat(WECHAT.genuine(withHeaders(WECHAT.genuineRequest(), lower)).events())
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "NaN", "1e10", "-1", "99999999999999999999", "１７６７２２５６００"})
    void aTimestampThatIsNoNumberIsRefusedAlsoWhenItWasSigned(String timestamp) {
        RawRequest genuine = WECHAT.genuineRequest();
        String nonce = genuine.headerValues("Wechatpay-Nonce").getFirst();
        byte[] signature = NoticeDialect.WECHAT_RSA
                .algorithm()
                .maker(new SigningKey(RSA.getPrivate().getEncoded()))
                .sign(NoticeDialect.WECHAT_RSA.signedText(timestamp, nonce, genuine.body()));
        RawRequest request = withHeader(
                withHeader(genuine, "Wechatpay-Timestamp", timestamp),
                "Wechatpay-Signature",
                Base64.getEncoder().encodeToString(signature));
        assertThat(WECHAT.refusal(request)).isEqualTo(Reason.TIMESTAMP_MISSING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"zz!", "AQI", "é", "AQ I=", "AQID\u00e9"})
    void aSignatureInAnotherTextFormIsMalformed(String signature) {
        assertThat(WECHAT.refusal(withHeader(WECHAT.genuineRequest(), "Wechatpay-Signature", signature)))
                .isEqualTo(Reason.SIGNATURE_MALFORMED);
    }

    @Test
    void theBodyCountsToTheLastByte() {
        RawRequest genuine = WECHAT.genuineRequest();
        String body = new String(genuine.body(), StandardCharsets.UTF_8);
        for (String changed :
                List.of(body + "\n", " " + body, body.replace("TRANSACTION.SUCCESS", "TRANSACTION.SUCCESs"))) {
            assertThat(WECHAT.refusal(withBody(genuine, changed.getBytes(StandardCharsets.UTF_8))))
                    .isEqualTo(Reason.SIGNATURE_MISMATCH);
        }
        assertThat(WECHAT.refusal(withBody(genuine, new byte[0]))).isEqualTo(Reason.SIGNATURE_MISMATCH);
    }

    @Test
    void aNoticeSignedByAnotherKeyIsRefusedAndTheKeyThatFitsIsNamedToTheOperator() {
        TestEndpoint both = WECHAT_BOTH;
        RawRequest request = withHeader(WECHAT_CERTIFIED.genuineRequest(), "Wechatpay-Serial", KEY_ID);
        assertThat(both.refusal(request)).isEqualTo(Reason.SIGNATURE_MISMATCH);
        assertThat(both.bound().explain(request, Optional.of(NOW)))
                .extracting(Finding::cause)
                .containsExactly(Finding.Cause.WRONG_KEY);
    }

    @Test
    void aDeclaredAlgorithmThatTheEndpointDoesNotTakeIsRefused() {
        RawRequest sm = withHeader(WECHAT.genuineRequest(), "Wechatpay-Signature-Type", "WECHATPAY2-SM2-WITH-SM3");
        assertThat(WECHAT.refusal(sm)).isEqualTo(Reason.ALGORITHM_NOT_ALLOWED);
        assertThat(WECHAT.genuine(without(WECHAT.genuineRequest(), "Wechatpay-Signature-Type"))
                        .events())
                .hasSize(1);
        RawRequest rsa =
                withHeader(WECHAT_SM.genuineRequest(), "Wechatpay-Signature-Type", "WECHATPAY2-SHA256-RSA2048");
        assertThat(WECHAT_SM.refusal(rsa)).isEqualTo(Reason.SIGNATURE_MISMATCH);
    }
}
