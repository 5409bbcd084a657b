package tallygate.signature;

import java.util.Optional;

/** Authenticated encryption with one key: made once, used by many threads. */
public interface AeadCipher {
    /**
     * @param ciphertext with its 16-byte tag at the end
     * @return nothing when the tag does not fit
     */
    Optional<byte[]> decrypt(byte[] nonce, byte[] associatedData, byte[] ciphertext);

    /** For tests and {@code tallygate sign}; the caller answers for fresh nonces. */
    byte[] encrypt(byte[] nonce, byte[] associatedData, byte[] plaintext);
}
