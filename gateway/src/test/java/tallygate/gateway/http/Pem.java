package tallygate.gateway.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;

/** A self-signed certificate and its key, made by the JDK's keytool, as PEM files. */
record Pem(Path certificate, Path key, KeyStore store) {
    static final char[] PASSWORD = "changeit".toCharArray();

    static Pem selfSigned(Path directory, String name) {
        try {
            Path file = directory.resolve(name + ".p12");
            Process keytool = new ProcessBuilder(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-alias",
                            "a",
                            "-keyalg",
                            "EC",
                            "-groupname",
                            "secp256r1",
                            "-dname",
                            "CN=" + name,
                            "-ext",
                            "san=ip:127.0.0.1,dns:localhost",
                            "-validity",
                            "30",
                            "-storetype",
                            "PKCS12",
                            "-keystore",
                            file.toString(),
                            "-storepass",
                            new String(PASSWORD)))
                    .redirectErrorStream(true)
                    .start();
            String output = new String(keytool.getInputStream().readAllBytes(), US_ASCII);
            if (keytool.waitFor() != 0) {
                throw new IllegalStateException(output);
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(file)) {
                store.load(in, PASSWORD);
            }
            var certificate = (X509Certificate) store.getCertificate("a");
            var key = (PrivateKey) store.getKey("a", PASSWORD);
            return new Pem(
                    write(directory.resolve(name + ".crt"), "CERTIFICATE", certificate.getEncoded()),
                    write(directory.resolve(name + ".key"), "PRIVATE KEY", key.getEncoded()),
                    store);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static Path write(Path file, String type, byte[] der) throws IOException {
        String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return Files.writeString(file, "-----BEGIN " + type + "-----\n" + base64 + "\n-----END " + type + "-----\n");
    }
}
