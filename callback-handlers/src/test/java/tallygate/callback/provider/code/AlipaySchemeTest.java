package tallygate.callback.provider.code;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.callback.provider.code.AlipayForms.ALIPAY;
import static tallygate.callback.provider.code.AlipayForms.KEYS;
import static tallygate.callback.provider.code.AlipayForms.fields;
import static tallygate.callback.provider.code.AlipayForms.form;
import static tallygate.callback.provider.code.AlipayForms.signature;
import static tallygate.callback.provider.code.AlipayForms.signed;
import static tallygate.callback.provider.code.AlipayForms.text;
import static tallygate.callback.provider.code.TestEndpoint.NOW;
import static tallygate.callback.provider.code.TestEndpoint.URL;
import static tallygate.callback.provider.code.TestEndpoint.sample;
import static tallygate.callback.provider.code.TestEndpoint.withBody;

import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.callback.provider.CallbackMaker;
import tallygate.callback.provider.Finding;
import tallygate.callback.provider.Judgement;
import tallygate.signature.PublicKeyAlgorithm;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

class AlipaySchemeTest {
    private static final KeyPair ROOT_KEYS = TestKeys.rsa();

    @ParameterizedTest
    @Tag("O-013")
    @ValueSource(strings = {"A%2BB+C", "A%2BB%20C"})
    void blanksMayBeWrittenBothWays(String written) {
        Map<String, String> fields = fields();
        fields.put("subject", "A+B C");
        RawRequest request = signed(fields, StandardCharsets.UTF_8);
        String body = text(request).replace("subject=A%2BB+C", "subject=" + written);
        assertThat(ALIPAY.genuine(withBody(request, body.getBytes(StandardCharsets.US_ASCII)))
                        .events())
                .hasSize(1);
    }

    @Test
    @Tag("O-013")
    @Tag("T-21")
    void aRawPlusInTheSignatureIsRefused() {
        for (int i = 0; i < 200; i++) {
            Map<String, String> fields = fields();
            fields.put("out_trade_no", "ORDER-" + i);
            String body = text(signed(fields, StandardCharsets.UTF_8));
            String sign = body.substring(body.indexOf("sign="));
            if (sign.contains("%2B")) {
                RawRequest raw = form(body.replace(sign, sign.replace("%2B", "+")));
                assertThat(ALIPAY.refusal(raw)).isEqualTo(Reason.SIGNATURE_MALFORMED);
                return;
            }
        }
        throw new AssertionError("no signature with a plus in 200 tries");
    }

    @ParameterizedTest
    @Tag("O-016")
    @Tag("T-21")
    @ValueSource(strings = {"0.01", "100.00", "0.01,100.00"})
    void aFieldThatStandsTwiceIsRefusedWhicheverWasSigned(String signedValue) {
        Map<String, String> fields = fields();
        fields.put("total_amount", signedValue);
        String sign = signature(fields, StandardCharsets.UTF_8, PublicKeyAlgorithm.RSA_SHA256);
        fields.remove("total_amount");
        fields.put("sign", sign);
        RawRequest request =
                form("total_amount=0.01&" + Made.formText(fields, StandardCharsets.UTF_8) + "&total_amount=100.00");
        assertThat(ALIPAY.refusal(request)).isEqualTo(Reason.BODY_MALFORMED);
    }

    @ParameterizedTest
    @Tag("O-017")
    @ValueSource(strings = {"a&total_amount=1.00&=zzz&&sign=AAAA", "sign=AAAA", "&&&", "=", "sign=%zz", ""})
    void aBrokenFormIsRefusedWithoutAnError(String body) {
        assertThat(ALIPAY.refusal(form(body)))
                .isIn(Reason.SIGNATURE_MISMATCH, Reason.SIGNATURE_MISSING, Reason.BODY_MALFORMED);
    }

    @Test
    @Tag("O-014")
    void fieldsThatNobodyKnowsYetAreSignedToo() {
        Map<String, String> fields = fields();
        fields.put("new_field_2031", "x");
        assertThat(ALIPAY.genuine(signed(fields, StandardCharsets.UTF_8)).events())
                .hasSize(1);
    }

    @Test
    void emptyValuesMayBeSignedOrNot() {
        Map<String, String> fields = fields();
        fields.put("body", "");
        assertThat(ALIPAY.genuine(signed(fields, StandardCharsets.UTF_8)).events())
                .hasSize(1);
        RawRequest unsignedEmpty = form(text(signed(fields(), StandardCharsets.UTF_8)) + "&body=");
        assertThat(ALIPAY.genuine(unsignedEmpty).events()).hasSize(1);
    }

