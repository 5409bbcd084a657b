package tallygate.callback.provider.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.callback.provider.catalog.StripeSigned.signed;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tallygate.callback.Answer;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.Credentials.Value;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.SampleEndpoint;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

/** Money, merchant, test events and batches: what a genuine notice means. */
class MeaningTest {
    private static final String ADYEN_KEY = "0011223344556677889900AABBCCDDEEFF00112233445566778899AABBCCDDEE";

    private static Made with(SampleEndpoint endpoint, String key, String value) {
        Map<String, Value> values = new LinkedHashMap<>(endpoint.credentials().values());
        values.put(key, new Value.Text(value));
        return Made.of(endpoint.provider(), new Credentials(values));
    }

    private static SampleEndpoint stripe() {
        return SampleEndpoint.withSecret("stripe", StripeSigned.SECRET);
    }

    private static String payment(String type, String object) {
        return "{\"id\":\"evt_1\",\"type\":\"" + type + "\",\"livemode\":true,\"data\":{\"object\":" + object + "}}";
    }

    private static PaymentEvent read(String type, String object) {
        return StripeSigned.endpoint()
                .genuine(signed(payment(type, object)))
                .events()
                .getFirst();
    }

    @ParameterizedTest
    @CsvSource({
        "10000,jpy,10000,JPY",
        "1050,krw,1050,KRW",
        "1234,kwd,1234,KWD",
        "1099,usd,1099,USD",
        "50000,isk,500,ISK",
        "500,mga,50000,MGA"
    })
    void minorUnitsFollowTheCurrencysOwnDecimals(String written, String code, long minor, String currency) {
        PaymentEvent event = read(
                "payment_intent.succeeded",
                "{\"id\":\"pi_1\",\"amount\":" + written + ",\"currency\":\"" + code + "\"}");
        assertThat(event.amountMinor()).hasValue(minor);
        assertThat(event.currency()).isEqualTo(currency);
    }

    @Test
    @Tag("O-130")
    void oneAmountReadsTheSameFromMajorAndMinorUnits() {
        Made major = Made.of(SampleEndpoint.withSecret("airwallex", "s"));
        Made minor = Made.of(SampleEndpoint.withSecret("checkout-com", "s"));
        assertThat(major.genuine(major.request()).events().getFirst().amountMinor())
                .hasValue(12_300);
        assertThat(minor.genuine(minor.request()).events().getFirst().amountMinor())
                .hasValue(12_300);
    }

    @Test
    @Tag("O-096")
    void adyenIsAnsweredInBracketsEachTime() {
        Made adyen = Made.of(SampleEndpoint.withSecret("adyen", "0011223344556677".repeat(4)));
        for (int delivery = 0; delivery < 2; delivery++) {
            Answer answer = adyen.genuine(adyen.request()).success();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(new String(answer.body(), StandardCharsets.US_ASCII)).isEqualTo("[accepted]");
        }
    }

    @Test
    void onePaymentToldThreeTimesHasOneEffect() {
        String intent = "{\"id\":\"pi_7\",\"amount\":1,\"currency\":\"eur\",\"status\":\"succeeded\"}";
        String charge =
                "{\"id\":\"ch_7\",\"payment_intent\":\"pi_7\",\"captured\":true,\"amount\":1,\"currency\":\"eur\"}";
        String session = "{\"id\":\"cs_7\",\"payment_intent\":\"pi_7\",\"payment_status\":\"paid\"}";
        assertThat(List.of(
                        read("payment_intent.succeeded", intent),
                        read("charge.succeeded", charge),
                        read("checkout.session.completed", session)))
                .extracting(event -> event.effect().orElseThrow().key())
                .containsOnly("paid:pi_7");
    }

    @Test
    void anAuthorisationThatIsNotCapturedIsNoPayment() {
        assertThat(read("charge.succeeded", "{\"id\":\"ch_8\",\"captured\":false}")
                        .effect())
                .isEmpty();
    }

    @Test
    void aNegativeAmountHasNoEffect() {
        PaymentEvent event = read("payment_intent.succeeded", "{\"id\":\"pi_1\",\"amount\":-100,\"currency\":\"usd\"}");
        assertThat(event.amountMinor()).hasValue(-100);
        assertThat(event.effect()).isEmpty();
    }

    @Test
    void anotherMerchantsGenuineNoticeIsRefused() {
        SampleEndpoint adyen = SampleEndpoint.withSecret("adyen", ADYEN_KEY);
        RawRequest request = Made.of(adyen).request();
        with(adyen, "merchant-id", "ShopECOM").genuine(request);
        assertThat(with(adyen, "merchant-id", "SomebodyElse").refused(request).reason())
                .isEqualTo(Reason.MERCHANT_MISMATCH);
    }

