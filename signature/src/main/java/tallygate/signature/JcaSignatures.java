package tallygate.signature;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.PSSParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import javax.crypto.Cipher;

/** The schemes that the Java platform itself knows. */
final class JcaSignatures {
    private static final int SHA256_BYTES = 32;
    private static final String BARE_CIPHER = "RSA/ECB/PKCS1Padding";

    private JcaSignatures() {}

    static SignatureVerifier verifier(PublicKeyAlgorithm algorithm, byte[] spki) {
        PublicKey key = publicKey(algorithm, spki);
        if (algorithm == PublicKeyAlgorithm.RSA_BARE) {
            return (message, signature) -> bareMatches(key, message, signature);
        }
        return (message, signature) -> matches(algorithm, key, message, signature);
    }

    static SignatureMaker maker(PublicKeyAlgorithm algorithm, byte[] pkcs8) {
        PrivateKey key = privateKey(algorithm, pkcs8);
        if (algorithm == PublicKeyAlgorithm.RSA_BARE) {
            return message -> bareSigned(key, message);
        }
        return message -> signed(algorithm, key, message);
    }

    private static boolean matches(PublicKeyAlgorithm algorithm, PublicKey key, byte[] message, byte[] signature) {
        try {
            Signature checker = instance(algorithm);
            checker.initVerify(key);
            checker.update(message);
            return checker.verify(signature);
        } catch (GeneralSecurityException e) {
            return false; // a signature of impossible length or form, which is a wrong signature
        }
    }

    private static byte[] signed(PublicKeyAlgorithm algorithm, PrivateKey key, byte[] message) {
        try {
            Signature maker = instance(algorithm);
            maker.initSign(key);
            maker.update(message);
            return maker.sign();
        } catch (GeneralSecurityException e) {
            throw new UnusableKeyException("the private key cannot sign with " + algorithm);
        }
    }

    private static boolean bareMatches(PublicKey key, byte[] message, byte[] signature) {
        try {
            Cipher cipher = Cipher.getInstance(BARE_CIPHER);
            cipher.init(Cipher.DECRYPT_MODE, key);
            return MessageDigest.isEqual(cipher.doFinal(signature), message);
        } catch (GeneralSecurityException e) {
            return false; // wrong length or padding, which is a wrong signature
        }
    }

    private static byte[] bareSigned(PrivateKey key, byte[] message) {
        try {
            Cipher cipher = Cipher.getInstance(BARE_CIPHER);
            cipher.init(Cipher.ENCRYPT_MODE, key);
            return cipher.doFinal(message);
        } catch (GeneralSecurityException e) {
            throw new UnusableKeyException("the private key cannot sign " + message.length + " bytes without a digest");
        }
    }

    private static Signature instance(PublicKeyAlgorithm algorithm) throws GeneralSecurityException {
        return switch (algorithm) {
            case RSA_SHA1 -> Signature.getInstance("SHA1withRSA");
            case RSA_SHA256 -> Signature.getInstance("SHA256withRSA");
            case RSA_SHA512 -> Signature.getInstance("SHA512withRSA");
            case RSA_PSS_SHA256 -> pss();
            case ECDSA_SHA256 -> Signature.getInstance("SHA256withECDSA");
            case ED25519 -> Signature.getInstance("Ed25519");
            case RSA_BARE, SM2_SM3 -> throw new IllegalStateException(algorithm + " is computed elsewhere");
        };
    }

    private static Signature pss() throws GeneralSecurityException {
        Signature pss = Signature.getInstance("RSASSA-PSS");
        pss.setParameter(new PSSParameterSpec(
                "SHA-256", "MGF1", MGF1ParameterSpec.SHA256, SHA256_BYTES, PSSParameterSpec.TRAILER_FIELD_BC));
        return pss;
    }

    private static PublicKey publicKey(PublicKeyAlgorithm algorithm, byte[] spki) {
        try {
            return factory(algorithm).generatePublic(new X509EncodedKeySpec(spki));
        } catch (GeneralSecurityException e) {
            throw new UnusableKeyException(algorithm.family().words() + " is due, and the key's " + spki.length
                    + " bytes cannot be read as one");
        }
    }

    private static PrivateKey privateKey(PublicKeyAlgorithm algorithm, byte[] pkcs8) {
        try {
            return factory(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
        } catch (GeneralSecurityException e) {
            throw new UnusableKeyException(
                    "the private half of " + algorithm.family().words() + " is due, and the key's " + pkcs8.length
                            + " bytes cannot be read as one");
        }
    }

    private static KeyFactory factory(PublicKeyAlgorithm algorithm) throws GeneralSecurityException {
        return switch (algorithm.family()) {
            case RSA -> KeyFactory.getInstance("RSA");
            case EC -> KeyFactory.getInstance("EC");
            case ED25519 -> KeyFactory.getInstance("Ed25519");
            case SM2 -> throw new IllegalStateException("SM2 keys are read elsewhere");
        };
    }
}
