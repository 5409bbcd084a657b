package tallygate.callback.provider.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.callback.provider.catalog.StripeSigned.OLD_SECRET;
import static tallygate.callback.provider.catalog.StripeSigned.SECRET;
import static tallygate.callback.provider.catalog.StripeSigned.endpoint;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.callback.provider.Binding;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.Credentials.Value;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.Problem;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

class KeysTest {
    private static List<String> problems(String provider, Map<String, Value> values) {
        return switch (Made.PROVIDERS.bind(provider, "shop", new Credentials(values))) {
            case Binding.Bound _ -> List.of();
            case Binding.Refused refused ->
                refused.problems().stream().map(Problem::toString).toList();
        };
    }

    private static KeyPair pair(String algorithm) throws GeneralSecurityException {
        return KeyPairGenerator.getInstance(algorithm).generateKeyPair();
    }

    @Test
    @Tag("O-055")
    @Tag("T-05")
    void bothSecretsOfARotationCountAndARetiredOneDoesNot() {
        Made both = endpoint(SECRET, OLD_SECRET);
        Judgement.Genuine current = both.genuine(endpoint(SECRET).request());
        Judgement.Genuine previous = both.genuine(endpoint(OLD_SECRET).request());
        assertThat(current.keyId()).isNotEqualTo(previous.keyId());
        both.refused(endpoint("whsec_retired").request());
    }

    @ParameterizedTest
    @Tag("O-057")
    @ValueSource(strings = {"", " ", "\t"})
    void anEmptySecretIsRefusedAtStart(String secret) {
        assertThat(problems("stripe", Map.of("secrets", new Value.Text(secret))))
                .containsExactly("secrets: is empty: an empty key would let anybody sign");
        assertThat(problems("stripe", Map.of("secrets", new Value.Texts(List.of("good", secret)))))
                .containsExactly("secrets[1]: is empty: an empty key would let anybody sign");
    }

    @Test
    void everyMistakeOfAnEndpointIsToldAtOnce() {
        assertThat(problems(
                        "stripe",
                        Map.of(
                                "secret",
                                new Value.Text("x"),
                                "tolerance",
                                new Value.Text("0s"),
                                "environment",
                                new Value.Text("prod"))))
                .anySatisfy(p -> assertThat(p).startsWith("secret: is not a key of stripe; did you mean 'secrets'?"))
                .anySatisfy(p -> assertThat(p).startsWith("secrets: is missing"))
                .anySatisfy(p -> assertThat(p).startsWith("tolerance: takes 1s..7d"))
                .anySatisfy(p -> assertThat(p).startsWith("environment: takes live or test"));
    }

    @Test
    void aMistypedProviderNamesTheNearestOne() {
        assertThat(problems("strpie", Map.of()))
                .containsExactly("provider: 'strpie' is not known here; did you mean 'stripe'?");
    }

    @Test
    void aSecretWithABlankAroundItIsRefusedAtStart() {
        assertThat(problems("stripe", Map.of("secrets", new Value.Text("whsec_x\n"))))
                .containsExactly("secrets: begins or ends with a blank or a line break: remove it");
    }

    @Test
    void aSecretThatIsNotInItsFormIsRefusedWithoutBeingShown() {
        assertThat(problems("adyen", Map.of("secrets", new Value.Text("not hexadecimal"))))
                .containsExactly("secrets[0]: takes hexadecimal digits, and is not");
    }

    @Test
    @Tag("O-060")
    void aKeyOfAnotherKindIsRefusedWithWhatWasFound() throws GeneralSecurityException {
        KeyPair rsa = pair("RSA");
        String privateKey = Base64.getEncoder().encodeToString(rsa.getPrivate().getEncoded());
        assertThat(problems("wise", Map.of("public-key", new Value.Text(privateKey))))
                .singleElement()
                .asString()
                .contains("private key")
                .doesNotContain(privateKey.substring(0, 20));
        String ec = Base64.getEncoder().encodeToString(pair("EC").getPublic().getEncoded());
        assertThat(problems("wise", Map.of("public-key", new Value.Text(ec))))
                .singleElement()
                .asString()
                .contains("elliptic-curve");
    }

