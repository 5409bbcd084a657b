package tallygate.gateway.identity;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Random values that are shown once and kept as digests, and the form token that belongs to one of them. */
public final class Secrets {
    private static final int BYTES = 32;
    private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

    private final SecureRandom dice;

    public Secrets(SecureRandom dice) {
        this.dice = dice;
    }

    /** 256 random bits as 43 characters. */
    public String next() {
        byte[] random = new byte[BYTES];
        dice.nextBytes(random);
        return TEXT.encodeToString(random);
    }

    /** Hex SHA-256: what is stored in place of the value. */
    public static String digest(String value) {
        return HexFormat.of().formatHex(sha256(value.getBytes(StandardCharsets.UTF_8)));
    }

    /** What forms of this cookie must carry: nobody without the cookie can know it. */
    public static String formToken(String cookie) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(cookie.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return TEXT.encodeToString(mac.doFinal("form".getBytes(StandardCharsets.UTF_8)));
        } catch (InvalidKeyException e) {
            throw new IllegalArgumentException("an empty cookie has no form token", e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no HmacSHA256", e);
        }
    }

    /** In constant time. */
    public static boolean same(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }
}
