package tallygate.signature;

import java.io.IOException;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import org.bouncycastle.asn1.ASN1Primitive;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import tallygate.signature.VerificationKey.Family;

/**
 * A private key that makes genuine callbacks in tests, load runs and {@code tallygate sign}. Never printed.
 *
 * @param pkcs8 the key as PKCS#8, DER
 */
public record SigningKey(byte[] pkcs8) {
    private static final int RSA_BITS = 2048;
    private static final int CURVE_BITS = 256;

    /**
     * Reads PKCS#8 or PKCS#1 whatever the label says.
     *
     * @throws UnusableKeyException when the text holds something else
     */
    public static SigningKey read(String text) {
        KeyText found = KeyText.sole(text);
        return switch (found.kind()) {
            case PRIVATE_PKCS8 -> new SigningKey(found.der());
            case PRIVATE_PKCS1 -> new SigningKey(pkcs8OfPkcs1(found.der()));
            case PRIVATE_SEC1, ENCRYPTED, CERTIFICATE, PUBLIC_SPKI, PUBLIC_PKCS1, PUBLIC_RAW, UNKNOWN ->
                throw new UnusableKeyException(found.kind().words()
                        + " was found where a private key is due: give it as PKCS#8 without a passphrase");
        };
    }

    /** A new key that nobody else holds: for callbacks that must be refused. */
    public static SigningKey generate(Family family) {
        return switch (family) {
            case RSA -> generate("RSA", RSA_BITS);
            case EC -> generate("EC", CURVE_BITS);
            case ED25519 -> generate("Ed25519", CURVE_BITS - 1);
            case SM2 -> new SigningKey(Sm2.newPrivateKey());
        };
    }

    private static SigningKey generate(String algorithm, int bits) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
            generator.initialize(bits);
            return new SigningKey(generator.generateKeyPair().getPrivate().getEncoded());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no " + algorithm, e);
        }
    }

    private static byte[] pkcs8OfPkcs1(byte[] pkcs1) {
        try {
            AlgorithmIdentifier rsa = new AlgorithmIdentifier(PKCSObjectIdentifiers.rsaEncryption, DERNull.INSTANCE);
            return new PrivateKeyInfo(rsa, ASN1Primitive.fromByteArray(pkcs1)).getEncoded();
        } catch (IOException e) {
            throw new IllegalStateException("a DER structure cannot be written", e);
        }
    }

    @Override
    public String toString() {
        return "SigningKey[***]";
    }
}
