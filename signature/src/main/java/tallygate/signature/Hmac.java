package tallygate.signature;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A keyed HMAC, ready to compute: the key is scheduled once a thread, not once a message. Safe for many threads.
 *
 * <p>An instance is meant to live as long as its endpoint's configuration, because each thread that uses it keeps a MAC.
 */
public final class Hmac {
    /** The hash under the HMAC. */
    public enum Hash {
        MD5("HmacMD5"),
        SHA1("HmacSHA1"),
        SHA256("HmacSHA256"),
        SHA384("HmacSHA384"),
        SHA512("HmacSHA512"),
        SHA3_256("HmacSHA3-256");

        private final String jcaName;

        Hash(String jcaName) {
            this.jcaName = jcaName;
        }

        /** @throws IllegalArgumentException when the key is empty: anybody could compute such an HMAC */
        public Hmac keyed(byte[] key) {
            return new Hmac(this, key);
        }
    }

    private final ThreadLocal<Mac> macs;

    private Hmac(Hash hash, byte[] key) {
        if (key.length == 0) {
            throw new IllegalArgumentException("an HMAC key must not be empty");
        }
        SecretKeySpec spec = new SecretKeySpec(key, hash.jcaName);
        macs = ThreadLocal.withInitial(() -> mac(hash, spec));
    }

    /** The HMAC over all parts, one after the other. */
    public byte[] of(byte[]... parts) {
        Mac mac = macs.get();
        for (byte[] part : parts) {
            mac.update(part);
        }
        return mac.doFinal();
    }

    /** True when the signature is the HMAC of the parts; takes the same time wherever they differ. */
    public boolean matches(byte[] signature, byte[]... parts) {
        return MessageDigest.isEqual(of(parts), signature);
    }

    private static Mac mac(Hash hash, SecretKeySpec key) {
        try {
            Mac mac = Mac.getInstance(hash.jcaName);
            mac.init(key);
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + hash.jcaName, e);
        }
    }

    @Override
    public String toString() {
        return "Hmac[***]";
    }
}
