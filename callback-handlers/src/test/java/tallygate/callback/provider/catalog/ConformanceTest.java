package tallygate.callback.provider.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.CallbackMaker.Spoil;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.HeldKey;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.ProviderDefinition;
import tallygate.callback.provider.SampleEndpoint;
import tallygate.callback.provider.code.CodeEndpoints;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

/** What holds for every provider, whatever its way of signing: the same table of spoilings over callbacks made by its definition. */
class ConformanceTest {
    private static final Providers PROVIDERS = Made.PROVIDERS;

    static Stream<SampleEndpoint> signed() {
        return all().stream().filter(endpoint -> !definition(endpoint).isUnsigned());
    }

    static List<SampleEndpoint> all() {
        List<SampleEndpoint> all = new ArrayList<>(RecipeEndpoints.all());
        all.addAll(CodeEndpoints.all());
        return all;
    }

    private static ProviderDefinition definition(SampleEndpoint endpoint) {
        return PROVIDERS.named(endpoint.provider()).orElseThrow();
    }

    @Test
    void everyProviderHasAnEndpointHere() {
        Set<String> missing = new HashSet<>(PROVIDERS.names());
        all().forEach(endpoint -> missing.remove(endpoint.provider()));
        missing.removeIf(name -> PROVIDERS.named(name).orElseThrow().isUnsigned());
        assertThat(missing).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("signed")
    void aMadeCallbackIsGenuineAndNamesItsKey(SampleEndpoint endpoint) {
        Made made = Made.of(endpoint);
        Judgement.Genuine genuine = made.genuine(made.request());
        assertThat(genuine.events()).isNotEmpty();
        assertThat(genuine.success().status()).isBetween(200, 299);
        assertThat(made.provider().keys()).extracting(HeldKey::id).contains(genuine.keyId());
    }

    @ParameterizedTest
    @Tag("O-097")
    @MethodSource("signed")
    void theAnswerForLaterIsNoSuccess(SampleEndpoint endpoint) {
        assertThat(Made.of(endpoint).provider().tryAgain().status()).isGreaterThanOrEqualTo(400);
    }

    @ParameterizedTest
    @Tag("T-01")
    @MethodSource("signed")
    void aChangedBodyIsRefused(SampleEndpoint endpoint) {
        Made made = Made.of(endpoint);
        Optional<RawRequest> spoiled = made.maker().spoiled(Made.EVENT, Made.URL, Made.NOW, Spoil.BODY);
        assumeTrue(spoiled.isPresent(), "a token does not cover the body");
        assertThat(made.refused(spoiled.orElseThrow()).reason())
                .isIn(Reason.SIGNATURE_MISMATCH, Reason.DECRYPT_FAILED, Reason.BODY_MALFORMED);
    }

    @ParameterizedTest
    @Tag("T-01")
    @MethodSource("signed")
    void anotherKeyIsRefused(SampleEndpoint endpoint) {
        Made made = Made.of(endpoint);
        assertThat(made.refused(made.maker().forged(Made.EVENT, Made.URL, Made.NOW))
                        .reason())
                .isIn(
                        Reason.SIGNATURE_MISMATCH,
                        Reason.KEY_UNKNOWN,
                        Reason.CERTIFICATE_UNTRUSTED,
                        Reason.DECRYPT_FAILED);
    }

    @ParameterizedTest
    @Tag("T-02")
    @MethodSource("signed")
    void aSignedTimeIsJudgedOnBothSides(SampleEndpoint endpoint) {
        Made made = Made.of(endpoint);
        assumeTrue(made.maker().signsTime(), "no time is signed");
        RawRequest ahead =
                made.maker().spoiled(Made.EVENT, Made.URL, Made.NOW, Spoil.TIME).orElseThrow();
        RawRequest old = made.maker()
                .spoiled(Made.EVENT, Made.URL, Made.NOW, Spoil.REPLAY)
                .orElseThrow();
        assertThat(made.refused(ahead).reason()).isEqualTo(Reason.TIMESTAMP_IN_FUTURE);
        assertThat(made.refused(old).reason()).isEqualTo(Reason.TIMESTAMP_EXPIRED);
    }

    @ParameterizedTest
    @MethodSource("signed")
    void withoutAnInstantTimeIsNotJudged(SampleEndpoint endpoint) {
        Made made = Made.of(endpoint);
        RawRequest old = made.maker().genuine(Made.EVENT, Made.URL, Made.NOW.minusSeconds(10_000_000));
        assertThat(made.provider().judge(old, Optional.empty())).isInstanceOf(Judgement.Genuine.class);
    }

    @ParameterizedTest
    @MethodSource("signed")
    void headerNamesCountWithoutCase(SampleEndpoint endpoint) {
        Made made = Made.of(endpoint);
        made.genuine(Made.shouting(made.request()));
    }

    @ParameterizedTest
    @Tag("O-041")
    @MethodSource("signed")
    void aMissingHeaderIsEitherRefusedOrChangesNothing(SampleEndpoint endpoint) {
        Made made = Made.of(endpoint);
        RawRequest request = made.request();
        for (Header header : request.headers()) {
            switch (made.judge(Made.without(request, header))) {
                case Judgement.Refused refused ->
                    assertThat(refused.answer().status()).isGreaterThanOrEqualTo(400);
                case Judgement.Genuine genuine -> assertThat(genuine.events()).isNotEmpty();
                case Judgement.NeedsConfirmation _, Judgement.Handshake _ ->
                    throw new AssertionError(header.name() + " decides whether a signature is due");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("signed")
    void aHeaderThatStandsTwiceNeverCountsByItsOrder(SampleEndpoint endpoint) {
        Made made = Made.of(endpoint);
        RawRequest request = made.request();
        for (Header header : request.headers()) {
            Judgement first = made.judge(Made.doubled(request, header, "0", true));
            Judgement last = made.judge(Made.doubled(request, header, "0", false));
            assertThat(first.getClass()).as(header.name()).isEqualTo(last.getClass());
        }
    }

    @ParameterizedTest
    @MethodSource("signed")
    void aChangedHeaderIsNeverAnError(SampleEndpoint endpoint) {
        Made made = Made.of(endpoint);
        RawRequest request = made.request();
        for (Header header : request.headers()) {
            for (String value : List.of("", "=", ",,,", "t=", "x".repeat(8_192), "é", "\u3000", header.value() + "0")) {
                assertThat(made.judge(Made.replaced(request, header, value))).isNotNull();
            }
            RawRequest longer = Made.replaced(request, header, header.value() + "0");
            assertThat(made.provider().explain(longer, Optional.of(Made.NOW))).isNotNull();
        }
    }

    @ParameterizedTest
    @MethodSource("signed")
    void aBodyThatIsNoneIsRefusedAndNeverAnError(SampleEndpoint endpoint) {
        Made made = Made.of(endpoint);
        RawRequest request = made.request();
        assumeTrue(request.body().length > 0, "everything is in the query");
        assumeTrue(
                made.maker().spoiled(Made.EVENT, Made.URL, Made.NOW, Spoil.BODY).isPresent(), "a token");
        byte[] half = Arrays.copyOf(request.body(), request.body().length / 2);
        for (byte[] body :
                List.of(new byte[0], half, deep(), "[]".getBytes(StandardCharsets.UTF_8), new byte[] {-1, 0})) {
            made.refusedOrUnsigned(Made.withBody(request, body));
        }
    }

    private static byte[] deep() {
        return ("[".repeat(5_000) + "]".repeat(5_000)).getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @MethodSource("signed")
    void theSameBytesAreTheSameEvent(SampleEndpoint endpoint) {
        Made made = Made.of(endpoint);
        RawRequest request = made.request();
        assertSameEvents(made.genuine(request).events(), made.genuine(request).events());
    }

    /** A provider sends again with another nonce, attempt counter and time. */
    @ParameterizedTest
    @Tag("T-02")
    @MethodSource("signed")
    void twoDeliveriesOfOneEventAreTheSameEvent(SampleEndpoint endpoint) {
        Made made = Made.of(endpoint);
        RawRequest later = made.maker().genuine(Made.EVENT.withDelivery(2), Made.URL, Made.NOW.plusSeconds(60));
        assertSameEvents(
                made.genuine(made.request()).events(),
                made.genuine(later, Made.NOW.plusSeconds(60)).events());
    }

    private static void assertSameEvents(List<PaymentEvent> first, List<PaymentEvent> second) {
        assertThat(second).hasSameSizeAs(first);
        for (int i = 0; i < first.size(); i++) {
            assertThat(second.get(i).eventId()).isEqualTo(first.get(i).eventId());
            assertThat(second.get(i).digest()).isEqualTo(first.get(i).digest());
            assertThat(second.get(i).effect()).isEqualTo(first.get(i).effect());
        }
    }

    @ParameterizedTest
    @MethodSource("signed")
    void anotherAmountHasAnotherDigest(SampleEndpoint endpoint) {
        Made made = Made.of(endpoint);
        PaymentEvent event = made.genuine(made.request()).events().getFirst();
        assumeTrue(!event.amount().isEmpty(), "the notice names no amount");
        RawRequest other = made.maker().genuine(Made.EVENT.withAmountMinor(99_900), Made.URL, Made.NOW);
        assertThat(made.genuine(other).events().getFirst().digest()).isNotEqualTo(event.digest());
    }

    @ParameterizedTest
    @MethodSource("signed")
    void whatWasMadeIsWhatIsRead(SampleEndpoint endpoint) {
        Made made = Made.of(endpoint);
        PaymentEvent event = made.genuine(made.request()).events().getFirst();
        if (!event.bizId().isEmpty() && !event.bizId().equals("7000000001")) {
            assertThat(event.bizId()).contains("ORD-1001");
        }
        event.amountMinor().ifPresent(minor -> assertThat(minor).isEqualTo(12_300));
    }

    @ParameterizedTest
    @MethodSource("signed")
    void everyListedSecretCounts(SampleEndpoint endpoint) {
        List<String> secrets = endpoint.credentials().texts("secrets");
        assumeTrue(secrets.size() == 1 && !definition(endpoint).name().equals("payu-latam"), "no list of secrets");
        String other = secrets.getFirst().startsWith("whpk_")
                ? "whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
                : reversed(secrets.getFirst());
        var values = new java.util.LinkedHashMap<>(endpoint.credentials().values());
        values.put("secrets", new Credentials.Value.Texts(List.of(other, secrets.getFirst())));
        Made rotated = Made.of(endpoint.provider(), new Credentials(values));
        rotated.genuine(Made.of(endpoint).request());
        values.put("secrets", new Credentials.Value.Texts(List.of(other)));
        Made.of(endpoint.provider(), new Credentials(values))
                .refused(Made.of(endpoint).request());
    }

    /** Another secret of the same form. */
    private static String reversed(String secret) {
        int from = secret.startsWith("whsec_") ? "whsec_".length() : 0;
        int padding = secret.endsWith("=") ? secret.indexOf('=') : secret.length();
        return secret.substring(0, from)
                + new StringBuilder(secret.substring(from, padding)).reverse()
                + secret.substring(padding);
    }
}
