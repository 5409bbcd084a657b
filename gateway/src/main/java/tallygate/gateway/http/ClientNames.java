package tallygate.gateway.http;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/** Who a client's certificate says it is: its DNS names and URIs, else the common name of its subject. */
final class ClientNames {
    private static final int DNS = 2;
    private static final int URI = 6;

    private ClientNames() {}

    /** Empty when the client showed no certificate. */
    static List<String> of(SSLSession session) {
        try {
            return session.getPeerCertificates()[0] instanceof X509Certificate certificate
                    ? of(certificate)
                    : List.of();
        } catch (SSLPeerUnverifiedException _) {
            return List.of();
        }
    }

    static List<String> of(X509Certificate certificate) {
        List<String> names = new ArrayList<>();
        try {
            Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
            for (List<?> name : alternatives == null ? List.<List<?>>of() : alternatives) {
                if (name.get(0) instanceof Integer kind && (kind == DNS || kind == URI)) {
                    names.add(Ascii.lower(String.valueOf(name.get(1))));
                }
            }
        } catch (CertificateParsingException _) {
            return List.of();
        }
        if (names.isEmpty()) {
            commonName(certificate).forEach(name -> names.add(Ascii.lower(name)));
        }
        return List.copyOf(names);
    }

    private static List<String> commonName(X509Certificate certificate) {
        try {
            return new LdapName(certificate.getSubjectX500Principal().getName())
                    .getRdns().stream()
                            .filter(part -> part.getType().equalsIgnoreCase("CN"))
                            .map(Rdn::getValue)
                            .map(String::valueOf)
                            .toList();
        } catch (InvalidNameException _) {
            return List.of();
        }
    }
}
