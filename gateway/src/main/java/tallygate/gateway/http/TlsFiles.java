package tallygate.gateway.http;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The PEM files of a TLS listener.
 *
 * @param certificate the server's certificate, then its intermediate ones
 * @param key the unencrypted PKCS#8 private key
 * @param clientAuthorities when given, a client needs a certificate issued by one of these (mutual TLS)
 */
public record TlsFiles(Path certificate, Path key, Optional<Path> clientAuthorities) {}
