package tallygate.signature;

import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/** The text forms in which signatures and ciphertexts travel. Bad text is an answer, never an exception. */
public enum WireText {
    /** Either case, an even number of digits. */
    HEX {
        @Override
        byte[] strictly(String text) {
            return HexFormat.of().parseHex(text);
        }

        @Override
        public String encode(byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
    },
    /** With its padding, without line breaks. */
    BASE64 {
        @Override
        byte[] strictly(String text) {
            if (text.length() % 4 != 0) {
                throw new IllegalArgumentException("base64 without its padding");
            }
            return Base64.getDecoder().decode(text);
        }

        @Override
        public String encode(byte[] bytes) {
            return Base64.getEncoder().encodeToString(bytes);
        }
    },
    /** With or without padding. */
    BASE64URL {
        @Override
        byte[] strictly(String text) {
            return Base64.getUrlDecoder().decode(text);
        }

        @Override
        public String encode(byte[] bytes) {
            return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        }
    };

    abstract byte[] strictly(String text);

    public abstract String encode(byte[] bytes);

    /** The bytes, or nothing when the text is empty or not in this form. */
    public Optional<byte[]> decode(String text) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(strictly(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
