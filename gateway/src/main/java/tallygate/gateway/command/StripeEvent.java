package tallygate.gateway.command;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** One paid event in Stripe's form, signed as Stripe does: what the drill sends. */
record StripeEvent(byte[] body, String signature) {
    private static final String HMAC = "HmacSHA256";

    static StripeEvent paid(String id, String secret, Instant at) {
        byte[] body = """
            {"id":"%s","object":"event","type":"payment_intent.succeeded","created":%d,"data":{"object":{"id":"pi_%s",\
            "object":"payment_intent","amount":100,"amount_received":100,"currency":"usd","status":"succeeded",\
            "metadata":{"order_id":"o-%s"}}}}\
            """.formatted(id, at.getEpochSecond(), id, id).getBytes(StandardCharsets.UTF_8);
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), HMAC));
            mac.update((at.getEpochSecond() + ".").getBytes(StandardCharsets.UTF_8));
            return new StripeEvent(
                    body, "t=" + at.getEpochSecond() + ",v1=" + HexFormat.of().formatHex(mac.doFinal(body)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + HMAC, e);
        }
    }
}
