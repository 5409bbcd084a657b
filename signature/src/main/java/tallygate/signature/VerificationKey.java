package tallygate.signature;

import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.gm.GMObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.RSAPublicKey;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;

/**
 * A provider's public key, of a known family.
 *
 * @param bits length of the RSA modulus or of the curve
 * @param spki the key as X.509 SubjectPublicKeyInfo, DER
 */
public record VerificationKey(Family family, int bits, byte[] spki) {
    /** Weaker RSA keys can be factored; JD Pay still hands out 1024 bits. */
    private static final int RSA_BITS_MIN = 1024;

    private static final int CURVE_BITS = 256;

    /** RFC 8410. */
    private static final ASN1ObjectIdentifier ED25519_OID = new ASN1ObjectIdentifier("1.3.101.112");

    /** What kind of mathematics a key is for. */
    public enum Family {
        RSA("an RSA key"),
        EC("an elliptic-curve key"),
        ED25519("an Ed25519 key"),
        SM2("an SM2 key");

        private final String words;

        Family(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /**
     * Reads a public key: SPKI or PKCS#1, in PEM, one line, or bare base64; 32 raw bytes are an Ed25519 key.
     *
     * @throws UnusableKeyException when the text holds something else, for example a certificate or a private key
     */
    public static VerificationKey read(Family due, String text) {
        KeyText found = KeyText.sole(text);
        return switch (found.kind()) {
            case PUBLIC_SPKI -> ofSpki(due, found.der());
            case PUBLIC_PKCS1 -> ofSpki(due, spkiOfPkcs1(found.der()));
            case PUBLIC_RAW -> ofSpki(due, spkiOfRaw(found.der()));
            case CERTIFICATE ->
                throw new UnusableKeyException("an X.509 certificate was found where " + due.words()
                        + " is due: put it under a certificate key, or give the public key alone");
            case PRIVATE_PKCS8, PRIVATE_PKCS1, PRIVATE_SEC1, ENCRYPTED, UNKNOWN ->
                throw new UnusableKeyException(found.kind().words()
                        + " was found where the provider's public key is due (" + due.words() + ")");
        };
    }

    static VerificationKey ofSpki(Family due, byte[] spki) {
        SubjectPublicKeyInfo info;
        try {
            info = SubjectPublicKeyInfo.getInstance(spki);
        } catch (RuntimeException e) {
            throw new UnusableKeyException(
                    "the public key cannot be read: " + spki.length + " bytes, not a key structure");
        }
        VerificationKey key = new VerificationKey(familyOf(info), bitsOf(info), spki);
        if (key.family != due) {
            throw new UnusableKeyException(key.family.words() + " was found where " + due.words() + " is due");
        }
        if (due == Family.RSA && key.bits < RSA_BITS_MIN) {
            throw new UnusableKeyException(
                    "an RSA key of " + key.bits + " bits was found, at least " + RSA_BITS_MIN + " are due");
        }
        return key;
    }

    private static Family familyOf(SubjectPublicKeyInfo info) {
        ASN1ObjectIdentifier algorithm = info.getAlgorithm().getAlgorithm();
        if (algorithm.equals(PKCSObjectIdentifiers.rsaEncryption)) {
            return Family.RSA;
        }
        if (algorithm.equals(ED25519_OID)) {
            return Family.ED25519;
        }
        if (algorithm.equals(X9ObjectIdentifiers.id_ecPublicKey)) {
            return GMObjectIdentifiers.sm2p256v1.equals(info.getAlgorithm().getParameters()) ? Family.SM2 : Family.EC;
        }
        throw new UnusableKeyException("the public key has algorithm " + algorithm + ", which no provider uses");
    }

    private static int bitsOf(SubjectPublicKeyInfo info) {
        if (!info.getAlgorithm().getAlgorithm().equals(PKCSObjectIdentifiers.rsaEncryption)) {
            return CURVE_BITS;
        }
        try {
            return RSAPublicKey.getInstance(info.parsePublicKey()).getModulus().bitLength();
        } catch (IOException | RuntimeException e) {
            throw new UnusableKeyException("the RSA public key cannot be read: its modulus and exponent are missing");
        }
    }

    private static byte[] spkiOfPkcs1(byte[] pkcs1) {
        try {
            AlgorithmIdentifier rsa = new AlgorithmIdentifier(PKCSObjectIdentifiers.rsaEncryption, DERNull.INSTANCE);
            return new SubjectPublicKeyInfo(rsa, pkcs1).getEncoded();
        } catch (IOException e) {
            throw new IllegalStateException("a DER structure cannot be written", e);
        }
    }

    private static byte[] spkiOfRaw(byte[] raw) {
        try {
            AlgorithmIdentifier ed25519 = new AlgorithmIdentifier(ED25519_OID);
            return new SubjectPublicKeyInfo(ed25519, raw).getEncoded();
        } catch (IOException e) {
            throw new IllegalStateException("a DER structure cannot be written", e);
        }
    }

    /** SHA-256 of the key's DER in hexadecimal: equal for one key in any layout, and safe to show. */
    public String fingerprint() {
        return HexFormat.of().formatHex(HashAlgorithm.SHA256.of(spki));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof VerificationKey key && Arrays.equals(spki, key.spki);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(spki);
    }

    @Override
    public String toString() {
        return "VerificationKey[" + family + ", " + bits + " bits, "
                + fingerprint().substring(0, 16) + "]";
    }
}
