package tallygate.callback.provider.query;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.callback.provider.CertificateSource;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.AeadCipher;
import tallygate.signature.ProviderCertificate;
import tallygate.signature.PublicKeyAlgorithm;
import tallygate.signature.RawRequest;
import tallygate.signature.SignatureVerifier;
import tallygate.signature.UnusableKeyException;
import tallygate.signature.WireText;

/**
 * WeChat Pay's platform certificates ({@code GET /v3/certificates}), several valid at once while they change. Each is sealed with
 * the merchant's API v3 key, and the answer must be signed by a platform key that is known or by one of those it brings: so the
 * first download stands on the API v3 key, as in the official kit, and every later one on what is known besides.
 */
record WechatCertificates(WechatApi wechat, PublicKeyAlgorithm algorithm, AeadCipher cipher, String resource)
        implements CertificateSource {
    /** The official kit refreshes hourly; certificates change a day before they count. */
    private static final Duration EVERY = Duration.ofHours(1);

    @Override
    public String slot() {
        return "certificates";
    }

    @Override
    public Optional<Duration> every() {
        return Optional.of(EVERY);
    }

    @Override
    public Optional<String> named(RawRequest refused) {
        List<String> serials = refused.headerValues("Wechatpay-Serial");
        return serials.size() == 1 && serials.getFirst().matches("[0-9A-Fa-f]{8,64}")
                ? Optional.of(WechatApi.spelled(serials.getFirst()))
                : Optional.empty();
    }

    @Override
    public Fetched fetch(String name, QueryTools tools) throws InterruptedException {
        return switch (Asked.send(wechat.get(resource, tools), tools)) {
            case Asked.Nothing nothing -> new Fetched.Failed(nothing.why(), nothing.isOurs());
            case Asked.Got got
            when !got.isFound() ->
                new Fetched.Failed("WeChat Pay answered HTTP " + got.status() + " instead of certificates", true);
            case Asked.Got got -> {
                try {
                    yield verified(got, tools.clock().instant());
                } catch (UnreadableException | UnusableKeyException e) {
                    yield new Fetched.Failed("the list of certificates cannot be read: " + e.getMessage(), true);
                }
            }
        };
    }

    private Fetched verified(Asked.Got got, Instant now) throws UnreadableException {
        Map<String, String> pems = new HashMap<>();
        Map<String, SignatureVerifier> brought = new HashMap<>(wechat.platform());
        for (JsonValue item : Trees.list(got.json(), "data")) {
            String pem = opened(item);
            ProviderCertificate certificate = ProviderCertificate.read(pem);
            if (!certificate.serial().equals(WechatApi.spelled(item.scalarAt("/serial_no")))) {
                throw UnreadableException.notThisForm("a certificate has another serial than it is listed under");
            }
            if (now.isBefore(certificate.notAfter())) {
                pems.put(certificate.serial(), pem);
                brought.put(certificate.serial(), algorithm.verifier(certificate.key(algorithm.family())));
            }
        }
        SignatureVerifier signer = brought.get(WechatApi.spelled(got.header("Wechatpay-Serial")));
        Optional<String> objection = signer == null
                ? Optional.of("the answer is signed by a key that is neither known nor in it")
                : WechatApi.objection(got, now, signer);
        return objection
                .<Fetched>map(why -> new Fetched.Failed("WeChat Pay's certificates are not taken: " + why, true))
                .orElseGet(() -> new Fetched.Certificates(List.copyOf(pems.values())));
    }

    private String opened(JsonValue item) throws UnreadableException {
        byte[] sealed = WireText.BASE64
                .decode(item.scalarAt("/encrypt_certificate/ciphertext"))
                .orElseThrow(() -> Trees.missing("ciphertext"));
        byte[] nonce = item.scalarAt("/encrypt_certificate/nonce").getBytes(StandardCharsets.UTF_8);
        byte[] associated =
                item.scalarAt("/encrypt_certificate/associated_data").getBytes(StandardCharsets.UTF_8);
        return cipher.decrypt(nonce, associated, sealed)
                .map(pem -> new String(pem, StandardCharsets.UTF_8))
                .orElseThrow(() -> UnreadableException.notThisForm("a certificate is not sealed with api-v3-key"));
    }
}
