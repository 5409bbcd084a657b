package tallygate.callback.provider.code;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.zip.CRC32;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.CallbackMaker;
import tallygate.callback.provider.CredentialKey;
import tallygate.callback.provider.CredentialKey.Kind;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.EndpointOptions.Environment;
import tallygate.callback.provider.Finding;
import tallygate.callback.provider.Finding.Cause;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.ProviderDefinition;
import tallygate.callback.provider.SampleEvent;
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.Moments;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.Header;
import tallygate.signature.ProviderCertificate;
import tallygate.signature.PublicKeyAlgorithm;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;
import tallygate.signature.SignatureMaker;
import tallygate.signature.TrustedRoots;
import tallygate.signature.WireText;

/**
 * PayPal webhooks: transmission id, time, webhook id and the body's CRC-32 signed with a certificate
 * (developer.paypal.com/api/rest/webhooks/rest). The certificate is a configured one, never fetched from the URL in a header.
 */
final class PayPal implements Scheme {
    private static final PublicKeyAlgorithm ALGORITHM = PublicKeyAlgorithm.RSA_SHA256;
    private static final Answers ANSWERS = Answers.statusOnly();
    private static final Set<String> CERTIFICATE_HOSTS =
            Set.of("api.paypal.com", "api.sandbox.paypal.com", "api-m.paypal.com", "api-m.sandbox.paypal.com");

    /** What PayPal's event simulator signs with, instead of the webhook's id. */
    private static final String SIMULATOR_ID = "WEBHOOK_ID";

    static final ProviderDefinition DEFINITION = Definition.signed(
            "paypal",
            "PayPal webhooks",
            List.of(
                    CredentialKey.required("webhook-id", Kind.PLAIN, "the id of the webhook in PayPal's dashboard"),
                    CredentialKey.optional(
                            "certificate",
                            Kind.CERTIFICATE,
                            "the certificate behind PAYPAL-CERT-URL, with its intermediates; several are valid at"
                                    + " once"),
                    CredentialKey.optional(
                            "root-certificate", Kind.CERTIFICATE, "the authority that must vouch for the certificate"),
                    CredentialKey.optional(KeyReader.TEST_PRIVATE_KEY, Kind.TEST_PRIVATE_KEY, "makes test callbacks")),
            PayPal::bound);

    /** A certificate that PayPal may sign with. */
    private record Signer(ProviderCertificate certificate, KnownKey key) {}

    private final String webhookId;
    private final List<Signer> signers;
    private final Optional<String> objection;
    private final EndpointOptions options;

    private PayPal(String webhookId, List<Signer> signers, Optional<String> objection, EndpointOptions options) {
        this.webhookId = webhookId;
        this.signers = List.copyOf(signers);
        this.objection = objection;
        this.options = options;
    }

    private static Supplier<BoundProvider> bound(KeyReader reader, EndpointOptions options) {
        String webhookId = reader.text("webhook-id");
        List<ProviderCertificate> all = reader.certificates("certificate");
        if (all.isEmpty() && !reader.downloadsCertificates()) {
            reader.problem(
                    "certificate",
                    "is missing: give the certificate behind PAYPAL-CERT-URL, or certificate-download: on");
        }
        List<ProviderCertificate> roots = reader.certificates("root-certificate");
        Optional<TrustedRoots> trusted =
                roots.isEmpty() ? Optional.empty() : reader.read("root-certificate", () -> TrustedRoots.of(roots));
        List<Signer> signers = new ArrayList<>();
        List<String> objections = new ArrayList<>();
        for (ProviderCertificate certificate : leaves(all, roots)) {
            Optional<String> objection = trusted.flatMap(t -> t.objection(certificate, all, Optional.empty()))
                    .or(() -> isPayPals(certificate.commonName())
                            ? Optional.empty()
                            : Optional.of("'" + certificate.commonName() + "' is not PayPal's signing certificate"));
            if (objection.isPresent()) {
                objections.add(objection.get());
            } else {
                reader.certified("certificate", certificate.serial(), certificate, ALGORITHM)
                        .ifPresent(key -> signers.add(new Signer(certificate, key)));
            }
        }
        Optional<TestKey> testKey =
                reader.testKey(signers.stream().map(Signer::key).toList(), ALGORITHM);
        return () -> {
            Optional<CallbackMaker> maker = testKey.map(key -> new Maker<>(
                    key.maker(),
                    () -> Forger.of(ALGORITHM),
                    options.tolerance().isPresent(),
                    (event, url, at, signer) -> made(webhookId, event, url, at, signer)));
            Optional<String> objection = objections.stream().findFirst();
            return CodedProvider.of(new PayPal(webhookId, signers, objection, options), ANSWERS, reader, maker);
        };
    }

    /** What is configured, less the roots and the authorities that stand with the signing certificate. */
    private static List<ProviderCertificate> leaves(List<ProviderCertificate> all, List<ProviderCertificate> roots) {
        return all.stream()
                .filter(certificate -> !roots.contains(certificate))
                .filter(certificate ->
                        all.size() == 1 || isPayPals(certificate.commonName()) || all.indexOf(certificate) == 0)
                .toList();
    }

