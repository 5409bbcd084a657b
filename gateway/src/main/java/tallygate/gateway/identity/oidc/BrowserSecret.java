package tallygate.gateway.identity.oidc;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * 256 random bits in the cookie of the browser that began a sign-in. State, nonce and PKCE verifier are derived from it, so an
 * answer is of use in that browser only, and no store holds what would let anybody else finish it.
 */
record BrowserSecret(String value) {
    private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

    String state() {
        return derived("state");
    }

    String nonce() {
        return derived("nonce");
    }

    /** 43 characters, as RFC 7636 asks for at least. */
    String verifier() {
        return derived("verifier");
    }

    /** Base64url SHA-256 of the verifier. */
    String challenge() {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(verifier().getBytes(StandardCharsets.US_ASCII));
            return TEXT.encodeToString(digest);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }

    private String derived(String purpose) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(value.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return TEXT.encodeToString(mac.doFinal(("sign-in " + purpose).getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no HmacSHA256", e);
        }
    }

    @Override
    public String toString() {
        return "BrowserSecret";
    }
}
