package tallygate.callback.provider.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tallygate.callback.provider.Binding;
import tallygate.callback.provider.CallbackMaker;
import tallygate.callback.provider.CredentialKey;
import tallygate.callback.provider.CredentialKey.Kind;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.ProviderDefinition;
import tallygate.signature.ProviderCertificate;
import tallygate.signature.PublicKeyAlgorithm;
import tallygate.signature.TrustedRoots;

/** Alipay (China): forms signed with RSA2, by public key or by certificate. */
final class Alipay implements ProviderDefinition {
    static final Answers ANSWERS = Answers.of("text/plain", "success", "failure");

    /** RSA2. The older RSA with SHA-1 is refused: {@code sign_type} itself is not signed, so anybody could ask for it. */
    static final PublicKeyAlgorithm ALGORITHM = PublicKeyAlgorithm.RSA_SHA256;

    private static final String PUBLIC_KEY = "public-key";
    private static final String CERTIFICATE = "certificate";
    private static final String ROOT = "root-certificate";
    private static final String VERSION = "sign-content-version";

    @Override
    public String name() {
        return "alipay";
    }

    @Override
    public String title() {
        return "Alipay (支付宝)";
    }

    @Override
    public List<CredentialKey> keys() {
        return List.of(
                CredentialKey.optional(
                        PUBLIC_KEY, Kind.PUBLIC_KEY, "Alipay's public key (支付宝公钥), not the application's own"),
                CredentialKey.optional(
                        CERTIFICATE, Kind.CERTIFICATE, "Alipay's certificate (alipayCertPublicKey_RSA2.crt)"),
                CredentialKey.optional(
                        ROOT,
                        Kind.CERTIFICATE,
                        "Alipay's root certificates (alipayRootCert.crt), to check the other by"),
                CredentialKey.optional(
                        VERSION, Kind.PLAIN, "V1: sign_type is not signed (usual). V2: it is (application gateway)"),
                CredentialKey.optional(
                        KeyReader.TEST_PRIVATE_KEY,
                        Kind.TEST_PRIVATE_KEY,
                        "makes test callbacks; never the application's own"));
    }

    @Override
    public boolean isUnsigned() {
        return false;
    }

    @Override
    public Binding bind(Credentials credentials, EndpointOptions options) {
        KeyReader reader = new KeyReader(credentials);
        List<KnownKey> plain = reader.publicKeys(PUBLIC_KEY, ALGORITHM);
        List<AlipayCertificate> certified = certified(reader);
        boolean keepsSignType = reader.word(VERSION, List.of("V1", "V2")).equals("V2");
        if (credentials.texts(PUBLIC_KEY).isEmpty()
                && credentials.texts(CERTIFICATE).isEmpty()) {
            reader.problem(PUBLIC_KEY, "is missing: give public-key, or certificate in certificate mode");
        }
        List<KnownKey> all = new ArrayList<>(plain);
        certified.forEach(certificate -> all.add(certificate.key()));
        Optional<TestKey> testKey = reader.testKey(all, ALGORITHM);
        return reader.bind(() -> {
            AlipayScheme scheme = new AlipayScheme(plain, certified, keepsSignType, options);
            Optional<CallbackMaker> maker = testKey.map(key -> new AlipayMaker(key.maker(), keepsSignType, options));
            return CodedProvider.of(scheme, ANSWERS, reader, maker);
        });
    }

    private static List<AlipayCertificate> certified(KeyReader reader) {
        List<ProviderCertificate> roots = reader.certificates(ROOT);
        List<ProviderCertificate> certificates = reader.certificates(CERTIFICATE);
        List<AlipayCertificate> certified = new ArrayList<>();
        for (ProviderCertificate certificate : certificates) {
            if (!roots.isEmpty()) {
                reader.read(ROOT, () -> TrustedRoots.of(roots))
                        .flatMap(trusted -> trusted.objection(certificate, certificates, Optional.empty()))
                        .ifPresent(objection -> reader.problem(CERTIFICATE, objection));
            }
            reader.certified(CERTIFICATE, certificate.serial(), certificate, ALGORITHM)
                    .ifPresent(key -> certified.add(AlipayCertificate.of(certificate, key)));
        }
        return certified;
    }
}
