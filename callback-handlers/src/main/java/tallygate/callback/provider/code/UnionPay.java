package tallygate.callback.provider.code;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.CallbackMaker;
import tallygate.callback.provider.CredentialKey;
import tallygate.callback.provider.CredentialKey.Kind;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.EndpointOptions.Environment;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.ProviderDefinition;
import tallygate.callback.provider.read.FormFields;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.ProviderCertificate;
import tallygate.signature.PublicKeyAlgorithm;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;
import tallygate.signature.TrustedRoots;
import tallygate.signature.WireText;

/**
 * China UnionPay, online gateway 5.1.0: the form brings the certificate it was signed with. Its key counts only when the
 * chain leads to UnionPay's root and the certificate is UnionPay's own, not another customer's of the same authority.
 */
final class UnionPay implements Scheme {
    /** What the third part of the common name of UnionPay's own certificates says. */
    static final String OWNER = "中国银联股份有限公司";

    static final String SIGNATURE = "signature";
    private static final Answers ANSWERS = Answers.of("text/plain", "ok", "fail");
    private static final String ROOT = "root-certificate";
    private static final String MIDDLE = "intermediate-certificate";
    private static final String SECURE_KEY = "secure-key";
    private static final String TEST_CERTIFICATE = "test-certificate";

    static final ProviderDefinition DEFINITION = Definition.signed(
            "unionpay",
            "China UnionPay (银联全渠道 5.1.0)",
            List.of(
                    CredentialKey.optional(
                            ROOT,
                            Kind.CERTIFICATE,
                            "UnionPay's root (acp_prod_root.cer); without it only test events are taken, and held"),
                    CredentialKey.optional(
                            MIDDLE, Kind.CERTIFICATE, "UnionPay's intermediate certificates (acp_prod_middle.cer)"),
                    CredentialKey.optional(
                            "expected-sign-cert-cn-org",
                            Kind.PLAIN,
                            "owner of the signing certificate; usual: " + OWNER),
                    CredentialKey.optional(
                            SECURE_KEY, Kind.SECRET, "the key of signMethod 11 and 12, where the merchant uses it"),
                    CredentialKey.optional(KeyReader.TEST_PRIVATE_KEY, Kind.TEST_PRIVATE_KEY, "makes test callbacks"),
                    CredentialKey.optional(
                            TEST_CERTIFICATE, Kind.CERTIFICATE, "the certificate of the test private key")),
            UnionPay::bound);

    private final Optional<UnionPayTrust> trust;
    private final String secureKey;
    private final EndpointOptions options;

    private UnionPay(Optional<UnionPayTrust> trust, String secureKey, EndpointOptions options) {
        this.trust = trust;
        this.secureKey = secureKey;
        this.options = options;
    }

    private static Supplier<BoundProvider> bound(KeyReader reader, EndpointOptions options) {
        List<ProviderCertificate> roots = reader.certificates(ROOT);
        List<ProviderCertificate> middle = reader.certificates(MIDDLE);
        String secureKey = reader.secret(SECURE_KEY);
        String owner = reader.text("expected-sign-cert-cn-org");
        Optional<TrustedRoots> trusted =
                roots.isEmpty() ? Optional.empty() : reader.read(ROOT, () -> TrustedRoots.of(roots));
        roots.forEach(root -> reader.hold(ROOT, root));
        middle.forEach(certificate -> reader.hold(MIDDLE, certificate));
        String rootId =
                roots.stream().map(ProviderCertificate::serial).findFirst().orElse("");
        boolean takesCertificates = !roots.isEmpty() || secureKey.isEmpty();
        if (roots.isEmpty() && takesCertificates && options.environment() == Environment.LIVE) {
            reader.problem(ROOT, "is missing: without it anybody could sign with a certificate made by himself");
        }
        Optional<CallbackMaker> maker = maker(reader, secureKey, options);
        return () -> {
            Optional<UnionPayTrust> trust = takesCertificates
                    ? Optional.of(new UnionPayTrust(trusted, rootId, middle, owner.isEmpty() ? OWNER : owner))
                    : Optional.empty();
            return CodedProvider.of(new UnionPay(trust, secureKey, options), ANSWERS, reader, maker)
                    .slow();
        };
    }