    @Test
    @Tag("O-058")
    void onePublicKeyLoadsInEveryLayout() throws GeneralSecurityException {
        KeyPair rsa = pair("RSA");
        String line = Base64.getEncoder().encodeToString(rsa.getPublic().getEncoded());
        String test = Base64.getEncoder().encodeToString(rsa.getPrivate().getEncoded());
        String wrapped = Base64.getMimeEncoder(64, new byte[] {'\n'})
                .encodeToString(rsa.getPublic().getEncoded());
        RawRequest request = Made.of(
                        "wise",
                        new Credentials(
                                Map.of("public-key", new Value.Text(line), "test-private-key", new Value.Text(test))))
                .request();
        for (String layout : List.of(
                line,
                "-----BEGIN PUBLIC KEY-----" + line + "-----END PUBLIC KEY-----",
                "-----BEGIN PUBLIC KEY-----\n" + wrapped + "\n-----END PUBLIC KEY-----\n",
                "-----BEGIN PUBLIC KEY-----\r\n" + wrapped.replace("\n", "\r\n") + "\r\n-----END PUBLIC KEY-----\r\n",
                "-----BEGIN PUBLIC KEY-----\n" + wrapped.replace("\n", "  \n") + "\n-----END PUBLIC KEY-----\n")) {
            Made.of("wise", new Credentials(Map.of("public-key", new Value.Text(layout))))
                    .genuine(request);
        }
    }

    @Test
    void aKeyIdThatIsNotHeldIsUnknown() {
        Made held = Made.of(
                "worldline-connect",
                new Credentials(Map.of(
                        "secrets-by-id", new Value.TextMap(Map.of("key-1", "secret one", "key-2", "secret two")))));
        Made other = Made.of(
                "worldline-connect",
                new Credentials(Map.of("secrets-by-id", new Value.TextMap(Map.of("key-3", "secret one")))));
        assertThat(held.refused(other.request()).reason()).isEqualTo(Reason.KEY_UNKNOWN);
    }

    @Test
    void aWeakerAlgorithmThanTheOneChosenIsRefused() {
        Made hmac = Made.of(
                "payu-latam",
                new Credentials(
                        Map.of("api-key", new Value.Text("api"), "secrets", new Value.Texts(List.of("s1", "s2")))));
        Made md5 = Made.of("payu-latam", new Credentials(Map.of("api-key", new Value.Text("api"))));
        hmac.refused(md5.request());
    }

    @Test
    @Tag("O-064")
    void mercadoPagosIdCountsAsItCameAndInLowerCase() {
        Made made = Made.of("mercadopago", new Credentials(Map.of("secrets", new Value.Text("s"))));
        RawRequest lower = made.maker()
                .genuine(
                        new tallygate.callback.provider.SampleEvent(
                                "", "e1", 1, "o", "ord01abc", java.util.OptionalLong.empty(), ""),
                        Made.URL,
                        Made.NOW);
        RawRequest upper = new RawRequest(
                lower.method(),
                lower.scheme(),
                lower.authority(),
                lower.target().replace("ord01abc", "ORD01ABC"),
                lower.headers(),
                lower.body(),
                "");
        made.genuine(lower);
        made.genuine(upper);
    }

    private static Map<String, Value> termed(String interval) {
        return Map.of(
                "secrets", new Value.Texts(List.of(SECRET, OLD_SECRET)),
                "key-validity", new Value.TextMap(Map.of("secrets[1]", interval)));
    }

