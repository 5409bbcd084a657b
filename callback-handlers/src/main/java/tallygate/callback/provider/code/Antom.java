package tallygate.callback.provider.code;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.CallbackMaker;
import tallygate.callback.provider.CredentialKey;
import tallygate.callback.provider.CredentialKey.Kind;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.ProviderDefinition;
import tallygate.callback.provider.SampleEvent;
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.Moments;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.Header;
import tallygate.signature.PublicKeyAlgorithm;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;
import tallygate.signature.SignatureMaker;
import tallygate.signature.WireText;

/** Antom, Alipay+ and Alipay Global: method, path, client id, time and body signed in a header (docs.antom.com). */
final class Antom implements Scheme {
    private static final PublicKeyAlgorithm ALGORITHM = PublicKeyAlgorithm.RSA_SHA256;
    private static final String SIGNATURE = "signature=";
    private static final Answers ANSWERS = Answers.of("application/json", answer("SUCCESS", "S"), answer("FAIL", "F"));

    static final ProviderDefinition DEFINITION = Definition.signed(
            "antom",
            "Antom / Alipay+ / Alipay Global",
            List.of(
                    CredentialKey.required("client-id", Kind.PLAIN, "the client id that Antom gave the merchant"),
                    CredentialKey.required(
                            "public-keys", Kind.PUBLIC_KEYS_BY_ID, "Antom's public keys by key version (1, 2, …)"),
                    CredentialKey.optional(KeyReader.TEST_PRIVATE_KEY, Kind.TEST_PRIVATE_KEY, "makes test callbacks")),
            Antom::bound);

    private final String clientId;
    private final Map<String, KnownKey> keys;
    private final EndpointOptions options;

    private Antom(String clientId, Map<String, KnownKey> keys, EndpointOptions options) {
        this.clientId = clientId;
        this.keys = Map.copyOf(keys);
        this.options = options;
    }

    private static Supplier<BoundProvider> bound(KeyReader reader, EndpointOptions options) {
        String clientId = reader.text("client-id");
        Map<String, KnownKey> keys = reader.publicKeysById("public-keys", ALGORITHM);
        Optional<TestKey> testKey = reader.testKey(keys.values(), ALGORITHM);
        return () -> {
            Optional<CallbackMaker> maker = testKey.map(key -> new Maker<>(
                    key.maker(),
                    () -> Forger.of(ALGORITHM),
                    options.tolerance().isPresent(),
                    (event, url, at, signer) -> made(new Sender(clientId, key.id(), options), event, url, at, signer)));
            return CodedProvider.of(new Antom(clientId, keys, options), ANSWERS, reader, maker);
        };
    }

    private static String answer(String code, String status) {
        return "{\"result\":{\"resultCode\":\"" + code + "\",\"resultStatus\":\"" + status + "\",\"resultMessage\":\""
                + (status.equals("S") ? "success" : "fail") + "\"}}";
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) throws RefusedException, UnreadableException {
        String header = Require.header(request, "signature", Reason.SIGNATURE_MISSING);
        String client = Require.header(request, "client-id", Reason.SIGNATURE_MISSING);
        String time = Require.header(request, "request-time", Reason.TIMESTAMP_MISSING);
        byte[] signature = signature(header);
        byte[] signed = signedText(request.method() + " " + target(request, options), client, time, request.body());
        KnownKey key = KnownKey.matching(candidates(header), signed, signature)
                .orElseThrow(() -> new RefusedException(
                        Reason.SIGNATURE_MISMATCH,
                        "no key signed these " + signed.length + " bytes: method, path, client id, time, body"));
        Require.identity("client-id", Optional.of(clientId), client);
        if (options.tolerance().isPresent()) {
            Instant signedAt = Moments.iso(time)
                    .or(() -> Moments.epochMillis(time))
                    .orElseThrow(() -> new RefusedException(Reason.TIMESTAMP_MISSING, "request-time is no time"));
            Window.upTo(options.tolerance().get()).check(signedAt, at);
        }
        JsonValue notice = JsonReader.read(request.body());
        return new Judgement.Genuine(
                List.of(AntomEvents.read(notice, request.body())), "", key.id(), ANSWERS.success());
    }

    /** The path that Antom was told, when a proxy rewrites it; else the one that arrived. */
    private static String target(RawRequest request, EndpointOptions options) {
        return options.publicUrl()
                .map(url -> Made.post(url, List.of(), new byte[0]).target())
                .orElse(request.target());
    }

    private List<KnownKey> candidates(String header) throws RefusedException {
        String algorithm = part(header, "algorithm=");
        if (!algorithm.equals("RSA256")) {
            throw new RefusedException(
                    Reason.ALGORITHM_NOT_ALLOWED, "algorithm is '" + Require.shown(algorithm) + "', RSA256 is due");
        }
        String version = part(header, "keyVersion=");
        if (version.isEmpty()) {
            return List.copyOf(keys.values());
        }
        KnownKey key = keys.get(version);
        if (key == null) {
            throw new RefusedException(
                    Reason.KEY_UNKNOWN, "no key of version '" + Require.shown(version) + "' is configured");
        }
        return List.of(key);
    }

    private static String part(String header, String name) {
        for (String part : header.split(",")) {
            if (part.strip().startsWith(name)) {
                return part.strip().substring(name.length());
            }
        }
        return "";
    }

    /** Base64, percent-encoded; a plus is a plus, never a blank. */
    private static byte[] signature(String header) throws RefusedException {
        int from = header.indexOf(SIGNATURE);
        if (from < 0) {
            throw new RefusedException(Reason.SIGNATURE_MALFORMED, "the header holds no 'signature='");
        }
        String encoded = header.substring(from + SIGNATURE.length()).strip();
        try {
            String text = URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8);
            return Require.decoded(WireText.BASE64, text, "the signature");
        } catch (IllegalArgumentException e) {
            throw new RefusedException(Reason.SIGNATURE_MALFORMED, "the signature is not percent-encoded");
        }
    }

    private static byte[] signedText(String line, String client, String time, byte[] body) {
        byte[] head = (line + "\n" + client + "." + time + ".").getBytes(StandardCharsets.UTF_8);
        byte[] text = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, text, head.length, body.length);
        return text;
    }

    /** Who a made notice comes from. */
    private record Sender(String clientId, String keyVersion, EndpointOptions options) {}

    private static RawRequest made(Sender sender, SampleEvent event, String url, Instant at, SignatureMaker key) {
        String body = AntomEvents.sample(event, at);
        RawRequest unsigned = Made.json(url, List.of(), body);
        String time = at.toString();
        byte[] signature = key.sign(
                signedText("POST " + target(unsigned, sender.options()), sender.clientId(), time, unsigned.body()));
        String encoded = URLEncoder.encode(WireText.BASE64.encode(signature), StandardCharsets.UTF_8);
        return Made.json(
                url,
                List.of(
                        new Header("client-id", sender.clientId()),
                        new Header("request-time", time),
                        new Header(
                                "signature",
                                "algorithm=RSA256,keyVersion=" + sender.keyVersion() + ",signature=" + encoded)),
                body);
    }
}
