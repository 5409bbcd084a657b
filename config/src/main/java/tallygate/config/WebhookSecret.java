package tallygate.config;

import java.util.Base64;
import tallygate.config.key.Kind;
import tallygate.config.key.Kinds;
import tallygate.config.key.Words;
import tallygate.config.value.Secret;
import tallygate.config.value.UnfitException;

/** The rules of a signing secret as Standard Webhooks 1.0 writes it: {@code whsec_} and base64. */
final class WebhookSecret {
    private static final String PREFIX = "whsec_";
    private static final int BYTES_MIN = 16;
    private static final int BYTES_MAX = 128;

    static final Kind<Secret> KIND = Kinds.secret(Kinds.text(
            WebhookSecret::parse,
            Secret::toString,
            new Words(
                    "whsec_ and the base64 of " + BYTES_MIN + " to " + BYTES_MAX
                            + " bytes, best as ${file:PATH} or ${env:NAME}; make one with: openssl rand -base64 32",
                    "whsec_ 加 " + BYTES_MIN + " 到 " + BYTES_MAX
                            + " 字节的 base64，最好写作 ${file:PATH} 或 ${env:NAME}；可用 openssl rand -base64 32 生成"),
            "^.+$"));

    private WebhookSecret() {}

    private static Secret parse(String text) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : text);
        } catch (IllegalArgumentException e) {
            throw new UnfitException("is not base64");
        }
        if (bytes.length < BYTES_MIN || bytes.length > BYTES_MAX) {
            throw new UnfitException("holds " + bytes.length + " bytes");
        }
        return new Secret(text);
    }
}
