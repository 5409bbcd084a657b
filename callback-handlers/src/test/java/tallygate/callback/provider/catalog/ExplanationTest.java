package tallygate.callback.provider.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.callback.provider.catalog.StripeSigned.endpoint;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.callback.provider.Finding;
import tallygate.callback.provider.Finding.Cause;
import tallygate.callback.provider.SampleEndpoint;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/** What is said of a refusal to operators, found by trying. */
class ExplanationTest {
    private static final String PRETTY =
            "{\n  \"id\": \"evt_1\",\n  \"type\": \"a\",\n  \"note\": \"é/ü\",\n  \"amount\": 72.00\n}";

    private static List<Finding> explained(Made made, RawRequest request) {
        return made.provider().explain(request, Optional.of(Made.NOW));
    }

    private static Finding sole(Made made, RawRequest request) {
        List<Finding> findings = explained(made, request);
        assertThat(findings).hasSize(1);
        return findings.getFirst();
    }

    private static RawRequest received(String signed, byte[] received) {
        return Made.withBody(StripeSigned.signed(signed), received);
    }

    private static RawRequest received(String signed, String received) {
        return received(signed, received.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aGenuineRequestNeedsNoExplanation() {
        assertThat(explained(endpoint(), StripeSigned.signed(StripeSigned.BODY)))
                .isEmpty();
    }

    @Test
    void aBodyWithoutItsLastLineFeedIsRecognised() {
        Finding finding = sole(endpoint(), received(StripeSigned.BODY + "\n", StripeSigned.BODY));
        assertThat(finding.cause()).isEqualTo(Cause.BODY_ALTERED);
        assertThat(finding.detail()).contains("line feed at its end").doesNotContain("payment_intent");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":\"evt_1\",\"type\":\"a\",\"note\":\"é/ü\",\"amount\":72.00}",
                "{\"id\": \"evt_1\", \"type\": \"a\", \"note\": \"é/ü\", \"amount\": 72.00}",
                "{\"id\":\"evt_1\",\"type\":\"a\",\"note\":\"\\u00e9\\/\\u00fc\",\"amount\":72.00}"
            })
    void reserialisedJsonIsRecognised(String signed) {
        assertThat(sole(endpoint(), received(signed, PRETTY)).cause()).isEqualTo(Cause.BODY_ALTERED);
    }

    @Test
    void aBodyReadInTheWrongCharsetIsRecognised() {
        byte[] garbled = new String(PRETTY.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1)
                .getBytes(StandardCharsets.UTF_8);
        Finding finding = sole(endpoint(), received(PRETTY, garbled));
        assertThat(finding.cause()).isEqualTo(Cause.BODY_ALTERED);
        assertThat(finding.detail()).contains("ISO-8859-1");
    }

    @Test
    void aFormThatWasEncodedAnewIsRecognised() {
        Made bluesnap = Made.of(SampleEndpoint.withSecret("bluesnap", "s"));
        RawRequest signed = bluesnap.request();
        String changed = new String(signed.body(), StandardCharsets.UTF_8).replace("ORD-1001", "ORD%2D1001");
        assertThat(sole(bluesnap, Made.withBody(signed, changed.getBytes(StandardCharsets.UTF_8)))
                        .cause())
                .isEqualTo(Cause.BODY_ALTERED);
    }

    @Test
    void aRewrittenUrlIsRecognisedAndTheRightOneNamed() {
        Made square = Made.of(SampleEndpoint.withSecret("square", "s"));
        RawRequest sent = square.request();
        List<Header> headers = new java.util.ArrayList<>(sent.headers());
        headers.add(new Header("X-Forwarded-Host", "pay.example.com"));
        RawRequest seen = new RawRequest("POST", "http", "10.0.0.7:8080", sent.target(), headers, sent.body(), "");
        Finding finding = sole(square, seen);
        assertThat(finding.cause()).isEqualTo(Cause.URL_REWRITTEN);
        assertThat(finding.detail()).contains("https://pay.example.com/callbacks/shop");
    }

    @Test
    void aClockThatIsOffIsToldInSeconds() {
        RawRequest early = endpoint().maker().genuine(Made.EVENT, Made.URL, Made.NOW.minusSeconds(400));
        Finding finding = sole(endpoint(), early);
        assertThat(finding.cause()).isEqualTo(Cause.CLOCK_SKEW);
        assertThat(finding.detail()).contains("signed 400 s ago");
    }

    @Test
    void aMissingHeaderIsNamedWithWhatLooksLikeIt() {
        RawRequest request = StripeSigned.request(
                StripeSigned.bytes(StripeSigned.BODY), new Header("Stripe_Signature", "t=1,v1=ab"));
        Finding finding = sole(endpoint(), request);
        assertThat(finding.cause()).isEqualTo(Cause.HEADER_MISSING);
        assertThat(finding.detail()).contains("Stripe-Signature").contains("Stripe_Signature");
    }

    @Test
    void aSecretUsedInAnotherWayIsRecognised() {
        String secret = "whsec_c2VjcmV0IHNlY3JldCBzZWNyZXQ=";
        byte[] body = StripeSigned.bytes(StripeSigned.BODY);
        var decoded = tallygate.signature.Hmac.Hash.SHA256.keyed(
                java.util.Base64.getDecoder().decode(secret.substring(6)));
        String signature = tallygate.signature.WireText.HEX.encode(
                decoded.of((StripeSigned.T + ".").getBytes(StandardCharsets.UTF_8), body));
        RawRequest request =
                StripeSigned.request(body, new Header("Stripe-Signature", "t=" + StripeSigned.T + ",v1=" + signature));
        Finding finding = sole(endpoint(secret), request);
        assertThat(finding.cause()).isEqualTo(Cause.WRONG_KEY);
        assertThat(finding.detail()).contains("whsec");
    }

    @Test
    void anotherSecretIsToldByWhatWasTriedAndNeverShown() {
        Finding finding = sole(endpoint("whsec_mine"), endpoint("whsec_theirs").request());
        assertThat(finding.cause()).isEqualTo(Cause.NO_KEY_FITS);
        assertThat(finding.detail()).contains("secrets[0]").doesNotContain("whsec_mine");
    }

    @Test
    void aWayOfSigningWithoutAKeyIsTheWrongMode() {
        Made classic = Made.of(SampleEndpoint.withSecret("midtrans", "server key"));
        RawRequest snap = Made.withHeaders(
                classic.request(), List.of(new Header("X-Signature", "AAAA"), new Header("X-Timestamp", "x")));
        assertThat(sole(classic, snap).cause()).isEqualTo(Cause.WRONG_MODE);
    }
}
