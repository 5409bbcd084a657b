package tallygate.callback.provider.catalog;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import tallygate.callback.provider.Credentials.Value;
import tallygate.callback.provider.SampleEndpoint;

/** The endpoints under which the conformance kit tries every recipe. */
final class RecipeEndpoints {
    private static final String HEX_KEY = "0011223344556677889900AABBCCDDEEFF00112233445566778899AABBCCDDEE";
    private static final String WHSEC = "whsec_dGhpcyBpcyBhIHNlY3JldCBvZiB0aGlydHkgdHdvIGI=";
    private static final KeyPair RSA = pair("RSA");
    private static final KeyPair ED25519 = pair("Ed25519");

    private RecipeEndpoints() {}

    static List<SampleEndpoint> all() {
        List<SampleEndpoint> all = new ArrayList<>(particular());
        for (String name : BuiltInRecipes.NAMES) {
            if (all.stream().noneMatch(endpoint -> endpoint.provider().equals(name))) {
                all.add(SampleEndpoint.withSecret(name, "a secret of " + name));
            }
        }
        return all;
    }

    /** Those that need more, or other, than one secret text. */
    private static List<SampleEndpoint> particular() {
        return List.of(
                SampleEndpoint.withSecret("adyen", HEX_KEY),
                SampleEndpoint.withSecret("adyen-platform", HEX_KEY),
                SampleEndpoint.withSecret("worldpay-access", HEX_KEY),
                SampleEndpoint.withSecret("worldpay-access", "a secret as text").as("text secret"),
                SampleEndpoint.withSecret("standard-webhooks", WHSEC),
                SampleEndpoint.withSecret("standard-webhooks", publicRaw())
                        .and("test-private-key", text(ED25519.getPrivate().getEncoded()))
                        .as("ed25519"),
                SampleEndpoint.withSecret("svix", WHSEC),
                SampleEndpoint.withSecret("portone", WHSEC),
                SampleEndpoint.withSecret(
                        "omise", text("omise secret".getBytes(java.nio.charset.StandardCharsets.UTF_8))),
                SampleEndpoint.of("chargebee", Map.of("username", text("shop"), "password", text("pass phrase"))),
                SampleEndpoint.withSecret("dlocal", "dlocal secret").and("x-login", "login1"),
                SampleEndpoint.withSecret("doku", "doku secret").and("client-id", "MCH-1"),
                SampleEndpoint.withSecret("momo", "momo secret").and("access-key", "access1"),
                SampleEndpoint.withSecret("payu-india", "salt1").and("merchant-key", "key1"),
                SampleEndpoint.withSecret("payu-latam", "extra secret").and("api-key", "api1"),
                SampleEndpoint.of("payu-latam", Map.of("api-key", text("api1"))).as("md5"),
                SampleEndpoint.withSecret("rapyd", "rapyd secret").and("access-key", "access1"),
                SampleEndpoint.withSecret("nuvei", "nuvei secret")
                        .and("hash", "md5")
                        .as("md5"),
                SampleEndpoint.withSecret("nuvei", "nuvei secret"),
                SampleEndpoint.withSecret("robokassa", "password2")
                        .and("hash", "sha256")
                        .as("sha256"),
                SampleEndpoint.withSecret("robokassa", "password2"),
                SampleEndpoint.withSecret("payfast", "pass phrase"),
                SampleEndpoint.of(
                                "klarna",
                                Map.of(
                                        "secrets-by-id",
                                        new Value.TextMap(Map.of(
                                                "krn:partner:global:notification:signing-key:shop", "klarna secret"))))
                        .as("by id"),
                SampleEndpoint.withSecret("klarna", "klarna secret"),
                SampleEndpoint.of(
                        "worldline-connect",
                        Map.of("secrets-by-id", new Value.TextMap(Map.of("key-1", "worldline secret")))),
                SampleEndpoint.withSecret("midtrans", "server key"),
                SampleEndpoint.of("midtrans", rsa()).as("snap-bi"),
                SampleEndpoint.of("wise", rsa()));
    }

    private static Map<String, Value> rsa() {
        return Map.of(
                "public-key", new Value.Text(text(RSA.getPublic().getEncoded())),
                "test-private-key", new Value.Text(text(RSA.getPrivate().getEncoded())));
    }

    private static Value text(String text) {
        return new Value.Text(text);
    }

    private static String text(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    /** The 32 bytes at the end of the key's structure, as Standard Webhooks writes public keys. */
    private static String publicRaw() {
        byte[] spki = ED25519.getPublic().getEncoded();
        byte[] raw = java.util.Arrays.copyOfRange(spki, spki.length - 32, spki.length);
        return "whpk_" + text(raw);
    }

    private static KeyPair pair(String algorithm) {
        try {
            return KeyPairGenerator.getInstance(algorithm).generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
