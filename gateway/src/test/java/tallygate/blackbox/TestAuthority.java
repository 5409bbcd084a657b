package tallygate.blackbox;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import tallygate.deploy.Deployment;

/** Issues certificates for clients, by openssl. */
record TestAuthority(Path folder, Path certificate, Path key) {
    private static final String PASSWORD = "changeit";

    static TestAuthority make(Path folder, String name) {
        var authority = new TestAuthority(folder, folder.resolve(name + ".crt"), folder.resolve(name + ".key"));
        authority.certify(
                "-subj", "/CN=" + name, "-keyout", authority.key.toString(), "-out", authority.certificate.toString());
        return authority;
    }

    /** Key and certificate of a client with this DNS name. */
    KeyManagerFactory issue(String dnsName) throws GeneralSecurityException, IOException {
        Path file = folder.resolve(dnsName);
        certify(
                "-subj",
                "/CN=client",
                "-addext",
                "subjectAltName=DNS:" + dnsName,
                "-CA",
                certificate.toString(),
                "-CAkey",
                key.toString(),
                "-keyout",
                file + ".key",
                "-out",
                file + ".crt");
        openssl(
                "pkcs12",
                "-export",
                "-in",
                file + ".crt",
                "-inkey",
                file + ".key",
                "-out",
                file + ".p12",
                "-passout",
                "pass:" + PASSWORD);
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(Path.of(file + ".p12"))) {
            store.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD.toCharArray());
        return keys;
    }

    private void certify(String... arguments) {
        String request = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2";
        openssl(Stream.concat(Stream.of(request.split(" ")), Stream.of(arguments))
                .toArray(String[]::new));
    }

    private void openssl(String... arguments) {
        List<String> command = new ArrayList<>(List.of("openssl"));
        command.addAll(List.of(arguments));
        Deployment.Said said = Deployment.run(folder, Map.of(), command);
        if (said.exit() != 0) {
            throw new AssertionError("openssl: " + said.text());
        }
    }
}
