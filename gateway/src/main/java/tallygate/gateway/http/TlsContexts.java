package tallygate.gateway.http;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.SSLException;

/** Reads PEM files into what encrypts connections: TLS 1.2 and 1.3, forward-secret AEAD ciphers only. */
final class TlsContexts {
    private static final List<String> CIPHERS = List.of(
            "TLS_AES_256_GCM_SHA384",
            "TLS_AES_128_GCM_SHA256",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

    private TlsContexts() {}

    /** @throws TlsFilesException that names the file and what to do */
    static SslContext read(TlsFiles files) {
        List<X509Certificate> chain = certificates(files.certificate());
        PrivateKey key = PemKey.read(files.key(), chain.getFirst().getPublicKey());
        SslContextBuilder builder = restrict(SslContextBuilder.forServer(key, chain))
                .applicationProtocolConfig(new ApplicationProtocolConfig(
                        Protocol.ALPN,
                        SelectorFailureBehavior.NO_ADVERTISE,
                        SelectedListenerFailureBehavior.ACCEPT,
                        ApplicationProtocolNames.HTTP_1_1));
        files.clientAuthorities()
                .ifPresent(authorities ->
                        builder.clientAuth(clientAuth(files.clients())).trustManager(certificates(authorities)));
        try {
            return builder.build();
        } catch (SSLException e) {
            throw new TlsFilesException(
                    files.certificate() + " and " + files.key() + " make no TLS server: " + e.getMessage(), e);
        }
    }

    static ClientAuth clientAuth(ClientCertificates clients) {
        return switch (clients) {
            case NONE -> ClientAuth.NONE;
            case OPTIONAL -> ClientAuth.OPTIONAL;
            case REQUIRED -> ClientAuth.REQUIRE;
        };
    }

    /** Protocols and ciphers of all our listeners. */
    static SslContextBuilder restrict(SslContextBuilder builder) {
        return builder.sslProvider(SslProvider.JDK)
                .protocols("TLSv1.3", "TLSv1.2")
                .ciphers(CIPHERS);
    }

    /** When the server's certificate ends. */
    static Instant expiry(TlsFiles files) {
        return certificates(files.certificate()).getFirst().getNotAfter().toInstant();
    }

    static List<X509Certificate> certificates(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            List<X509Certificate> found = CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            if (found.isEmpty()) {
                throw new TlsFilesException(file + " holds no certificate in PEM form");
            }
            return found;
        } catch (CertificateException e) {
            throw new TlsFilesException(file + " holds no valid certificate in PEM form", e);
        } catch (IOException e) {
            throw new TlsFilesException("cannot read " + file + ": " + e, e);
        }
    }
}