    @Test
    @Tag("O-069")
    void aTestEventOnALiveEndpointIsStoredButHeld() {
        String body = StripeSigned.BODY.replace("\"livemode\":true", "\"livemode\":false");
        assertThat(with(stripe(), "environment", "live")
                        .genuine(signed(body))
                        .events()
                        .getFirst()
                        .hold())
                .isEqualTo("test");
        assertThat(with(stripe(), "environment", "test")
                        .genuine(signed(body))
                        .events()
                        .getFirst()
                        .hold())
                .isEmpty();
        assertThat(with(stripe(), "environment", "live")
                        .genuine(signed(StripeSigned.BODY))
                        .events()
                        .getFirst()
                        .hold())
                .isEmpty();
    }

    @ParameterizedTest
    @Tag("O-068")
    @CsvSource({"'\"false\"',test", "false,test", "'\"true\"',''"})
    void adyensLiveFlagIsReadAsTextAndAsBoolean(String flag, String hold) {
        SampleEndpoint adyen = SampleEndpoint.withSecret("adyen", ADYEN_KEY);
        RawRequest request = Made.of(adyen).request();
        String body =
                new String(request.body(), StandardCharsets.UTF_8).replace("\"live\":\"true\"", "\"live\":" + flag);
        Judgement.Genuine genuine = with(adyen, "environment", "live")
                .genuine(Made.withBody(request, body.getBytes(StandardCharsets.UTF_8)));
        assertThat(genuine.events().getFirst().hold()).isEqualTo(hold);
    }

    @Test
    @Tag("O-089")
    void oneAlteredItemRefusesTheWholeBatch() {
        Made adyen = Made.of(SampleEndpoint.withSecret("adyen", ADYEN_KEY));
        String first = new String(adyen.request().body(), StandardCharsets.UTF_8);
        String item = first.substring(first.indexOf("[{") + 1, first.lastIndexOf(']'));
        String twice = first.replace(item, item + "," + item.replace("7000000001", "7000000002"));
        Judgement.Refused refused =
                adyen.refused(Made.withBody(adyen.request(), twice.getBytes(StandardCharsets.UTF_8)));
        assertThat(refused.reason()).isEqualTo(Reason.SIGNATURE_MISMATCH);
        assertThat(refused.detail()).startsWith("item 1 of 2");
    }

    @Test
    void everyEventOfABatchHasItsOwnContent() {
        Made gocardless = Made.of(SampleEndpoint.withSecret("gocardless", "s"));
        PaymentEvent event = gocardless.genuine(gocardless.request()).events().getFirst();
        assertThat(new String(event.content(), StandardCharsets.UTF_8)).startsWith("{\"id\":\"evt-70001\"");
    }

    @Test
    void aHandshakeIsAnsweredAndStoresNothing() {
        Made worldline = Made.of(
                "worldline-connect", new Credentials(Map.of("secrets-by-id", new Value.TextMap(Map.of("k", "s")))));
        RawRequest get = new RawRequest(
                "GET",
                "https",
                "pay.example.com",
                "/callbacks/shop",
                List.of(new tallygate.signature.Header("X-GCS-Webhooks-Endpoint-Verification", "challenge-1")),
                new byte[0],
                "");
        Judgement judgement = worldline.judge(get);
        assertThat(judgement).isInstanceOf(Judgement.Handshake.class);
        assertThat(new String(((Judgement.Handshake) judgement).answer().body(), StandardCharsets.UTF_8))
                .isEqualTo("challenge-1");
    }

    @Test
    void anUnsignedBodyThatNamesAnotherObjectIsRefused() {
        Made made = Made.of(SampleEndpoint.withSecret("mercadopago", "s"));
        String body = new String(made.request().body(), StandardCharsets.UTF_8).replace("7000000001", "7000000009");
        assertThat(made.refused(Made.withBody(made.request(), body.getBytes(StandardCharsets.UTF_8)))
                        .reason())
                .isEqualTo(Reason.SIGNATURE_MISMATCH);
    }

    @Test
    void aTokenClaimsNoMoneyEffect() {
        Made xendit = Made.of(SampleEndpoint.withSecret("xendit", "token"));
        PaymentEvent event = xendit.genuine(xendit.request()).events().getFirst();
        assertThat(event.amountMinor()).isEqualTo(OptionalLong.of(12_300));
        assertThat(event.effect()).isEmpty();
    }
}
