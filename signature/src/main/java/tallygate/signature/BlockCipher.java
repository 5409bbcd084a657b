package tallygate.signature;

import java.security.GeneralSecurityException;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A block cipher without authentication, in the modes that providers use, with one key and one fixed IV. That a text
 * decrypts proves nothing: the caller must hold another proof. Safe for many threads.
 */
public final class BlockCipher {
    private static final int DES_KEY_BYTES = 8;
    private static final int TRIPLE_DES_KEY_BYTES = 24;

    private final String transformation;
    private final SecretKeySpec key;
    private final Optional<IvParameterSpec> iv;

    private BlockCipher(String transformation, SecretKeySpec key, Optional<IvParameterSpec> iv) {
        this.transformation = transformation;
        this.key = key;
        this.iv = iv;
        try {
            cipher(Cipher.ENCRYPT_MODE);
        } catch (GeneralSecurityException e) {
            throw new UnusableKeyException(transformation + " cannot take a key of " + key.getEncoded().length
                    + " bytes and an IV of " + iv.map(i -> i.getIV().length).orElse(0));
        }
    }

    /** AES in CBC mode with PKCS#7 padding. */
    public static BlockCipher aesCbc(byte[] key, byte[] iv) {
        return new BlockCipher("AES/CBC/PKCS5Padding", nonEmpty(key, "AES"), Optional.of(new IvParameterSpec(iv)));
    }

    /** AES in ECB mode with PKCS#7 padding (refund notices of WeChat Pay v2). */
    public static BlockCipher aesEcb(byte[] key) {
        return new BlockCipher("AES/ECB/PKCS5Padding", nonEmpty(key, "AES"), Optional.empty());
    }

    /** Triple DES in ECB mode without padding (JD Pay). */
    public static BlockCipher tripleDesEcb(byte[] key) {
        return new BlockCipher("DESede/ECB/NoPadding", tripleDes(key), Optional.empty());
    }

    /** Triple DES in CBC mode without padding, the IV all zero (key derivation of Redsys). */
    public static BlockCipher tripleDesCbcZeroIv(byte[] key) {
        return new BlockCipher(
                "DESede/CBC/NoPadding", tripleDes(key), Optional.of(new IvParameterSpec(new byte[DES_KEY_BYTES])));
    }

    private static SecretKeySpec nonEmpty(byte[] key, String algorithm) {
        if (key.length == 0) {
            throw new UnusableKeyException("an " + algorithm + " key must not be empty");
        }
        return new SecretKeySpec(key, algorithm);
    }

    private static SecretKeySpec tripleDes(byte[] key) {
        if (key.length != TRIPLE_DES_KEY_BYTES) {
            throw new UnusableKeyException("a triple DES key has 24 bytes, this one has " + key.length);
        }
        return new SecretKeySpec(key, "DESede");
    }

    /** Nothing when the length or the padding is impossible. */
    public Optional<byte[]> decrypt(byte[] ciphertext) {
        try {
            return Optional.of(cipher(Cipher.DECRYPT_MODE).doFinal(ciphertext));
        } catch (GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    public byte[] encrypt(byte[] plaintext) {
        try {
            return cipher(Cipher.ENCRYPT_MODE).doFinal(plaintext);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(transformation + " cannot encrypt " + plaintext.length + " bytes", e);
        }
    }

    private Cipher cipher(int mode) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(transformation);
        if (iv.isPresent()) {
            cipher.init(mode, key, iv.get());
        } else {
            cipher.init(mode, key);
        }
        return cipher;
    }

    @Override
    public String toString() {
        return "BlockCipher[" + transformation + ", ***]";
    }
}