    @Test
    void theOlderAlgorithmIsRefusedEvenWhenItsSignatureIsRight() {
        Map<String, String> fields = fields();
        fields.put("sign_type", "RSA");
        fields.put("sign", signature(fields, StandardCharsets.UTF_8, PublicKeyAlgorithm.RSA_SHA1));
        assertThat(ALIPAY.refusal(Made.form(URL, fields, StandardCharsets.UTF_8)))
                .isEqualTo(Reason.ALGORITHM_NOT_ALLOWED);
        fields.put("sign_type", "RSA2");
        assertThat(ALIPAY.refusal(Made.form(URL, fields, StandardCharsets.UTF_8)))
                .isEqualTo(Reason.SIGNATURE_MISMATCH);
    }

    @Test
    @Tag("O-063")
    void theSignTypeIsSignedOnlyWhereTheEndpointSaysSo() {
        TestEndpoint v2 = ALIPAY.with("sign-content-version", "V2");
        assertThat(v2.genuine(v2.genuineRequest()).events()).hasSize(1);
        assertThat(ALIPAY.refusal(v2.genuineRequest())).isEqualTo(Reason.SIGNATURE_MISMATCH);
        assertThat(v2.refusal(ALIPAY.genuineRequest())).isEqualTo(Reason.SIGNATURE_MISMATCH);
        assertThat(ALIPAY.bound().explain(v2.genuineRequest(), Optional.of(NOW)))
                .extracting(Finding::cause)
                .containsExactly(Finding.Cause.WRONG_MODE);
    }

    @Test
    void twoPublicKeysAreValidAtOnce() {
        KeyPair next = TestKeys.rsa();
        TestEndpoint both = TestEndpoint.of("alipay")
                .withAll("public-key", TestKeys.line(next.getPublic()), TestKeys.line(KEYS.getPublic()));
        assertThat(both.genuine(signed(fields(), StandardCharsets.UTF_8)).keyId())
                .startsWith("key:");
        assertThat(both.bound().keys()).hasSize(2);
    }

    @Test
    void aCertificateIsTakenWhenTheRootVouchesForItAndRefusedAtOnceWhenNot() {
        String root = TestKeys.certificate("CN=root", ROOT_KEYS, "CN=root", ROOT_KEYS.getPrivate(), true);
        String sound = TestKeys.certificate("CN=Alipay", KEYS, "CN=root", ROOT_KEYS.getPrivate(), false);
        TestEndpoint certified =
                TestEndpoint.of("alipay").with("certificate", sound).with("root-certificate", root);
        assertThat(certified.genuine(signed(fields(), StandardCharsets.UTF_8)).keyId())
                .isEqualTo(TestKeys.SERIAL);
        assertThat(certified
                        .with("certificate", TestKeys.certificate("CN=Alipay", KEYS))
                        .problems())
                .containsExactly("certificate: no valid chain from 'Alipay' to a configured root");
    }

    @Test
    @Tag("O-062")
    void aCertificateNumberThatIsNotConfiguredIsAnUnknownKey() {
        TestEndpoint certified = TestEndpoint.of("alipay").with("certificate", TestKeys.certificate("CN=Alipay", KEYS));
        Map<String, String> fields = fields();
        fields.put("alipay_cert_sn", "00000000000000000000000000000000");
        assertThat(certified.refusal(signed(fields, StandardCharsets.UTF_8))).isEqualTo(Reason.KEY_UNKNOWN);
    }

    @Test
    void textThatWasEscapedAsHtmlOnTheWayIsRecognised() {
        Map<String, String> fields = fields();
        fields.put("fund_bill_list", "[{\"amount\":\"100.01\"}]");
        RawRequest request = signed(fields, StandardCharsets.UTF_8);
        RawRequest escaped = form(text(request).replace("%22", "%26quot%3B"));
        assertThat(ALIPAY.refusal(escaped)).isEqualTo(Reason.SIGNATURE_MISMATCH);
        assertThat(ALIPAY.bound().explain(escaped, Optional.of(NOW)))
                .extracting(Finding::cause)
                .containsExactly(Finding.Cause.BODY_ALTERED);
    }

    @Test
    void whatIsWrongWithTheKeysIsSaidBeforeTheFirstCallback() {
        assertThat(TestEndpoint.of("alipay").problems())
                .containsExactly("public-key: is missing: give public-key, or certificate in certificate mode");
        assertThat(ALIPAY.with("public-key", TestKeys.certificate("CN=Alipay", KEYS))
                        .problems())
                .anySatisfy(problem -> assertThat(problem).contains("an X.509 certificate was found"));
        assertThat(ALIPAY.with("sign-content-version", "V3").problems())
                .containsExactly("sign-content-version: takes V1 or V2, was 'V3'");
    }

    @Test
    void aMadeCallbackOfEachSpoilingIsRefused() {
        for (var how : List.of(CallbackMaker.Spoil.BODY, CallbackMaker.Spoil.KEY)) {
            RawRequest spoiled = ALIPAY.maker().spoiled(sample(), URL, NOW, how).orElseThrow();
            assertThat(ALIPAY.bound().judge(spoiled, Optional.of(NOW))).isInstanceOf(Judgement.Refused.class);
        }
    }
}