    private static boolean isPayPals(String commonName) {
        return commonName.startsWith("messageverificationcerts") && commonName.endsWith(".paypal.com");
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) throws RefusedException, UnreadableException {
        String sig = Require.header(request, "PAYPAL-TRANSMISSION-SIG", Reason.SIGNATURE_MISSING);
        String id = Require.header(request, "PAYPAL-TRANSMISSION-ID", Reason.SIGNATURE_MISSING);
        String time = Require.header(request, "PAYPAL-TRANSMISSION-TIME", Reason.SIGNATURE_MISSING);
        checkAlgorithm(Require.optionalHeader(request, "PAYPAL-AUTH-ALGO"));
        checkUrl(Require.optionalHeader(request, "PAYPAL-CERT-URL"));
        byte[] signature = Require.decoded(WireText.BASE64, sig, "the signature");
        List<KnownKey> valid = keysAt(at);
        boolean isSimulated = false;
        Optional<KnownKey> key = KnownKey.matching(valid, signedText(id, time, webhookId, request.body()), signature);
        if (key.isEmpty() && options.environment() == Environment.TEST) {
            key = KnownKey.matching(valid, signedText(id, time, SIMULATOR_ID, request.body()), signature);
            isSimulated = key.isPresent();
        }
        KnownKey known = key.orElseThrow(() -> {
            byte[] simulated = signedText(id, time, SIMULATOR_ID, request.body());
            return new RefusedException(
                    Reason.SIGNATURE_MISMATCH,
                    KnownKey.matching(valid, simulated, signature).isPresent()
                            ? "simulator event: signed for the webhook id WEBHOOK_ID; environment: test takes it, held"
                            : "no certificate signed this id, time, webhook-id and CRC-32 of " + request.body().length
                                    + " bytes");
        });
        if (options.tolerance().isPresent()) {
            Instant signedAt = Moments.iso(time)
                    .orElseThrow(() -> new RefusedException(Reason.TIMESTAMP_MISSING, "transmission time is no time"));
            Window.upTo(options.tolerance().get()).check(signedAt, at);
        }
        return new Judgement.Genuine(
                List.of(PayPalEvents.read(JsonReader.read(request.body()), request.body(), isSimulated, options)),
                "",
                known.id(),
                ANSWERS.success());
    }

    @Override
    public List<PaymentEvent> readProven(RawRequest request) throws RefusedException, UnreadableException {
        return List.of(PayPalEvents.read(JsonReader.read(request.body()), request.body(), false, options));
    }

    private static void checkAlgorithm(Optional<String> algorithm) throws RefusedException {
        if (algorithm.isPresent() && !algorithm.get().equalsIgnoreCase("SHA256withRSA")) {
            throw new RefusedException(
                    Reason.ALGORITHM_NOT_ALLOWED,
                    "the algorithm is '" + Require.shown(algorithm.get()) + "', SHA256withRSA is due");
        }
    }

    private static void checkUrl(Optional<String> url) throws RefusedException {
        if (url.isPresent() && !isPayPalsUrl(url.get())) {
            throw new RefusedException(
                    Reason.CERTIFICATE_UNTRUSTED,
                    "the certificate URL '" + Require.shown(url.get()) + "' is not PayPal's");
        }
    }

    private static boolean isPayPalsUrl(String url) {
        try {
            URI uri = URI.create(url);
            String host = uri.getHost();
            return "https".equalsIgnoreCase(uri.getScheme())
                    && host != null
                    && uri.getRawUserInfo() == null
                    && CERTIFICATE_HOSTS.contains(host.toLowerCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** The keys whose certificates are valid at that instant. */
    private List<KnownKey> keysAt(Optional<Instant> at) throws RefusedException {
        List<KnownKey> valid = signers.stream()
                .filter(signer -> at.isEmpty() || signer.certificate().isValidAt(at.get()))
                .map(Signer::key)
                .toList();
        if (valid.isEmpty()) {
            throw new RefusedException(
                    Reason.CERTIFICATE_UNTRUSTED, objection.orElse("no configured certificate is valid at this time"));
        }
        return valid;
    }

    static byte[] signedText(String id, String time, String webhookId, byte[] body) {
        CRC32 crc = new CRC32();
        crc.update(body);
        return (id + "|" + time + "|" + webhookId + "|" + crc.getValue()).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public List<Finding> explain(RawRequest request, Optional<Instant> at) {
        List<Finding> findings = new ArrayList<>();
        for (String name : List.of("PAYPAL-TRANSMISSION-SIG", "PAYPAL-TRANSMISSION-ID", "PAYPAL-TRANSMISSION-TIME")) {
            int lines = request.headerValues(name).size();
            if (lines != 1) {
                findings.add(new Finding(
                        lines == 0 ? Cause.HEADER_MISSING : Cause.HEADER_AMBIGUOUS,
                        name + " stands " + lines + " times"));
            }
        }
        return findings;
    }

    private static RawRequest made(String webhookId, SampleEvent event, String url, Instant at, SignatureMaker key) {
        String body = PayPalEvents.sample(event, at);
        String id = Made.nonce(event, "transmission", 32);
        byte[] signature = key.sign(signedText(id, at.toString(), webhookId, body.getBytes(StandardCharsets.UTF_8)));
        return Made.json(
                url,
                List.of(
                        new Header("PAYPAL-TRANSMISSION-ID", id),
                        new Header("PAYPAL-TRANSMISSION-TIME", at.toString()),
                        new Header("PAYPAL-TRANSMISSION-SIG", WireText.BASE64.encode(signature)),
                        new Header("PAYPAL-AUTH-ALGO", "SHA256withRSA"),
                        new Header("PAYPAL-CERT-URL", "https://api.paypal.com/v1/notifications/certs/CERT-test")),
                body);
    }
}
