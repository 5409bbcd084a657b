package tallygate.callback.provider.catalog;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import tallygate.callback.provider.Credentials;
import tallygate.signature.Header;
import tallygate.signature.Hmac;
import tallygate.signature.RawRequest;
import tallygate.signature.WireText;

/** Stripe requests put together by hand, so that every header can be as odd as the faults of the wild are. */
final class StripeSigned {
    static final String SECRET = "whsec_current";
    static final String OLD_SECRET = "whsec_previous";
    static final String BODY =
            "{\"id\":\"evt_1\",\"type\":\"payment_intent.succeeded\",\"livemode\":true,\"data\":{\"object\":"
                    + "{\"id\":\"pi_1\",\"object\":\"payment_intent\",\"amount\":2000,\"currency\":\"usd\"}}}";
    static final long T = Made.NOW.getEpochSecond();

    private StripeSigned() {}

    static Made endpoint(String... secrets) {
        return Made.of("stripe", new Credentials(Map.of("secrets", new Credentials.Value.Texts(List.of(secrets)))));
    }

    static Made endpoint() {
        return endpoint(SECRET);
    }

    static String hmac(String secret, String time, byte[] body) {
        Hmac hmac = Hmac.Hash.SHA256.keyed(secret.getBytes(StandardCharsets.UTF_8));
        return WireText.HEX.encode(hmac.of((time + ".").getBytes(StandardCharsets.UTF_8), body));
    }

    static String good() {
        return hmac(SECRET, Long.toString(T), bytes(BODY));
    }

    static RawRequest request(byte[] body, Header... headers) {
        return new RawRequest("POST", "https", "pay.example.com", "/callbacks/shop", List.of(headers), body, "");
    }

    /** The usual body under a signature header. */
    static RawRequest under(String... signatures) {
        return request(
                bytes(BODY),
                List.of(signatures).stream()
                        .map(value -> new Header("Stripe-Signature", value))
                        .toArray(Header[]::new));
    }

    /** Any body, signed rightly. */
    static RawRequest signed(byte[] body) {
        return request(body, new Header("Stripe-Signature", "t=" + T + ",v1=" + hmac(SECRET, Long.toString(T), body)));
    }

    static RawRequest signed(String body) {
        return signed(bytes(body));
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
