package tallygate.signature;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import org.bouncycastle.asn1.gm.GMObjectIdentifiers;
import org.bouncycastle.crypto.CryptoException;
import org.bouncycastle.crypto.generators.ECKeyPairGenerator;
import org.bouncycastle.crypto.params.AsymmetricKeyParameter;
import org.bouncycastle.crypto.params.ECKeyGenerationParameters;
import org.bouncycastle.crypto.params.ECNamedDomainParameters;
import org.bouncycastle.crypto.params.ParametersWithID;
import org.bouncycastle.crypto.signers.SM2Signer;
import org.bouncycastle.crypto.util.PrivateKeyFactory;
import org.bouncycastle.crypto.util.PrivateKeyInfoFactory;
import org.bouncycastle.crypto.util.PublicKeyFactory;

/** SM2 with SM3, which the Java platform does not know. */
final class Sm2 {
    /** The user id that GB/T 35276 fixes for everyone who has not agreed on another. */
    private static final byte[] USER_ID = "1234567812345678".getBytes(StandardCharsets.US_ASCII);

    private Sm2() {}

    static SignatureVerifier verifier(byte[] spki) {
        AsymmetricKeyParameter key;
        try {
            key = PublicKeyFactory.createKey(spki);
        } catch (IOException | RuntimeException e) {
            throw new UnusableKeyException("the SM2 public key's " + spki.length + " bytes cannot be read");
        }
        return (message, signature) -> matches(key, message, signature);
    }

    static SignatureMaker maker(byte[] pkcs8) {
        AsymmetricKeyParameter key;
        try {
            key = PrivateKeyFactory.createKey(pkcs8);
        } catch (IOException | RuntimeException e) {
            throw new UnusableKeyException("the SM2 private key's " + pkcs8.length + " bytes cannot be read");
        }
        return message -> signed(key, message);
    }

    static byte[] newPrivateKey() {
        ECKeyPairGenerator generator = new ECKeyPairGenerator();
        generator.init(new ECKeyGenerationParameters(
                ECNamedDomainParameters.lookup(GMObjectIdentifiers.sm2p256v1), new SecureRandom()));
        try {
            return PrivateKeyInfoFactory.createPrivateKeyInfo(
                            generator.generateKeyPair().getPrivate())
                    .getEncoded();
        } catch (IOException e) {
            throw new IllegalStateException("a DER structure cannot be written", e);
        }
    }

    private static boolean matches(AsymmetricKeyParameter key, byte[] message, byte[] signature) {
        try {
            SM2Signer signer = new SM2Signer();
            signer.init(false, new ParametersWithID(key, USER_ID));
            signer.update(message, 0, message.length);
            return signer.verifySignature(signature);
        } catch (RuntimeException e) {
            return false; // the library throws on a signature that is no DER at all, which is a wrong signature
        }
    }

    private static byte[] signed(AsymmetricKeyParameter key, byte[] message) {
        try {
            SM2Signer signer = new SM2Signer();
            signer.init(true, new ParametersWithID(key, USER_ID));
            signer.update(message, 0, message.length);
            return signer.generateSignature();
        } catch (CryptoException e) {
            throw new UnusableKeyException("the private key cannot sign with SM2");
        }
    }
}
