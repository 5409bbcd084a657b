package tallygate.config.key;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import tallygate.config.value.UnfitException;

/** Looks into a PEM file, so that a wrong one is noticed before anything listens. */
final class PemFile {
    private static final int BYTES_MAX = 1024 * 1024;

    private PemFile() {}

    static Path checked(String text, String blockType) {
        if (text.contains("-----BEGIN")) {
            throw new UnfitException("is PEM text; write it to a file and name the file");
        }
        Path file;
        try {
            file = Path.of(text);
        } catch (InvalidPathException e) {
            throw new UnfitException("is not a path");
        }
        String content = content(file);
        if (content.contains("-----BEGIN " + blockType + "-----")) {
            return file;
        }
        boolean isOtherKey = content.contains("-----BEGIN RSA PRIVATE KEY-----")
                || content.contains("-----BEGIN EC PRIVATE KEY-----")
                || content.contains("-----BEGIN ENCRYPTED PRIVATE KEY-----");
        throw new UnfitException(
                blockType.equals("PRIVATE KEY") && isOtherKey
                        ? "holds a private key in another form; convert it: openssl pkcs8 -topk8 -nocrypt -in OLD -out"
                                + " NEW"
                        : "is not a PEM file with a " + blockType + " block");
    }

    private static String content(Path file) {
        if (Files.isDirectory(file)) {
            throw new UnfitException("is a folder");
        }
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(BYTES_MAX), StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw new UnfitException("does not exist");
        } catch (IOException e) {
            throw new UnfitException("cannot be read");
        }
    }
}