    @Test
    @Tag("T-05")
    void aKeyCountsWithinItsTermOnly() {
        Made made = Made.of("stripe", new Credentials(termed("../2026-06-01T08:00:00Z")));
        RawRequest request = endpoint(OLD_SECRET).request();
        made.genuine(request, Made.NOW.minusMillis(1));
        assertThat(made.refused(request, Made.NOW).reason()).isEqualTo(Reason.KEY_UNKNOWN);
        made.genuine(endpoint(SECRET).request());
        assertThat(made.provider().explain(request, java.util.Optional.of(Made.NOW)))
                .isNotEmpty();
        assertThat(made.provider().keys().get(1).notAfter()).hasValue(Made.NOW);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-06-01", "..", "a/b", "2026-06-01T00:00:00Z"})
    void aTermThatIsNoIntervalIsRefusedAtStart(String interval) {
        assertThat(problems("stripe", termed(interval)))
                .singleElement()
                .asString()
                .startsWith("key-validity[secrets[1]]: takes FROM/UNTIL");
    }

    @Test
    void aTermForAKeyThatIsNotHeldIsRefusedAtStart() {
        Map<String, Value> values = Map.of(
                "secrets", new Value.Text(SECRET), "key-validity", new Value.TextMap(Map.of("secrets[7]", "../..")));
        assertThat(problems("stripe", values)).singleElement().asString().contains("names no key of this endpoint");
    }

    private static Map<String, Value> revoked(String slot, String from) {
        return Map.of(
                "secrets", new Value.Texts(List.of(SECRET, OLD_SECRET)),
                "revoke-from", new Value.TextMap(Map.of(slot, from)));
    }

    @Test
    void aRevokedKeyIsRefusedFromThatInstantAndCountsForWhatCameBefore() {
        Made made = Made.of("stripe", new Credentials(revoked("secrets[1]", "2026-06-01T08:00:00Z")));
        RawRequest request = endpoint(OLD_SECRET).request();
        made.genuine(request, Made.NOW.minusMillis(1));
        assertThat(made.refused(request, Made.NOW).detail()).contains("revoked from 2026-06-01T08:00:00Z");
        assertThat(made.provider().explain(request, java.util.Optional.of(Made.NOW)))
                .singleElement()
                .asString()
                .startsWith("wrong-key:")
                .contains("revoked");
        made.genuine(endpoint(SECRET).request());
    }

    /** Stripe signs with both secrets while one is being rolled. */
    @Test
    void aRequestSignedWithARevokedAndAnotherKeyIsTakenByTheOther() {
        Made made = Made.of("stripe", new Credentials(revoked("secrets[0]", "2020-01-01T00:00:00Z")));
        String first =
                endpoint(SECRET).request().headerValues("Stripe-Signature").getFirst();
        String second =
                endpoint(OLD_SECRET).request().headerValues("Stripe-Signature").getFirst();
        RawRequest both = Made.replaced(
                endpoint(SECRET).request(),
                new tallygate.signature.Header("Stripe-Signature", first),
                first + second.substring(second.indexOf(",v1=")));
        String old = Made.of("stripe", new Credentials(Map.of("secrets", new Value.Text(OLD_SECRET))))
                .provider()
                .keys()
                .getFirst()
                .id();
        assertThat(made.genuine(both).keyId()).isEqualTo(old);
    }

    @Test
    void whenEveryKeyIsRevokedNothingCounts() {
        Map<String, Value> values = Map.of(
                "secrets",
                new Value.Text(SECRET),
                "revoke-from",
                new Value.TextMap(Map.of("secrets[0]", "2020-01-01T00:00:00Z")));
        assertThat(Made.of("stripe", new Credentials(values))
                        .refused(endpoint(SECRET).request())
                        .reason())
                .isEqualTo(Reason.KEY_UNKNOWN);
    }

    @Test
    void aRevocationThatIsNoInstantOrNamesNoKeyIsRefusedAtStart() {
        assertThat(problems("stripe", revoked("secrets[1]", "yesterday")))
                .singleElement()
                .asString()
                .startsWith("revoke-from[secrets[1]]: takes an instant");
        assertThat(problems("stripe", revoked("secrets[7]", "2026-06-01T08:00:00Z")))
                .singleElement()
                .asString()
                .startsWith("revoke-from[secrets[7]]: names no key");
    }
}
