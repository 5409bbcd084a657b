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
        expiry(files);
        try (InputStream certificate = open(files.certificate());
                InputStream key = open(files.key())) {
            SslContextBuilder builder = builder(files, certificate, key)
                    .sslProvider(SslProvider.JDK)
                    .protocols("TLSv1.3", "TLSv1.2")
                    .ciphers(CIPHERS)
                    .applicationProtocolConfig(new ApplicationProtocolConfig(
                            Protocol.ALPN,
                            SelectorFailureBehavior.NO_ADVERTISE,
                            SelectedListenerFailureBehavior.ACCEPT,
                            ApplicationProtocolNames.HTTP_1_1));
            if (files.clientAuthorities().isPresent()) {
                builder.clientAuth(ClientAuth.REQUIRE)
                        .trustManager(
                                certificates(files.clientAuthorities().get()).toArray(X509Certificate[]::new));
            }
            return builder.build();
        } catch (SSLException e) {
            throw new TlsFilesException(
                    files.certificate() + " and " + files.key()
                            + " do not make a TLS server: does the key belong to the certificate? (" + e.getMessage()
                            + ")",
                    e);
        } catch (IOException e) {
            throw new TlsFilesException("cannot read a TLS file: " + e.getMessage(), e);
        }
    }

    /** When the server's certificate ends. */
    static Instant expiry(TlsFiles files) {
        return certificates(files.certificate()).getFirst().getNotAfter().toInstant();
    }

    private static SslContextBuilder builder(TlsFiles files, InputStream certificate, InputStream key) {
        try {
            return SslContextBuilder.forServer(certificate, key);
        } catch (IllegalArgumentException e) {
            throw new TlsFilesException(
                    files.key()
                            + " is no unencrypted PKCS#8 private key: convert it with 'openssl pkcs8 -topk8 -nocrypt'",
                    e);
        }
    }

    private static List<X509Certificate> certificates(Path file) {
        try (InputStream in = open(file)) {
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
            throw new TlsFilesException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private static InputStream open(Path file) {
        try {
            return Files.newInputStream(file);
        } catch (IOException e) {
            throw new TlsFilesException("cannot open " + file + ": " + e, e);
        }
    }
}
