package tallygate.gateway.http;

import io.netty.handler.ssl.SslContextBuilder;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A server's key and certificates, read and found to belong together: for listeners that are not made here.
 *
 * @param clientAuthorities who may have issued the certificates of clients
 * @param clients whether clients show one
 */
public record ServerTls(
        PrivateKey key,
        List<X509Certificate> chain,
        Optional<List<X509Certificate>> clientAuthorities,
        ClientCertificates clients) {
    /** @throws TlsFilesException that names the file and what to do */
    public static ServerTls read(TlsFiles files) {
        List<X509Certificate> chain = TlsContexts.certificates(files.certificate());
        return new ServerTls(
                PemKey.read(files.key(), chain.getFirst().getPublicKey()),
                chain,
                files.clientAuthorities().map(TlsContexts::certificates),
                files.clients());
    }

    /** The protocols and ciphers of all our listeners, and client certificates where they are wanted. */
    public Consumer<SslContextBuilder> settings() {
        return builder -> {
            TlsContexts.restrict(builder);
            clientAuthorities.ifPresent(authorities ->
                    builder.clientAuth(TlsContexts.clientAuth(clients)).trustManager(authorities));
        };
    }

    /** Never the key. */
    @Override
    public String toString() {
        return "ServerTls[" + chain.getFirst().getSubjectX500Principal() + "]";
    }
}
