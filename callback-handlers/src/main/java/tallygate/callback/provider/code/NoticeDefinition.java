package tallygate.callback.provider.code;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.callback.provider.Binding;
import tallygate.callback.provider.CallbackMaker;
import tallygate.callback.provider.CredentialKey;
import tallygate.callback.provider.CredentialKey.Kind;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.ProviderDefinition;
import tallygate.signature.AeadCipher;
import tallygate.signature.ProviderCertificate;
import tallygate.signature.PublicKeyAlgorithm;

/** WeChat Pay API v3, its variant with Chinese cryptography, and Douyin Pay. */
record NoticeDefinition(String name, String title, NoticeDialect dialect, String apiKey, boolean takesCertificates)
        implements ProviderDefinition {
    static final NoticeDefinition WECHAT =
            new NoticeDefinition("wechatpay-v3", "WeChat Pay API v3", NoticeDialect.WECHAT_RSA, "api-v3-key", true);
    static final NoticeDefinition WECHAT_SM = new NoticeDefinition(
            "wechatpay-v3-sm", "WeChat Pay API v3 (SM2, SM4)", NoticeDialect.WECHAT_SM, "api-v3-key", true);
    static final NoticeDefinition DOUYIN =
            new NoticeDefinition("douyinpay", "Douyin Pay", NoticeDialect.DOUYIN, "api-key", false);

    static final Answers ANSWERS = Answers.of(
            "application/json", "{\"code\":\"SUCCESS\",\"message\":\"成功\"}", "{\"code\":\"FAIL\",\"message\":\"失败\"}");

    private static final String PUBLIC_KEYS = "public-keys";
    private static final String CERTIFICATES = "certificates";

    @Override
    public List<CredentialKey> keys() {
        List<CredentialKey> keys = new ArrayList<>();
        keys.add(CredentialKey.required(
                apiKey, Kind.SECRET, "the key of 32 characters that the merchant set at the provider for decryption"));
        keys.add(CredentialKey.optional(
                PUBLIC_KEYS, Kind.PUBLIC_KEYS_BY_ID, "the provider's public keys by their id (PUB_KEY_ID_…)"));
        if (takesCertificates) {
            keys.add(CredentialKey.optional(
                    CERTIFICATES, Kind.CERTIFICATES_BY_ID, "the provider's platform certificates by serial number"));
        }
        keys.add(CredentialKey.optional(
                KeyReader.TEST_PRIVATE_KEY, Kind.TEST_PRIVATE_KEY, "makes test callbacks; never the provider's own"));
        return keys;
    }

    @Override
    public boolean isUnsigned() {
        return false;
    }

    @Override
    public Binding bind(Credentials credentials, EndpointOptions options) {
        KeyReader reader = new KeyReader(credentials);
        Map<String, KnownKey> keys = new LinkedHashMap<>();
        reader.publicKeysById(PUBLIC_KEYS, dialect.algorithm())
                .forEach((id, key) -> keys.put(NoticeScheme.spelled(id), key));
        reader.certificatesById(CERTIFICATES)
                .forEach((id, certificate) ->
                        certified(reader, id, certificate).ifPresent(key -> keys.put(key.id(), key)));
        if (keys.isEmpty()
                && !(takesCertificates && reader.downloadsCertificates())
                && credentials.byId(PUBLIC_KEYS).isEmpty()
                && credentials.byId(CERTIFICATES).isEmpty()) {
            reader.problem(
                    PUBLIC_KEYS,
                    takesCertificates
                            ? "is missing: give public-keys, certificates, or both while the provider changes over; or"
                                    + " certificate-download: on"
                            : "is missing: the provider's public key by its serial");
        }
        Optional<AeadCipher> cipher = cipher(reader);
        Optional<TestKey> testKey = reader.testKey(keys.values(), dialect.algorithm());
        return reader.bind(() -> {
            AeadCipher resource = cipher.orElseThrow();
            Optional<CallbackMaker> maker = testKey.map(key -> new NoticeMaker(dialect, key, resource, options));
            NoticeScheme scheme = new NoticeScheme(dialect, keys, resource, options);
            CodedProvider provider = CodedProvider.of(scheme, ANSWERS, reader, maker);
            return dialect.algorithm() == PublicKeyAlgorithm.SM2_SM3 ? provider.slow() : provider;
        });
    }

    private Optional<AeadCipher> cipher(KeyReader reader) {
        byte[] key = reader.text(apiKey).getBytes(StandardCharsets.UTF_8);
        return reader.read(apiKey, () -> dialect.cipher().apply(key));
    }

    private Optional<KnownKey> certified(KeyReader reader, String id, ProviderCertificate certificate) {
        String slot = CERTIFICATES + "[" + id + "]";
        if (!NoticeScheme.spelled(id).equals(certificate.serial())) {
            reader.problem(slot, "the certificate has serial " + certificate.serial());
            return Optional.empty();
        }
        boolean isMerchants = certificate.commonName().matches("[0-9]{8,12}");
        if (isMerchants && dialect.equals(NoticeDialect.WECHAT_RSA)) {
            reader.problem(
                    slot,
                    "this is the merchant's own API certificate (" + certificate.commonName()
                            + "): the platform certificate is due, which the provider signs with");
            return Optional.empty();
        }
        return reader.certified(slot, certificate.serial(), certificate, dialect.algorithm());
    }
}
