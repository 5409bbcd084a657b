package tallygate.gateway.mysql;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * AES-256-GCM with a random nonce before the ciphertext. What is bound must be the same when it is opened, so that bytes of another
 * row do not open in this one.
 */
final class Gcm {
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;
    private static final SecureRandom DICE = new SecureRandom();

    private Gcm() {}

    static byte[] seal(SecretKey key, byte[] plain, byte[] bound) {
        byte[] nonce = new byte[NONCE];
        DICE.nextBytes(nonce);
        try {
            Cipher cipher = cipher(Cipher.ENCRYPT_MODE, key, nonce, bound);
            byte[] sealed = new byte[NONCE + cipher.getOutputSize(plain.length)];
            System.arraycopy(nonce, 0, sealed, 0, NONCE);
            cipher.doFinal(plain, 0, plain.length, sealed, NONCE);
            return sealed;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java does not seal with AES-GCM", e);
        }
    }

    /** @throws UnreadableException when key, bytes or what they are bound to are not those of the sealing */
    static byte[] open(SecretKey key, byte[] sealed, byte[] bound) throws UnreadableException {
        if (sealed.length < NONCE) {
            throw new UnreadableException("is too short to be sealed");
        }
        try {
            byte[] nonce = ByteBuffer.wrap(sealed, 0, NONCE).slice().array();
            Cipher cipher = cipher(Cipher.DECRYPT_MODE, key, java.util.Arrays.copyOf(nonce, NONCE), bound);
            return cipher.doFinal(sealed, NONCE, sealed.length - NONCE);
        } catch (AEADBadTagException e) {
            throw new UnreadableException(
                    "does not open: it was changed, belongs to another row, or the key is another");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java does not open AES-GCM", e);
        }
    }

    private static Cipher cipher(int mode, SecretKey key, byte[] nonce, byte[] bound) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(bound);
        return cipher;
    }
}
