package tallygate.gateway.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the private key of a certificate: unencrypted PKCS#8, or the older PKCS#1 and SEC1 forms. */
final class PemKey {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z ]*)PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END \\1PRIVATE KEY-----");
    private static final int SEQUENCE = 0x30;
    private static final int OCTET_STRING = 0x04;
    private static final byte[] VERSION_0 = {2, 1, 0};

    private PemKey() {}

    /** @throws TlsFilesException when the file holds no key, or one of another certificate */
    static PrivateKey read(Path file, PublicKey certified) {
        Matcher block = BLOCK.matcher(text(file));
        if (!block.find() || block.group(1).equals("ENCRYPTED ")) {
            throw new TlsFilesException(file + " is no unencrypted private key in PEM form: convert it with"
                    + " 'openssl pkcs8 -topk8 -nocrypt'");
        }
        try {
            byte[] der = Base64.getMimeDecoder().decode(block.group(2));
            byte[] pkcs8 = block.group(1).isEmpty() ? der : wrapped(der, certified);
            PrivateKey key =
                    KeyFactory.getInstance(certified.getAlgorithm()).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            if (belongs(key, certified)) {
                return key;
            }
        } catch (GeneralSecurityException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new TlsFilesException(
                    file + " holds no " + certified.getAlgorithm() + " key, which its certificate needs", e);
        }
        throw new TlsFilesException(file + " holds the key of another certificate");
    }

    private static boolean belongs(PrivateKey key, PublicKey certified) throws GeneralSecurityException {
        String algorithm = switch (certified.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> certified.getAlgorithm();
        };
        byte[] sample = {1, 2, 3};
        Signature signer = Signature.getInstance(algorithm);
        signer.initSign(key);
        signer.update(sample);
        byte[] signature = signer.sign();
        signer.initVerify(certified);
        signer.update(sample);
        return signer.verify(signature);
    }

    /** PKCS#8 is version, algorithm and the older form; the algorithm is the one the certificate's own key names. */
    private static byte[] wrapped(byte[] older, PublicKey certified) {
        byte[] publicKey = certified.getEncoded();
        int algorithmAt = contentAt(publicKey, 0);
        int algorithmEnd = contentAt(publicKey, algorithmAt) + contentLength(publicKey, algorithmAt);
        var content = new ByteArrayOutputStream();
        content.writeBytes(VERSION_0);
        content.writeBytes(Arrays.copyOfRange(publicKey, algorithmAt, algorithmEnd));
        content.writeBytes(tagged(OCTET_STRING, older));
        return tagged(SEQUENCE, content.toByteArray());
    }

    private static byte[] tagged(int tag, byte[] content) {
        var out = new ByteArrayOutputStream();
        out.write(tag);
        if (content.length < 0x80) {
            out.write(content.length);
        } else {
            out.write(0x82);
            out.write(content.length >> 8);
            out.write(content.length);
        }
        out.writeBytes(content);
        return out.toByteArray();
    }

    private static int contentAt(byte[] der, int at) {
        int first = der[at + 1] & 0xFF;
        return at + 2 + (first < 0x80 ? 0 : first & 0x7F);
    }

    private static int contentLength(byte[] der, int at) {
        int first = der[at + 1] & 0xFF;
        int length = first < 0x80 ? first : 0;
        for (int i = at + 2; i < contentAt(der, at); i++) {
            length = length << 8 | der[i] & 0xFF;
        }
        return length;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new TlsFilesException("cannot read " + file + ": " + e, e);
        }
    }
}
