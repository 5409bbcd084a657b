package tallygate.signature;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A JWS in compact form whose payload is the request body (RFC 7515, appendix F): {@code header..signature}.
 *
 * @param encodedHeader the protected header as it came, which is part of the signed bytes
 * @param header the protected header, decoded: JSON that nobody has vouched for yet
 */
public record DetachedJws(String encodedHeader, byte[] header, byte[] signature) {
    /** Nothing when the text has another shape, also when it carries a payload of its own. */
    public static Optional<DetachedJws> parse(String text) {
        int first = text.indexOf('.');
        int second = first < 0 ? -1 : text.indexOf('.', first + 1);
        if (second != first + 1 || first <= 0 || text.indexOf('.', second + 1) >= 0) {
            return Optional.empty();
        }
        String encodedHeader = text.substring(0, first);
        return WireText.BASE64URL
                .decode(encodedHeader)
                .map(header -> new DetachedJws(encodedHeader, header, signature(text.substring(second + 1))));
    }

    private static byte[] signature(String encoded) {
        return WireText.BASE64URL.decode(encoded).orElse(new byte[0]);
    }

    /** What is signed: header, a dot, and the payload in base64url. */
    public byte[] signingInput(byte[] payload) {
        return signingInput(encodedHeader, payload);
    }

    static byte[] signingInput(String encodedHeader, byte[] payload) {
        return (encodedHeader + "." + WireText.BASE64URL.encode(payload)).getBytes(StandardCharsets.US_ASCII);
    }

    /** Makes one, for tests and {@code tallygate sign}. */
    public static String make(byte[] header, byte[] payload, SignatureMaker maker) {
        String encodedHeader = WireText.BASE64URL.encode(header);
        byte[] signature = maker.sign(signingInput(encodedHeader, payload));
        return encodedHeader + ".." + WireText.BASE64URL.encode(signature);
    }
}
