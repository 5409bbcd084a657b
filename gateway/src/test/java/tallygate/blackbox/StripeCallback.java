package tallygate.blackbox;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A Stripe event, signed by the formula of Stripe's documentation rather than by our own code. */
public record StripeCallback(byte[] body, Map<String, String> headers) {
    public static StripeCallback of(String id, String secret) throws GeneralSecurityException {
        return signed("""
            {"id":"%s","object":"event","type":"payment_intent.succeeded","created":%d,"data":{"object":{"id":"pi_%s",\
            "object":"payment_intent","amount":1099,"amount_received":1099,"currency":"usd","status":"succeeded",\
            "metadata":{"order_id":"order-%s"}}}}\
            """.formatted(id, Instant.now().getEpochSecond(), id, id), secret);
    }

    public static StripeCallback signed(String json, String secret) throws GeneralSecurityException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        long at = Instant.now().getEpochSecond();
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        mac.update((at + ".").getBytes(StandardCharsets.UTF_8));
        String signature = HexFormat.of().formatHex(mac.doFinal(body));
        return new StripeCallback(
                body, Map.of("Content-Type", "application/json", "Stripe-Signature", "t=" + at + ",v1=" + signature));
    }

    public StripeCallback spoiled() {
        byte[] other =
                new String(body, StandardCharsets.UTF_8).replace("1099", "9999").getBytes(StandardCharsets.UTF_8);
        return new StripeCallback(other, headers);
    }
}
