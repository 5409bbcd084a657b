package tallygate.callback.provider.code;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import tallygate.callback.Answer;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.CallbackMaker;
import tallygate.callback.provider.CredentialKey;
import tallygate.callback.provider.CredentialKey.Kind;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.ProviderDefinition;
import tallygate.callback.provider.SampleEvent;
import tallygate.callback.provider.read.FormFields;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.callback.provider.read.XmlReader;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.Hmac;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;
import tallygate.signature.WireText;

/** Braintree: base64 of XML in a form field, HMAC-SHA1 under the SHA-1 of the private key, and a challenge by GET. */
final class Braintree implements Scheme {
    private static final Answers ANSWERS = Answers.statusOnly();
    private static final Pattern CHALLENGE = Pattern.compile("[a-f0-9]{20,32}");
    private static final Pattern PAYLOAD = Pattern.compile("[A-Za-z0-9+=/\n]+");
    private static final byte[] LINE_END = {'\n'};

    static final ProviderDefinition DEFINITION = Definition.signed(
            "braintree",
            "Braintree",
            List.of(
                    CredentialKey.required("public-key", Kind.PLAIN, "the API key's public key, which names the pair"),
                    CredentialKey.required("secrets", Kind.SECRETS, "the API key's private key")),
            Braintree::bound);

    /** One private key. */
    private record Key(String id, Hmac hmac) {
        static Key of(String secret) {
            byte[] key = HashAlgorithm.SHA1.of(secret.getBytes(StandardCharsets.UTF_8));
            return new Key(KeyReader.secretId(secret), Hmac.Hash.SHA1.keyed(key));
        }
    }

    private final String publicKey;
    private final List<Key> keys;

    private Braintree(String publicKey, List<Key> keys) {
        this.publicKey = publicKey;
        this.keys = List.copyOf(keys);
    }

    private static Supplier<BoundProvider> bound(KeyReader reader, EndpointOptions options) {
        String publicKey = reader.text("public-key");
        List<String> secrets = reader.secrets("secrets");
        return () -> {
            List<Key> keys = secrets.stream().map(Key::of).toList();
            CallbackMaker maker = new Maker<>(
                    keys.getFirst(),
                    () -> Key.of(Forger.secret(secrets.getFirst())),
                    false,
                    (event, url, at, key) -> made(publicKey, event, url, at, key));
            return CodedProvider.of(new Braintree(publicKey, keys), ANSWERS, reader, Optional.of(maker));
        };
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) throws RefusedException, UnreadableException {
        if (request.method().equals("GET")) {
            return challenge(FormFields.decode(request.query(), StandardCharsets.UTF_8));
        }
        FormFields fields = Forms.sole(request);
        List<byte[]> candidates = candidates(Forms.signature(fields, "bt_signature"));
        String payload = fields.text("bt_payload");
        if (!PAYLOAD.matcher(payload).matches()) {
            throw new RefusedException(Reason.BODY_MALFORMED, "bt_payload is missing or is not base64");
        }
        Key key = keys.stream()
                .filter(k -> matches(k, payload.getBytes(StandardCharsets.US_ASCII), candidates))
                .findFirst()
                .orElseThrow(() -> new RefusedException(
                        Reason.SIGNATURE_MISMATCH,
                        "none of " + keys.size() + " private keys signed bt_payload of " + payload.length()
                                + " characters"));
        byte[] content = WireText.BASE64
                .decode(payload.replace("\n", ""))
                .orElseThrow(() -> new RefusedException(Reason.BODY_MALFORMED, "bt_payload is not base64"));
        return new Judgement.Genuine(
                List.of(BraintreeEvents.read(XmlReader.read(content), content)), "", key.id(), ANSWERS.success());
    }

    /** The endpoint proves that it holds the keys; the answer is {@code public key|HMAC of the challenge}. */
    private Judgement challenge(FormFields query) throws RefusedException {
        String challenge = query.text("bt_challenge");
        if (!CHALLENGE.matcher(challenge).matches()) {
            throw new RefusedException(Reason.SIGNATURE_MISSING, "a GET without a bt_challenge of 20 to 32 digits");
        }
        byte[] hmac = keys.getFirst().hmac().of(challenge.getBytes(StandardCharsets.US_ASCII));
        return new Judgement.Handshake(Answer.of(200, "text/plain", publicKey + "|" + WireText.HEX.encode(hmac)));
    }

    /** The signatures that are under our public key; others are for other API keys of the merchant. */
    private List<byte[]> candidates(String header) throws RefusedException {
        List<byte[]> found = new ArrayList<>();
        boolean isOurs = false;
        for (String pair : header.split("&")) {
            int bar = pair.indexOf('|');
            if (bar > 0 && pair.substring(0, bar).equals(publicKey)) {
                isOurs = true;
                WireText.HEX.decode(pair.substring(bar + 1)).ifPresent(found::add);
            }
        }
        if (!isOurs) {
            throw new RefusedException(Reason.KEY_UNKNOWN, "bt_signature holds no pair of the configured public-key");
        }
        if (found.isEmpty()) {
            throw new RefusedException(Reason.SIGNATURE_MALFORMED, "the signature is not hexadecimal");
        }
        return found;
    }

    /** Some stacks lose the line end that the payload was signed with; the official kits try both. */
    private static boolean matches(Key key, byte[] payload, List<byte[]> candidates) {
        return candidates.stream()
                .anyMatch(c -> key.hmac().matches(c, payload) || key.hmac().matches(c, payload, LINE_END));
    }

    private static RawRequest made(String publicKey, SampleEvent event, String url, Instant at, Key key) {
        byte[] xml = BraintreeEvents.sample(event, at).getBytes(StandardCharsets.UTF_8);
        String payload = WireText.BASE64.encode(xml) + "\n";
        String signature = WireText.HEX.encode(key.hmac().of(payload.getBytes(StandardCharsets.US_ASCII)));
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("bt_signature", publicKey + "|" + signature);
        fields.put("bt_payload", payload);
        return Made.form(url, fields, StandardCharsets.UTF_8);
    }
}
