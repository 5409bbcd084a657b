package tallygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which PEM files make a TLS server, and what an operator is told about the others. */
class TlsFilesTest {
    @TempDir
    static Path directory;

    private static Pem server;

    @BeforeAll
    static void certificate() {
        server = Pem.selfSigned(directory, "server");
    }

    @Test
    void unusableFilesAreNamedWithWhatToDo() throws IOException {
        Path text = Files.writeString(directory.resolve("text.pem"), "no PEM at all");
        assertThatThrownBy(() -> TlsContexts.read(new TlsFiles(text, server.key(), Optional.empty())))
                .isInstanceOf(TlsFilesException.class)
                .hasMessageContaining("text.pem holds no");
        assertThatThrownBy(() -> TlsContexts.read(new TlsFiles(server.certificate(), text, Optional.empty())))
                .isInstanceOf(TlsFilesException.class)
                .hasMessageContaining("text.pem is no unencrypted private key")
                .hasMessageContaining("openssl pkcs8");
        assertThatThrownBy(() ->
                        TlsContexts.read(new TlsFiles(directory.resolve("absent.pem"), server.key(), Optional.empty())))
                .isInstanceOf(TlsFilesException.class)
                .hasMessageContaining("absent.pem");
    }

    /** As openssl writes them for {@code ecparam -genkey} and {@code genrsa -traditional}. */
    @ParameterizedTest
    @ValueSource(strings = {"EC", "RSA"})
    void theOlderFormsOfAKeyAreReadToo(String algorithm) throws IOException, InterruptedException {
        Path key = directory.resolve(algorithm + "-old.key");
        Path certificate = directory.resolve(algorithm + "-old.crt");
        String make = algorithm.equals("EC")
                ? "openssl ecparam -name prime256v1 -genkey -noout -out " + key
                : "openssl genrsa -traditional -out " + key + " 2048";
        Process openssl = new ProcessBuilder(
                        "sh",
                        "-c",
                        make + " && openssl req -x509 -new -key " + key + " -subj /CN=old -days 2 -out " + certificate)
                .redirectErrorStream(true)
                .start();
        openssl.getInputStream().readAllBytes();
        assumeThat(openssl.waitFor()).as("openssl is here").isZero();
        assertThat(Files.readString(key)).contains("BEGIN " + algorithm + " PRIVATE KEY");
        assertThat(TlsContexts.read(new TlsFiles(certificate, key, Optional.empty()))
                        .isServer())
                .isTrue();
    }
}
