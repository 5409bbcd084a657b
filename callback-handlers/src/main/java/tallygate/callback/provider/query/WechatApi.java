package tallygate.callback.provider.query;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import tallygate.callback.outbound.OutboundRequest;
import tallygate.callback.provider.QueryTools;
import tallygate.signature.SignatureMaker;
import tallygate.signature.SignatureVerifier;
import tallygate.signature.WireText;

/**
 * WeChat Pay's API v3 as one merchant calls it: requests are signed with the merchant's key, answers are believed only when
 * WeChat Pay signed them (wechatpay-java, core; pay.weixin.qq.com, API v3 signing).
 *
 * @param scheme {@code WECHATPAY2-SHA256-RSA2048}, or {@code WECHATPAY2-SM2-WITH-SM3}
 * @param platform WeChat Pay's keys by serial or public key id
 */
record WechatApi(Api api, String scheme, Merchant merchant, Map<String, SignatureVerifier> platform) {
    static final String LIVE = "https://api.mch.weixin.qq.com";

    private static final Duration WINDOW = Duration.ofMinutes(5);
    private static final String NONCE_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    private static final int NONCE_LENGTH = 32;

    /** @param serial of the merchant's own API certificate, as the merchant platform shows it */
    record Merchant(String id, String serial, SignatureMaker key) {
        @Override
        public String toString() {
            return "Merchant[" + id + "]";
        }
    }

    WechatApi {
        platform = Map.copyOf(platform);
    }

    /** @param resource path and query exactly as they are sent */
    OutboundRequest get(String resource, QueryTools tools) {
        String timestamp = Long.toString(tools.clock().instant().getEpochSecond());
        String nonce = nonce(tools.dice());
        OutboundRequest request = OutboundRequest.get(api.at(resource))
                .with("Authorization", authorization("GET", api.signedPath(resource), timestamp, nonce, ""))
                .with("Accept", "application/json");
        // Tells WeChat Pay which of its keys to sign with while a merchant changes from certificates to the public key.
        return publicKeyId().map(id -> request.with("Wechatpay-Serial", id)).orElse(request);
    }

    String authorization(String method, String signedPath, String timestamp, String nonce, String body) {
        String text = method + "\n" + signedPath + "\n" + timestamp + "\n" + nonce + "\n" + body + "\n";
        byte[] signature = merchant.key().sign(text.getBytes(StandardCharsets.UTF_8));
        return scheme + " mchid=\"" + merchant.id() + "\",nonce_str=\"" + nonce + "\",timestamp=\"" + timestamp
                + "\",serial_no=\"" + merchant.serial() + "\",signature=\"" + WireText.BASE64.encode(signature) + "\"";
    }

    private Optional<String> publicKeyId() {
        return platform.keySet().stream()
                .filter(id -> id.startsWith("PUB_KEY_ID_"))
                .sorted()
                .findFirst();
    }

    private static String nonce(RandomGenerator dice) {
        StringBuilder nonce = new StringBuilder(NONCE_LENGTH);
        for (int i = 0; i < NONCE_LENGTH; i++) {
            nonce.append(NONCE_LETTERS.charAt(dice.nextInt(NONCE_LETTERS.length())));
        }
        return nonce.toString();
    }

    /** @return what is wrong with the answer's signature; nothing when WeChat Pay signed it just now */
    Optional<String> objection(Asked.Got got, Instant now) {
        String serial = spelled(got.header("Wechatpay-Serial"));
        SignatureVerifier verifier = platform.get(serial);
        if (verifier == null) {
            return Optional.of("the answer is signed by a key that is not configured here");
        }
        return objection(got, now, verifier);
    }

    static Optional<String> objection(Asked.Got got, Instant now, SignatureVerifier verifier) {
        String timestamp = got.header("Wechatpay-Timestamp");
        String nonce = got.header("Wechatpay-Nonce");
        Optional<byte[]> signature = WireText.BASE64.decode(got.header("Wechatpay-Signature"));
        if (!timestamp.matches("[0-9]{1,11}") || nonce.isEmpty() || signature.isEmpty()) {
            return Optional.of("the answer is not signed");
        }
        Duration apart = Duration.between(Instant.ofEpochSecond(Long.parseLong(timestamp)), now)
                .abs();
        if (apart.compareTo(WINDOW) > 0) {
            return Optional.of("the answer was signed " + apart.toSeconds() + " s away from this node's time");
        }
        return verifier.verify(signedText(timestamp, nonce, got.body()), signature.get())
                ? Optional.empty()
                : Optional.of("the answer's signature does not fit");
    }

    private static byte[] signedText(String timestamp, String nonce, byte[] body) {
        byte[] head = (timestamp + "\n" + nonce + "\n").getBytes(StandardCharsets.UTF_8);
        byte[] text = new byte[head.length + body.length + 1];
        System.arraycopy(head, 0, text, 0, head.length);
        System.arraycopy(body, 0, text, head.length, body.length);
        text[text.length - 1] = '\n';
        return text;
    }

    /** Serials are hex in any case and may have leading zeros; public key ids are kept as they are. */
    static String spelled(String id) {
        boolean isSerial = !id.isEmpty() && id.chars().allMatch(c -> c < 128 && Character.digit(c, 16) >= 0);
        return isSerial ? id.toUpperCase(Locale.ROOT).replaceFirst("^0+(?=.)", "") : id;
    }
}
