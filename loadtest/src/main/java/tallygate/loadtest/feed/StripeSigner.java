package tallygate.loadtest.feed;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs bodies as Stripe does: {@code t=<seconds>,v1=<hex HMAC-SHA256 of "seconds.body">}. For one thread. */
public final class StripeSigner {
    private final Mac mac;

    public StripeSigner(String secret) {
        try {
            mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no HmacSHA256", e);
        }
    }

    /** The value of the {@code Stripe-Signature} header. */
    public String sign(byte[] body, long epochSeconds) {
        mac.update(Long.toString(epochSeconds).getBytes(StandardCharsets.US_ASCII));
        mac.update((byte) '.');
        return "t=" + epochSeconds + ",v1=" + HexFormat.of().formatHex(mac.doFinal(body));
    }
}
