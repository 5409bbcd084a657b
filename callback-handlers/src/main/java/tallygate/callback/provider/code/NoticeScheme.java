package tallygate.callback.provider.code;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.Finding;
import tallygate.callback.provider.Finding.Cause;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.Moments;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.AeadCipher;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;
import tallygate.signature.WireText;

/** Proves and opens notices of the WeChat Pay API v3 kind (pay.weixin.qq.com, signature and callback decryption rules). */
final class NoticeScheme implements Scheme {
    /** WeChat Pay's own test of whether a merchant checks signatures: such a notice must be refused. */
    static final String PROBE = "WECHATPAY/SIGNTEST/";

    private final NoticeDialect dialect;
    private final Map<String, KnownKey> keys;
    private final AeadCipher cipher;
    private final EndpointOptions options;
    private final Window window;

    /** @param keys by id in the spelling of {@link #spelled} */
    NoticeScheme(NoticeDialect dialect, Map<String, KnownKey> keys, AeadCipher cipher, EndpointOptions options) {
        this.dialect = dialect;
        this.keys = Map.copyOf(keys);
        this.cipher = cipher;
        this.options = options;
        this.window = Window.below(options.tolerance().orElse(NoticeDialect.WINDOW));
    }

    /** Serials are numbers in hexadecimal: case and leading zeros do not count. Other ids are taken as they are. */
    static String spelled(String id) {
        boolean isSerial = !id.isEmpty() && id.chars().allMatch(c -> Character.digit(c, 16) >= 0 && c < 128);
        return isSerial ? id.toUpperCase(Locale.ROOT).replaceFirst("^0+(?=.)", "") : id;
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) throws RefusedException, UnreadableException {
        String keyId = provenBy(request, at);
        JsonValue notice = JsonReader.read(request.body());
        byte[] content = opened(notice);
        return new Judgement.Genuine(
                NoticeEvents.read(notice, content, options),
                new String(content, StandardCharsets.UTF_8),
                keyId,
                NoticeDefinition.ANSWERS.success());
    }

    private String provenBy(RawRequest request, Optional<Instant> at) throws RefusedException {
        String signature = Require.header(request, dialect.header("Signature"), Reason.SIGNATURE_MISSING);
        if (signature.contains(PROBE)) {
            throw new RefusedException(Reason.PROBE, "the provider's own test with a wrong signature");
        }
        String timestamp = Require.header(request, dialect.header("Timestamp"), Reason.TIMESTAMP_MISSING);
        String nonce = Require.header(request, dialect.header("Nonce"), Reason.SIGNATURE_MISSING);
        checkType(Require.optionalHeader(request, dialect.header("Signature-Type")));
        KnownKey key = key(request);
        byte[] bytes = Require.decoded(WireText.BASE64, signature, "the signature");
        byte[] signed = dialect.signedText(timestamp, nonce, request.body());
        Require.genuine(
                key.verifier().verify(signed, bytes),
                "key " + Require.shown(key.id()) + " did not sign these " + signed.length + " bytes");
        Instant signedAt = Moments.epochSeconds(timestamp)
                .orElseThrow(() -> new RefusedException(
                        Reason.TIMESTAMP_MISSING, "the timestamp '" + Require.shown(timestamp) + "' is no number"));
        window.check(signedAt, at);
        return key.id();
    }

    private void checkType(Optional<String> type) throws RefusedException {
        if (type.isEmpty() || dialect.signatureType().isEmpty() || type.get().equals(dialect.signatureType())) {
            return;
        }
        // A notice that says RSA can only carry an RSA signature, which no SM2 key has made.
        boolean isRsaForSm = type.get().equals(NoticeDialect.WECHAT_RSA.signatureType());
        throw new RefusedException(
                isRsaForSm ? Reason.SIGNATURE_MISMATCH : Reason.ALGORITHM_NOT_ALLOWED,
                "the signature type is '" + Require.shown(type.get()) + "', this endpoint takes "
                        + dialect.signatureType());
    }

    private KnownKey key(RawRequest request) throws RefusedException {
        String serial = Require.header(request, dialect.header("Serial"), Reason.KEY_UNKNOWN);
        KnownKey key = keys.get(spelled(serial));
        if (key == null) {
            throw new RefusedException(
                    Reason.KEY_UNKNOWN, "no key with id '" + Require.shown(serial) + "' is configured");
        }
        return key;
    }

    private byte[] opened(JsonValue notice) throws RefusedException {
        JsonValue resource = notice.members().getOrDefault("resource", new JsonValue.Nothing());
        String algorithm = resource.scalarAt("/algorithm");
        if (!algorithm.equals(dialect.resourceAlgorithm())) {
            throw new RefusedException(
                    algorithm.isEmpty() ? Reason.DECRYPT_FAILED : Reason.ALGORITHM_NOT_ALLOWED,
                    "the resource is encrypted with '" + Require.shown(algorithm) + "', this endpoint takes "
                            + dialect.resourceAlgorithm());
        }
        return WireText.BASE64
                .decode(resource.scalarAt("/ciphertext"))
                .flatMap(text -> cipher.decrypt(
                        resource.scalarAt("/nonce").getBytes(StandardCharsets.UTF_8),
                        resource.scalarAt("/associated_data").getBytes(StandardCharsets.UTF_8),
                        text))
                .orElseThrow(() -> new RefusedException(
                        Reason.DECRYPT_FAILED,
                        "the API key does not open the resource: it is not the key that is set at the provider now"));
    }

    @Override
    public List<Finding> explain(RawRequest request, Optional<Instant> at) {
        List<Finding> findings = new ArrayList<>();
        for (String header : List.of("Signature", "Timestamp", "Nonce", "Serial")) {
            int lines = request.headerValues(dialect.header(header)).size();
            if (lines != 1) {
                findings.add(new Finding(
                        lines == 0 ? Cause.HEADER_MISSING : Cause.HEADER_AMBIGUOUS,
                        dialect.header(header) + " stands " + lines + " times"));
            }
        }
        if (findings.isEmpty()) {
            explainSignature(request).ifPresent(findings::add);
        }
        return findings;
    }

    private Optional<Finding> explainSignature(RawRequest request) {
        Optional<byte[]> signature = WireText.BASE64.decode(
                request.headerValues(dialect.header("Signature")).getFirst());
        byte[] signed = dialect.signedText(
                request.headerValues(dialect.header("Timestamp")).getFirst(),
                request.headerValues(dialect.header("Nonce")).getFirst(),
                request.body());
        String serial = request.headerValues(dialect.header("Serial")).getFirst();
        return signature
                .flatMap(bytes -> KnownKey.matching(List.copyOf(keys.values()), signed, bytes))
                .filter(key -> !key.id().equals(spelled(serial)))
                .map(key -> new Finding(
                        Cause.WRONG_KEY,
                        "signed by the key configured as " + key.id() + ", but the notice names '"
                                + Require.shown(serial) + "'"));
    }
}
