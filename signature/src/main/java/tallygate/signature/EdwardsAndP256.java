package tallygate.signature;

import java.io.IOException;
import java.math.BigInteger;
import org.bouncycastle.crypto.params.AsymmetricKeyParameter;
import org.bouncycastle.crypto.params.ECPublicKeyParameters;
import org.bouncycastle.crypto.params.Ed25519PublicKeyParameters;
import org.bouncycastle.crypto.signers.ECDSASigner;
import org.bouncycastle.crypto.signers.StandardDSAEncoding;
import org.bouncycastle.crypto.util.PublicKeyFactory;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/**
 * Verification with P-256 and Ed25519. The Java platform knows both, but takes one to three milliseconds a signature; this
 * library has curves of their own for them and takes a fifth of that or less ({@code VerifierBenchmark}).
 */
final class EdwardsAndP256 {
    private EdwardsAndP256() {}

    static SignatureVerifier ecdsa(byte[] spki) {
        ECPublicKeyParameters key = key(spki, ECPublicKeyParameters.class, "elliptic-curve");
        return (message, signature) -> ecdsaMatches(key, HashAlgorithm.SHA256.of(message), signature);
    }

    static SignatureVerifier ed25519(byte[] spki) {
        byte[] encoded = key(spki, Ed25519PublicKeyParameters.class, "Ed25519").getEncoded();
        Ed25519.PublicPoint point = Ed25519.validatePublicKeyPartialExport(encoded, 0);
        if (point == null) {
            throw new UnusableKeyException("the Ed25519 public key is no point of the curve");
        }
        return (message, signature) -> signature.length == Ed25519.SIGNATURE_SIZE
                && Ed25519.verify(signature, 0, point, message, 0, message.length);
    }

    private static <T extends AsymmetricKeyParameter> T key(byte[] spki, Class<T> due, String words) {
        try {
            return due.cast(PublicKeyFactory.createKey(spki));
        } catch (IOException | RuntimeException e) {
            throw new UnusableKeyException("the " + words + " public key's " + spki.length + " bytes cannot be read");
        }
    }

    private static boolean ecdsaMatches(ECPublicKeyParameters key, byte[] digest, byte[] signature) {
        try {
            BigInteger order = key.getParameters().getN();
            BigInteger[] pair = StandardDSAEncoding.INSTANCE.decode(order, signature);
            ECDSASigner signer = new ECDSASigner();
            signer.init(false, key);
            return signer.verifySignature(digest, pair[0], pair[1]);
        } catch (IOException | RuntimeException e) {
            return false; // no DER, or numbers outside of the group: a wrong signature
        }
    }
}
