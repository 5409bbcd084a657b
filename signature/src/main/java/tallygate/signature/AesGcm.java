package tallygate.signature;

import java.security.GeneralSecurityException;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** AES-GCM with a tag of 128 bits. */
public final class AesGcm implements AeadCipher {
    private static final int TAG_BITS = 128;
    private static final int TAG_BYTES = TAG_BITS / 8;

    private final SecretKeySpec key;

    /** @param key 16, 24 or 32 bytes */
    public AesGcm(byte[] key) {
        if (key.length != 16 && key.length != 24 && key.length != 32) {
            throw new UnusableKeyException("an AES key has 16, 24 or 32 bytes, this one has " + key.length);
        }
        this.key = new SecretKeySpec(key, "AES");
    }

    @Override
    public Optional<byte[]> decrypt(byte[] nonce, byte[] associatedData, byte[] ciphertext) {
        if (nonce.length == 0 || ciphertext.length < TAG_BYTES) {
            return Optional.empty();
        }
        try {
            return Optional.of(run(Cipher.DECRYPT_MODE, nonce, associatedData, ciphertext));
        } catch (GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    @Override
    public byte[] encrypt(byte[] nonce, byte[] associatedData, byte[] plaintext) {
        try {
            return run(Cipher.ENCRYPT_MODE, nonce, associatedData, plaintext);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("AES-GCM cannot encrypt with a nonce of " + nonce.length + " bytes", e);
        }
    }

    private byte[] run(int mode, byte[] nonce, byte[] associatedData, byte[] input) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(associatedData);
        return cipher.doFinal(input);
    }

    @Override
    public String toString() {
        return "AesGcm[***]";
    }
}
