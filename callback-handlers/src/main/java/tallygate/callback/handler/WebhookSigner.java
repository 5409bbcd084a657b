package tallygate.callback.handler;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tallygate.signature.Header;

/** The three headers of Standard Webhooks 1.0: id, time in seconds, and HMAC-SHA256 over {@code id.time.body} for each secret. */
public final class WebhookSigner {
    private static final String PREFIX = "whsec_";
    private static final int KEY_BYTES_MIN = 16;
    private static final int KEY_BYTES_MAX = 128;

    private final List<SecretKeySpec> keys;

    public WebhookSigner(List<String> secrets) {
        this.keys = secrets.stream().map(WebhookSigner::key).toList();
    }

    /** @throws IllegalArgumentException when the secret is malformed; the message does not hold it */
    static SecretKeySpec key(String secret) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(secret.startsWith(PREFIX) ? secret.substring(PREFIX.length()) : secret);
        } catch (IllegalArgumentException _) {
            throw new IllegalArgumentException(
                    "a handler's secret is whsec_ followed by base64, this one is not base64");
        }
        if (bytes.length < KEY_BYTES_MIN || bytes.length > KEY_BYTES_MAX) {
            throw new IllegalArgumentException("a handler's secret holds " + KEY_BYTES_MIN + ".." + KEY_BYTES_MAX
                    + " bytes after whsec_, this one " + bytes.length);
        }
        return new SecretKeySpec(bytes, "HmacSHA256");
    }

    public List<Header> headers(String id, long epochSecond, byte[] body) {
        var idAndTime =
                List.of(new Header("webhook-id", id), new Header("webhook-timestamp", Long.toString(epochSecond)));
        if (keys.isEmpty()) {
            return idAndTime;
        }
        var signed = new ByteArrayOutputStream(body.length + 64);
        signed.writeBytes((id + "." + epochSecond + ".").getBytes(StandardCharsets.UTF_8));
        signed.writeBytes(body);
        String signatures = keys.stream()
                .map(key -> "v1," + Base64.getEncoder().encodeToString(hmac(key, signed.toByteArray())))
                .collect(Collectors.joining(" "));
        return List.of(idAndTime.get(0), idAndTime.get(1), new Header("webhook-signature", signatures));
    }

    private static byte[] hmac(SecretKeySpec key, byte[] message) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return mac.doFinal(message);
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("this Java cannot compute HMAC-SHA256", e);
        }
    }
}
