package tallygate.callback.provider.query;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import tallygate.callback.outbound.Destination;
import tallygate.callback.outbound.OutboundLimits;
import tallygate.callback.outbound.OutboundRequest;
import tallygate.callback.provider.CertificateSource;
import tallygate.callback.provider.QueryTools;
import tallygate.signature.ProviderCertificate;
import tallygate.signature.RawRequest;
import tallygate.signature.TrustedRoots;
import tallygate.signature.UnusableKeyException;

/**
 * The certificates behind {@code PAYPAL-CERT-URL}. The URL comes from a request that nobody has verified, so it is followed only
 * to PayPal's own hosts, on one path, without redirects, for 64 KiB and 3 s; and what lies there counts only when an authority
 * vouches for it and it is made out to PayPal's signing hosts.
 *
 * @param hosts of the endpoint's environment
 * @param roots the operator's, else those of this Java
 */
record PayPalCertificates(Set<String> hosts, List<ProviderCertificate> roots) implements CertificateSource {
    private static final String HEADER = "PAYPAL-CERT-URL";
    private static final String PATH = "/v1/notifications/certs/";
    private static final Duration TOTAL = Duration.ofSeconds(3);
    private static final int BYTES_MAX = 64 * 1024;

    PayPalCertificates {
        hosts = Set.copyOf(hosts);
        roots = List.copyOf(roots);
    }

    @Override
    public String slot() {
        return "certificate";
    }

    @Override
    public Optional<Duration> every() {
        return Optional.empty();
    }

    @Override
    public Optional<String> named(RawRequest refused) {
        List<String> urls = refused.headerValues(HEADER);
        return urls.size() == 1 && isCertificateUrl(urls.getFirst()) ? Optional.of(urls.getFirst()) : Optional.empty();
    }

    private boolean isCertificateUrl(String text) {
        try {
            URI url = URI.create(text);
            String path = url.getRawPath() == null ? "" : url.getRawPath();
            return "https".equals(url.getScheme())
                    && url.getHost() != null
                    && hosts.contains(url.getHost().toLowerCase(Locale.ROOT))
                    && url.getPort() < 0
                    && url.getRawUserInfo() == null
                    && url.getRawQuery() == null
                    && url.getRawFragment() == null
                    && path.startsWith(PATH)
                    && path.substring(PATH.length()).matches("[A-Za-z0-9-]{1,100}");
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    @Override
    public Fetched fetch(String name, QueryTools tools) throws InterruptedException {
        if (!isCertificateUrl(name)) {
            return new Fetched.Failed("the URL is none of PayPal's certificates", false);
        }
        OutboundRequest request = OutboundRequest.get(new Destination.Listed(URI.create(name), hosts))
                .within(OutboundLimits.STANDARD.withTotal(TOTAL).withBodyBytesMax(BYTES_MAX));
        return switch (Asked.send(request, tools)) {
            case Asked.Nothing nothing -> new Fetched.Failed(nothing.why(), false);
            case Asked.Got got
            when !got.isFound() ->
                new Fetched.Failed("PayPal answered HTTP " + got.status() + " instead of a certificate", false);
            case Asked.Got got ->
                checked(
                        new String(got.body(), StandardCharsets.US_ASCII),
                        tools.clock().instant());
        };
    }

    private Fetched checked(String pem, Instant now) {
        try {
            List<ProviderCertificate> chain = ProviderCertificate.readAll(pem);
            ProviderCertificate leaf = chain.getFirst();
            Optional<String> objection = isPayPals(leaf.commonName())
                    ? TrustedRoots.of(roots.isEmpty() ? rootsOfJava() : roots).objection(leaf, chain, Optional.of(now))
                    : Optional.of("it is made out to '" + leaf.commonName() + "'");
            return objection
                    .<Fetched>map(why -> new Fetched.Failed("PayPal's certificate is not taken: " + why, true))
                    .orElseGet(() -> new Fetched.Certificates(List.of(pem)));
        } catch (UnusableKeyException | GeneralSecurityException e) {
            return new Fetched.Failed("PayPal's certificate cannot be read: " + e.getMessage(), false);
        }
    }

    private static boolean isPayPals(String commonName) {
        return commonName.startsWith("messageverificationcerts") && commonName.endsWith(".paypal.com");
    }

    private static List<ProviderCertificate> rootsOfJava() throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init((KeyStore) null);
        List<ProviderCertificate> roots = new ArrayList<>();
        for (TrustManager manager : factory.getTrustManagers()) {
            if (manager instanceof X509TrustManager trusting) {
                for (X509Certificate root : trusting.getAcceptedIssuers()) {
                    read(root).ifPresent(roots::add);
                }
            }
        }
        return roots;
    }

    /** A root with a kind of key that is not known here vouches for nothing. */
    private static Optional<ProviderCertificate> read(X509Certificate root) throws GeneralSecurityException {
        try {
            return Optional.of(ProviderCertificate.read("-----BEGIN CERTIFICATE-----\n"
                    + Base64.getMimeEncoder().encodeToString(root.getEncoded()) + "\n-----END CERTIFICATE-----\n"));
        } catch (UnusableKeyException e) {
            return Optional.empty();
        }
    }
}
