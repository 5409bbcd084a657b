package tallygate.signature;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.bouncycastle.crypto.digests.SM3Digest;

/** The plain digests that payment providers use. MD5 and SHA-1 are here because some of them still sign with nothing better. */
public enum HashAlgorithm {
    MD5("MD5"),
    SHA1("SHA-1"),
    SHA256("SHA-256"),
    SHA384("SHA-384"),
    SHA512("SHA-512"),
    /** GB/T 32905-2016. */
    SM3("");

    private static final int SM3_BYTES = 32;

    private final String jcaName;

    HashAlgorithm(String jcaName) {
        this.jcaName = jcaName;
    }

    /** The digest of all parts, one after the other. */
    public byte[] of(byte[]... parts) {
        if (this == SM3) {
            return sm3(parts);
        }
        try {
            MessageDigest digest = MessageDigest.getInstance(jcaName);
            for (byte[] part : parts) {
                digest.update(part);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no " + jcaName, e);
        }
    }

    /** The digest in lower-case hexadecimal, always of full length. */
    public String hex(byte[]... parts) {
        return HexFormat.of().formatHex(of(parts));
    }

    private static byte[] sm3(byte[]... parts) {
        SM3Digest digest = new SM3Digest();
        for (byte[] part : parts) {
            digest.update(part, 0, part.length);
        }
        byte[] out = new byte[SM3_BYTES];
        digest.doFinal(out, 0);
        return out;
    }
}
