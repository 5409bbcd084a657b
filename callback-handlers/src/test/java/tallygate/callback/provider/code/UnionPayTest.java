package tallygate.callback.provider.code;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.callback.provider.code.CodeEndpoints.ROOT;
import static tallygate.callback.provider.code.CodeEndpoints.ROOT_CERTIFICATE;
import static tallygate.callback.provider.code.CodeEndpoints.RSA;
import static tallygate.callback.provider.code.CodeEndpoints.UNIONPAY;
import static tallygate.callback.provider.code.CodeEndpoints.UNIONPAY_SECURE_KEY;
import static tallygate.callback.provider.code.TestEndpoint.NOW;
import static tallygate.callback.provider.code.TestEndpoint.URL;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.read.FormFields;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.PublicKeyAlgorithm;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;
import tallygate.signature.SigningKey;
import tallygate.signature.WireText;

class UnionPayTest {
    private static final String OWN = CodeEndpoints.unionPays("041@8310000000083040@中国银联股份有限公司@00016495");

    private static Map<String, String> fields(String certificate) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("version", "5.1.0");
        fields.put("encoding", "UTF-8");
        fields.put("signMethod", "01");
        fields.put("signPubKeyCert", certificate);
        fields.put("merId", "777290058110048");
        fields.put("orderId", "ORDER-1");
        fields.put("queryId", "Q-1");
        fields.put("txnType", "01");
        fields.put("txnAmt", "8888");
        fields.put("currencyCode", "156");
        fields.put("respCode", "00");
        fields.put("respMsg", "成功");
        fields.put("txnTime", "20260601160000");
        return fields;
    }

    private static FormFields bytes(Map<String, String> fields, Charset charset) {
        return new FormFields(fields.entrySet().stream()
                .map(f -> new FormFields.Field(
                        f.getKey(), new String(f.getValue().getBytes(charset), StandardCharsets.ISO_8859_1)))
                .toList());
    }

    private static RawRequest signed(Map<String, String> fields, KeyPair keys, Charset charset) {
        byte[] signature = PublicKeyAlgorithm.RSA_SHA256
                .maker(new SigningKey(keys.getPrivate().getEncoded()))
                .sign(UnionPay.message(bytes(fields, charset), false));
        Map<String, String> all = new LinkedHashMap<>(fields);
        all.put("signature", WireText.BASE64.encode(signature));
        return Made.form(URL, all, charset);
    }

    private static RawRequest signed(Map<String, String> fields) {
        return signed(fields, RSA, StandardCharsets.UTF_8);
    }

    @Test
    void aPaymentSignedWithUnionPaysOwnCertificateIsRead() {
        PaymentEvent event = UNIONPAY.event(signed(fields(OWN)));
        assertThat(event.eventId()).isEqualTo("Q-1");
        assertThat(event.amountMinor()).hasValue(8888);
        assertThat(event.currency()).isEqualTo("CNY");
        assertThat(event.hold()).isEmpty();
        assertThat(event.effect()).map(PaymentEvent.Effect::key).contains("paid:Q-1");
    }

    @Test
    void aCertificateThatSomebodyMadeHimselfIsNotTrusted() {
        String own = TestKeys.certificate("CN=041@1@中国银联股份有限公司@1", RSA);
        assertThat(UNIONPAY.refusal(signed(fields(own)))).isEqualTo(Reason.CERTIFICATE_UNTRUSTED);
    }

    @Test
    void aCertificateOfAnotherCustomerOfTheSameAuthorityIsNotTrusted() {
        String merchants = CodeEndpoints.unionPays("041@8310000000083040@某某商户有限公司@00016495");
        assertThat(UNIONPAY.refusal(signed(fields(merchants)))).isEqualTo(Reason.CERTIFICATE_UNTRUSTED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"})
    void aCertificateThatIsNoneIsRefused(String text) {
        assertThat(UNIONPAY.refusal(signed(fields(text)))).isIn(Reason.CERTIFICATE_UNTRUSTED, Reason.KEY_UNKNOWN);
    }

    @Test
    void theDatesOfTheCertificateAreJudgedAlsoWhenItIsKnownAlready() {
        RawRequest request = signed(fields(OWN));
        var provider = UNIONPAY.bound();
        assertThat(provider.judge(request, Optional.of(NOW))).isInstanceOf(Judgement.Genuine.class);
        assertThat(provider.judge(request, Optional.of(TestKeys.TO.plusSeconds(1))))
                .isInstanceOfSatisfying(
                        Judgement.Refused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(Reason.CERTIFICATE_UNTRUSTED));
        assertThat(provider.judge(request, Optional.empty())).isInstanceOf(Judgement.Genuine.class);
    }

    @Test
    void aNewCertificateOfTheSameChainNeedsNoConfiguration() {
        KeyPair next = TestKeys.rsa();
        String certificate = TestKeys.certificate("CN=041@1@中国银联股份有限公司@2", next, "CN=root", ROOT.getPrivate(), false);
        assertThat(UNIONPAY.genuine(signed(fields(certificate), next, StandardCharsets.UTF_8))
                        .events())
                .hasSize(1);
    }

    @Test
    void theTextItselfInsteadOfItsDigestIsNotWhatIsSigned() {
        Map<String, String> fields = fields(OWN);
        byte[] text = Forms.sortedPairs(bytes(fields, StandardCharsets.UTF_8), _ -> true)
                .getBytes(StandardCharsets.ISO_8859_1);
        byte[] signature = PublicKeyAlgorithm.RSA_SHA256
                .maker(new SigningKey(RSA.getPrivate().getEncoded()))
                .sign(text);
        fields.put("signature", WireText.BASE64.encode(signature));
        assertThat(UNIONPAY.refusal(Made.form(URL, fields, StandardCharsets.UTF_8)))
                .isEqualTo(Reason.SIGNATURE_MISMATCH);
    }

    @Test
    void withoutARootNothingIsRunAndALiveEndpointDoesNotStart() {
        String test =
                TestKeys.certificate("CN=041@1@中国银联股份有限公司@1", RSA, "O=x,CN=CFCA TEST OCA1", ROOT.getPrivate(), false);
        TestEndpoint open = TestEndpoint.of("unionpay");
        assertThat(open.event(signed(fields(test))).hold()).isEqualTo("test");
        assertThat(open.refusal(signed(fields(OWN)))).isEqualTo(Reason.CERTIFICATE_UNTRUSTED);
        assertThat(open.with("environment", "live").problems())
                .containsExactly(
                        "root-certificate: is missing: without it anybody could sign with a certificate made by"
                                + " himself");
    }

    @ParameterizedTest
    @CsvSource({"11, SHA256", "12, SM3"})
    void aSecureKeySignsWithEitherDigest(String method, HashAlgorithm hash) {
        Map<String, String> fields = fields("");
        fields.remove("signPubKeyCert");
        fields.put("signMethod", method);
        byte[] signature =
                UnionPay.keyed(bytes(fields, StandardCharsets.UTF_8), false, hash, "ABCDEFGHIJKLMNOPQRSTUVWXYZ123456");
        fields.put("signature", WireText.HEX.encode(signature));
        assertThat(UNIONPAY_SECURE_KEY
                        .event(Made.form(URL, fields, StandardCharsets.UTF_8))
                        .eventId())
                .isEqualTo("Q-1");
    }

    @Test
    void oneWayOfSigningDoesNotStandForTheOther() {
        assertThat(UNIONPAY.refusal(UNIONPAY_SECURE_KEY.genuineRequest())).isEqualTo(Reason.ALGORITHM_NOT_ALLOWED);
        assertThat(UNIONPAY_SECURE_KEY.refusal(signed(fields(OWN)))).isEqualTo(Reason.ALGORITHM_NOT_ALLOWED);
        Map<String, String> older = fields(OWN);
        older.put("version", "5.0.0");
        assertThat(UNIONPAY.refusal(signed(older))).isEqualTo(Reason.ALGORITHM_NOT_ALLOWED);
        Map<String, String> unknown = fields(OWN);
        unknown.put("signMethod", "99");
        assertThat(UNIONPAY.refusal(signed(unknown))).isEqualTo(Reason.ALGORITHM_NOT_ALLOWED);
    }

    @Test
    void aNoticeInGbkIsProvenOnItsBytesAndReadAsText() {
        Map<String, String> fields = fields(OWN.replace("\n", "\r\n"));
        fields.put("encoding", "GBK");
        TestEndpoint endpoint = TestEndpoint.of("unionpay").with("root-certificate", ROOT_CERTIFICATE);
        PaymentEvent event = endpoint.event(signed(fields, RSA, Charset.forName("GBK")));
        assertThat(new String(event.content(), StandardCharsets.UTF_8)).contains("respMsg=%E6%88%90%E5%8A%9F");
    }

    @ParameterizedTest
    @CsvSource({
        "01, 00, paid:Q-1",
        "04, 00, refunded:Q-1",
        "31, 00, refunded:Q-1",
        "01, 05, ''",
        "01, A6, ''",
        "04, 05, ''",
        "02, 00, ''"
    })
    void onlyWhatIsDoneForCertainHasAnEffect(String type, String code, String effect) {
        Map<String, String> fields = fields(OWN);
        fields.put("txnType", type);
        fields.put("respCode", code);
        assertThat(UNIONPAY.event(signed(fields))
                        .effect()
                        .map(PaymentEvent.Effect::key)
                        .orElse(""))
                .isEqualTo(effect);
    }

    @Test
    @Tag("O-098")
    void theAnswerIsTwoLettersAndARefusalIsNone() {
        assertThat(UNIONPAY.genuine(signed(fields(OWN))).success().body()).isEqualTo(new byte[] {'o', 'k'});
        assertThat(UNIONPAY.with("merchant-id", "1").refusal(signed(fields(OWN))))
                .isEqualTo(Reason.MERCHANT_MISMATCH);
    }
}
