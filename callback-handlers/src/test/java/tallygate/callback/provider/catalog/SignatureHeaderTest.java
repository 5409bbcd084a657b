package tallygate.callback.provider.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.callback.provider.catalog.StripeSigned.T;
import static tallygate.callback.provider.catalog.StripeSigned.endpoint;
import static tallygate.callback.provider.catalog.StripeSigned.good;
import static tallygate.callback.provider.catalog.StripeSigned.under;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

/** Signature headers as rotation, proxies and broken senders make them. */
class SignatureHeaderTest {
    private final Made stripe = endpoint();

    @ParameterizedTest
    @Tag("O-031")
    @Tag("O-032")
    @ValueSource(
            strings = {
                "v1=GOOD,v1=BAD",
                "v1=BAD,v1=GOOD",
                "v1=BAD,v1=GOOD,v1=BAD",
                "v1=zz,v1=GOOD",
                "v1=,v1=GOOD",
                "v0=BAD,v1=GOOD"
            })
    void anyOfSeveralValuesMayFitAndBadOnesAreSkipped(String values) {
        String header = values.replace("GOOD", good()).replace("BAD", "ab".repeat(32));
        stripe.genuine(under("t=" + T + "," + header));
    }

    @ParameterizedTest
    @Tag("O-033")
    @ValueSource(strings = {"t,v1", "t=,v1=", "=", ",,,", "t=1=2,v1=a=b", "v0=GOOD", "GOOD"})
    void aHeaderThatCannotBeTakenApartIsRefused(String header) {
        assertThat(stripe.refused(under(header.replace("GOOD", good()))).reason())
                .isIn(Reason.SIGNATURE_MALFORMED, Reason.SIGNATURE_MISMATCH);
    }

    @Test
    @Tag("O-033")
    void eightKilobytesOfCommasAreRefusedQuickly() {
        assertThat(stripe.refused(under(",".repeat(8_192))).reason()).isEqualTo(Reason.SIGNATURE_MALFORMED);
    }

    @Test
    @Tag("O-034")
    void twoHeadersAreRefusedInEveryOrderAndWhenJoined() {
        String right = "t=" + T + ",v1=" + good();
        String wrong = "t=" + T + ",v1=" + "ab".repeat(32);
        assertThat(stripe.refused(under(wrong, right)).reason()).isEqualTo(Reason.SIGNATURE_MALFORMED);
        assertThat(stripe.refused(under(right, wrong)).reason()).isEqualTo(Reason.SIGNATURE_MALFORMED);
        assertThat(stripe.refused(under(wrong + "," + right)).reason()).isEqualTo(Reason.SIGNATURE_MALFORMED);
    }

    @ParameterizedTest
    @Tag("O-037")
    @ValueSource(strings = {"é", "\u00e9\u00e9", "０１２"})
    void aValueBeyondAsciiIsRefused(String tail) {
        assertThat(stripe.refused(under("t=" + T + ",v1=" + good().substring(0, 63) + tail))
                        .reason())
                .isEqualTo(Reason.SIGNATURE_MISMATCH);
    }

    @ParameterizedTest
    @Tag("O-038")
    @ValueSource(ints = {1, 63, 65, 10_000})
    void aDigestOfAnotherLengthIsRefused(int digits) {
        String digest = good().repeat(160).substring(0, digits);
        assertThat(stripe.refused(under("t=" + T + ",v1=" + digest)).reason()).isEqualTo(Reason.SIGNATURE_MISMATCH);
    }

    @Test
    @Tag("O-039")
    void aHexSchemeTakesHexInEitherCaseAndNothingElse() {
        String base64 = Base64.getEncoder().encodeToString(HexFormat.of().parseHex(good()));
        stripe.genuine(under("t=" + T + ",v1=" + good().toUpperCase(Locale.ROOT)));
        stripe.refused(under("t=" + T + ",v1=" + base64));
        stripe.refused(under("t=" + T + ",v1=" + good().substring(0, 32) + " " + good().substring(32)));
    }

    @Test
    @Tag("O-039")
    void aBase64SchemeTakesTheStandardAlphabetWithItsPadding() {
        Made shopify = Made.of(tallygate.callback.provider.SampleEndpoint.withSecret("shopify", "app secret"));
        RawRequest request = shopify.request();
        Header header = request.headers().getLast();
        assertThat(header.name()).isEqualTo("X-Shopify-Hmac-Sha256");
        byte[] digest = Base64.getDecoder().decode(header.value());
        shopify.refused(Made.replaced(request, header, HexFormat.of().formatHex(digest)));
        shopify.refused(Made.replaced(request, header, header.value().replace("=", "")));
    }

    @ParameterizedTest
    @Tag("O-042")
    @ValueSource(strings = {"t=%d , v1=%s", "t = %d,v1 = %s", "\tt=%d,\tv1=%s"})
    void blanksBetweenThePartsAreDropped(String form) {
        stripe.genuine(under(form.formatted(T, good())));
    }

    @Test
    @Tag("O-041")
    void aHeaderWithAnUnderscoreIsNoSignature() {
        Header renamed = new Header("Stripe_Signature", "t=" + T + ",v1=" + good());
        RawRequest request = StripeSigned.request(StripeSigned.BODY.getBytes(StandardCharsets.UTF_8), renamed);
        assertThat(stripe.refused(request).reason()).isEqualTo(Reason.SIGNATURE_MISSING);
    }
}
