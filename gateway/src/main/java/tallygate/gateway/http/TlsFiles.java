package tallygate.gateway.http;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The PEM files of a TLS listener.
 *
 * @param certificate the server's certificate, then its intermediate ones
 * @param key the unencrypted PKCS#8 private key
 * @param clientAuthorities who may have issued the certificates of clients
 * @param clients whether clients show a certificate; more than none needs authorities
 */
public record TlsFiles(Path certificate, Path key, Optional<Path> clientAuthorities, ClientCertificates clients) {
    public TlsFiles {
        if (clients != ClientCertificates.NONE && clientAuthorities.isEmpty()) {
            throw new IllegalArgumentException("certificates of clients are " + clients + " and no authority is known");
        }
    }

    /** With authorities every client needs a certificate. */
    public TlsFiles(Path certificate, Path key, Optional<Path> clientAuthorities) {
        this(
                certificate,
                key,
                clientAuthorities,
                clientAuthorities.isPresent() ? ClientCertificates.REQUIRED : ClientCertificates.NONE);
    }
}
