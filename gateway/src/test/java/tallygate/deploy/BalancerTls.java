package tallygate.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A self-signed certificate for 127.0.0.1, as files. */
public record BalancerTls(Path certificate, Path key, Path together) {
    public static BalancerTls make(Path folder) {
        var tls = new BalancerTls(
                folder.resolve("server.crt"), folder.resolve("server.key"), folder.resolve("server.pem"));
        Deployment.Said said = Deployment.run(
                folder,
                Map.of(),
                List.of(
                        "openssl",
                        "req",
                        "-x509",
                        "-newkey",
                        "ec",
                        "-pkeyopt",
                        "ec_paramgen_curve:P-256",
                        "-nodes",
                        "-keyout",
                        tls.key.toString(),
                        "-out",
                        tls.certificate.toString(),
                        "-subj",
                        "/CN=127.0.0.1",
                        "-addext",
                        "subjectAltName=IP:127.0.0.1",
                        "-days",
                        "2"));
        if (said.exit() != 0) {
            throw new AssertionError("openssl: " + said.text());
        }
        try {
            Files.writeString(tls.together, Files.readString(tls.certificate) + Files.readString(tls.key));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return tls;
    }
}
