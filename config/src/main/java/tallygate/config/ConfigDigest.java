package tallygate.config;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import tallygate.config.key.Setting;

/**
 * A digest over all values, keyed with all secrets together: equal configurations have equal digests, and somebody who sees
 * the digest and knows everything but the secrets must guess all of them at once, slowly.
 */
final class ConfigDigest {
    private static final int ROUNDS = 5_000;
    private static final byte[] SALT = "tallygate configuration digest 1".getBytes(StandardCharsets.US_ASCII);

    private ConfigDigest() {}

    static String of(List<Setting> settings) {
        var secrets = new StringBuilder();
        var open = new StringBuilder();
        for (Setting setting : settings) {
            if (setting.isOfNode()) {
                continue;
            }
            open.append(field(setting.path()));
            (setting.isShownWhole() ? open : secrets.append(field(setting.path())))
                    .append(field(setting.exact().reveal()));
        }
        try {
            char[] password = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256")
                            .digest(secrets.toString().getBytes(StandardCharsets.UTF_8)))
                    .toCharArray();
            byte[] key = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(new PBEKeySpec(password, SALT, ROUNDS, 256))
                    .getEncoded();
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(open.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has SHA-256, HMAC and PBKDF2", e);
        }
    }

    /** With its length, so that no two lists of fields read the same. */
    private static String field(String text) {
        return text.length() + ":" + text + "\n";
    }
}
