package tallygate.signature;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.asn1.ASN1BitString;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.ASN1Primitive;
import org.bouncycastle.asn1.ASN1Sequence;

/**
 * Key or certificate text taken apart: PEM, PEM in one line, CRLF, blanks at line ends, escaped line breaks, bare base64.
 * What it is, is read from the bytes: labels are often wrong.
 *
 * @param kind what the bytes turned out to be
 * @param der the bytes
 */
record KeyText(Kind kind, byte[] der) {
    private static final Pattern ARMOUR =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END [A-Z0-9 ]+-----", Pattern.DOTALL);
    private static final Pattern BLANK = Pattern.compile("\\s+");
    private static final int RAW_ED25519_BYTES = 32;

    /** The structures that keys and certificates come in. */
    enum Kind {
        CERTIFICATE("an X.509 certificate"),
        PUBLIC_SPKI("a public key"),
        PUBLIC_PKCS1("a public key (PKCS#1)"),
        PUBLIC_RAW("a public key (32 raw bytes)"),
        PRIVATE_PKCS8("a private key (PKCS#8)"),
        PRIVATE_PKCS1("a private key (PKCS#1)"),
        PRIVATE_SEC1("an EC private key (SEC 1)"),
        ENCRYPTED("a private key under a passphrase"),
        UNKNOWN("bytes that are neither a key nor a certificate");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /** All blocks of the text, in order; at least one. */
    static List<KeyText> blocks(String text) {
        String plain = text.replace("\\r", "").replace("\\n", "\n").strip();
        if (plain.isEmpty()) {
            throw new UnusableKeyException("the key text is empty");
        }
        List<KeyText> found = new ArrayList<>();
        Matcher armour = ARMOUR.matcher(plain);
        while (armour.find()) {
            byte[] der = base64(armour.group(2));
            Kind kind = armour.group(1).startsWith("ENCRYPTED") ? Kind.ENCRYPTED : kindOf(der);
            found.add(new KeyText(kind, der));
        }
        if (found.isEmpty()) {
            byte[] der = base64(plain);
            found.add(new KeyText(kindOf(der), der));
        }
        return found;
    }

    /** The only block of the text. */
    static KeyText sole(String text) {
        List<KeyText> blocks = blocks(text);
        if (blocks.size() != 1) {
            throw new UnusableKeyException("one key is due, the text holds " + blocks.size());
        }
        return blocks.getFirst();
    }

    private static byte[] base64(String text) {
        String dense = BLANK.matcher(text).replaceAll("");
        try {
            return Base64.getDecoder().decode(dense);
        } catch (IllegalArgumentException e) {
            throw new UnusableKeyException(
                    "the key text is neither PEM nor base64 (" + dense.length() + " characters)");
        }
    }

    private static Kind kindOf(byte[] der) {
        if (der.length == RAW_ED25519_BYTES) {
            return Kind.PUBLIC_RAW;
        }
        return sequence(der).map(KeyText::kindOf).orElse(Kind.UNKNOWN);
    }

    private static Optional<ASN1Sequence> sequence(byte[] der) {
        try {
            return ASN1Primitive.fromByteArray(der) instanceof ASN1Sequence sequence
                    ? Optional.of(sequence)
                    : Optional.empty();
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private static Kind kindOf(ASN1Sequence sequence) {
        int size = sequence.size();
        ASN1Encodable first = size > 0 ? sequence.getObjectAt(0) : sequence;
        ASN1Encodable second = size > 1 ? sequence.getObjectAt(1) : sequence;
        if (first instanceof ASN1Sequence && second instanceof ASN1BitString) {
            return Kind.PUBLIC_SPKI;
        }
        if (first instanceof ASN1Sequence && second instanceof ASN1Sequence && size == 3) {
            return Kind.CERTIFICATE;
        }
        if (first instanceof ASN1Sequence && second instanceof ASN1OctetString) {
            return Kind.ENCRYPTED;
        }
        if (first instanceof ASN1Integer && second instanceof ASN1Sequence) {
            return Kind.PRIVATE_PKCS8;
        }
        if (first instanceof ASN1Integer && second instanceof ASN1OctetString) {
            return Kind.PRIVATE_SEC1;
        }
        if (first instanceof ASN1Integer && second instanceof ASN1Integer) {
            return size == 2 ? Kind.PUBLIC_PKCS1 : Kind.PRIVATE_PKCS1;
        }
        return Kind.UNKNOWN;
    }

    @Override
    public String toString() {
        return "KeyText[" + kind + "]";
    }
}