    private static Optional<CallbackMaker> maker(KeyReader reader, String secureKey, EndpointOptions options) {
        List<ProviderCertificate> certificate = reader.certificates(TEST_CERTIFICATE);
        if (certificate.isEmpty()) {
            return secureKey.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Maker<>(
                            secureKey,
                            () -> Forger.secret(secureKey),
                            false,
                            new UnionPayMaker(options)::withSecureKey));
        }
        PublicKeyAlgorithm algorithm = PublicKeyAlgorithm.RSA_SHA256;
        Optional<KnownKey> known = reader.read(
                TEST_CERTIFICATE,
                () -> KnownKey.of("test", certificate.getFirst().key(algorithm.family()), algorithm));
        return known.flatMap(key -> reader.testKey(List.of(key), algorithm))
                .map(key -> new Maker<>(
                                key.maker(),
                                () -> Forger.of(algorithm),
                                false,
                                new UnionPayMaker(options).withCertificate(certificate.getFirst()))
                        .spoilingBodies(request -> Made.withLonger("orderId", request)));
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) throws RefusedException, UnreadableException {
        FormFields bytes = Forms.bytes(request);
        String signature = Forms.signature(bytes, SIGNATURE);
        String method = bytes.text("signMethod");
        UnionPayTrust.Signer signer = switch (method) {
            case "01" -> byCertificate(bytes, signature, at);
            case "11" -> byKey(bytes, signature, HashAlgorithm.SHA256);
            case "12" -> byKey(bytes, signature, HashAlgorithm.SM3);
            default ->
                throw new RefusedException(
                        Reason.ALGORITHM_NOT_ALLOWED, "signMethod is '" + Require.shown(method) + "'");
        };
        FormFields fields = FormFields.decodeBy(request.body(), "encoding", StandardCharsets.UTF_8);
        Require.identity("merId", options.merchantId(), fields.text("merId"));
        PaymentEvent event = UnionPayEvents.read(fields, content(request.body(), fields), signer.hold());
        return new Judgement.Genuine(List.of(event), "", signer.id(), ANSWERS.success());
    }

    private UnionPayTrust.Signer byCertificate(FormFields bytes, String signature, Optional<Instant> at)
            throws RefusedException {
        UnionPayTrust trusted = trust.orElseThrow(() -> new RefusedException(
                Reason.ALGORITHM_NOT_ALLOWED, "signMethod is 01, this endpoint takes secure-key signatures only"));
        if (bytes.text("version").startsWith("5.0")) {
            throw new RefusedException(Reason.ALGORITHM_NOT_ALLOWED, "version 5.0 signs with SHA-1: 5.1.0 is due");
        }
        UnionPayTrust.Signer signer = trusted.signer(bytes.text("signPubKeyCert"), at);
        byte[] given = Require.decoded(WireText.BASE64, signature, "field signature");
        boolean matches = signer.key().verifier().verify(message(bytes, false), given)
                || (hasEmpty(bytes) && signer.key().verifier().verify(message(bytes, true), given));
        Require.genuine(matches, "the certificate's key did not sign these fields");
        return signer;
    }

    private UnionPayTrust.Signer byKey(FormFields bytes, String signature, HashAlgorithm hash) throws RefusedException {
        if (secureKey.isEmpty()) {
            throw new RefusedException(
                    Reason.ALGORITHM_NOT_ALLOWED, "signMethod is 11 or 12, and no secure-key is configured");
        }
        byte[] given = Require.decoded(WireText.HEX, signature, "field signature");
        boolean matches = MessageDigest.isEqual(keyed(bytes, false, hash, secureKey), given)
                || (hasEmpty(bytes) && MessageDigest.isEqual(keyed(bytes, true, hash, secureKey), given));
        Require.genuine(matches, "the secure-key did not sign these fields");
        return UnionPayTrust.Signer.secret(KeyReader.secretId(secureKey));
    }

    /** The message of the RSA signature is the hexadecimal digest of the fields, as text. */
    static byte[] message(FormFields bytes, boolean keepsEmpty) {
        return HashAlgorithm.SHA256.hex(text(bytes, keepsEmpty)).getBytes(StandardCharsets.US_ASCII);
    }

    static byte[] keyed(FormFields bytes, boolean keepsEmpty, HashAlgorithm hash, String secureKey) {
        String key = hash.hex(secureKey.getBytes(StandardCharsets.UTF_8));
        return hash.of(text(bytes, keepsEmpty), ("&" + key).getBytes(StandardCharsets.US_ASCII));
    }

    /** Public kits disagree whether empty values are signed; UnionPay normally sends none. */
    private static byte[] text(FormFields bytes, boolean keepsEmpty) {
        return Forms.sortedPairs(
                        bytes,
                        field -> !field.name().equals(SIGNATURE)
                                && (keepsEmpty || !field.value().isEmpty()))
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private static boolean hasEmpty(FormFields bytes) {
        return bytes.fields().stream().anyMatch(field -> field.value().isEmpty());
    }

    private static byte[] content(byte[] body, FormFields fields) {
        String encoding = fields.text("encoding");
        boolean isUtf8 = encoding.isEmpty() || encoding.equalsIgnoreCase(StandardCharsets.UTF_8.name());
        Charset utf8 = StandardCharsets.UTF_8;
        return isUtf8 ? body : Made.formText(Made.ordered(fields), utf8).getBytes(utf8);
    }
}
