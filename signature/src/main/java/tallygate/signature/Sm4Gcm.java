package tallygate.signature;

import java.util.Optional;
import org.bouncycastle.crypto.InvalidCipherTextException;
import org.bouncycastle.crypto.engines.SM4Engine;
import org.bouncycastle.crypto.modes.GCMBlockCipher;
import org.bouncycastle.crypto.modes.GCMModeCipher;
import org.bouncycastle.crypto.params.AEADParameters;
import org.bouncycastle.crypto.params.KeyParameter;

/** SM4-GCM (GB/T 32907) with a tag of 128 bits. */
public final class Sm4Gcm implements AeadCipher {
    private static final int KEY_BYTES = 16;
    private static final int TAG_BITS = 128;

    private final KeyParameter key;

    /** @param key 16 bytes */
    public Sm4Gcm(byte[] key) {
        if (key.length != KEY_BYTES) {
            throw new UnusableKeyException("an SM4 key has 16 bytes, this one has " + key.length);
        }
        this.key = new KeyParameter(key);
    }

    @Override
    public Optional<byte[]> decrypt(byte[] nonce, byte[] associatedData, byte[] ciphertext) {
        try {
            return Optional.of(run(false, nonce, associatedData, ciphertext));
        } catch (InvalidCipherTextException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    @Override
    public byte[] encrypt(byte[] nonce, byte[] associatedData, byte[] plaintext) {
        try {
            return run(true, nonce, associatedData, plaintext);
        } catch (InvalidCipherTextException e) {
            throw new IllegalStateException("SM4-GCM refused to encrypt", e);
        }
    }

    private byte[] run(boolean encrypting, byte[] nonce, byte[] associatedData, byte[] input)
            throws InvalidCipherTextException {
        GCMModeCipher cipher = GCMBlockCipher.newInstance(new SM4Engine());
        cipher.init(encrypting, new AEADParameters(key, TAG_BITS, nonce, associatedData));
        byte[] output = new byte[cipher.getOutputSize(input.length)];
        int written = cipher.processBytes(input, 0, input.length, output, 0);
        cipher.doFinal(output, written);
        return output;
    }

    @Override
    public String toString() {
        return "Sm4Gcm[***]";
    }
}
