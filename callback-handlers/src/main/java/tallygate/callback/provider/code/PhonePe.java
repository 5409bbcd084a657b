package tallygate.callback.provider.code;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tallygate.callback.PaymentEvent;
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
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;
import tallygate.signature.WireText;

/**
 * PhonePe: today's webhooks carry the digest of a user name and password, which says nothing about the body; the older
 * callbacks sign a base64 text with a numbered salt key.
 */
final class PhonePe implements Scheme {
    private static final Answers ANSWERS = Answers.statusOnly();
    private static final String SALTS = "salt-keys";
    private static final String SEPARATOR = "###";

    static final ProviderDefinition DEFINITION = Definition.signed(
            "phonepe",
            "PhonePe",
            List.of(
                    CredentialKey.optional("username", Kind.PLAIN, "the user name set for the webhook"),
                    CredentialKey.optional("password", Kind.SECRET, "the password set for the webhook"),
                    CredentialKey.optional(SALTS, Kind.SECRETS_BY_ID, "salt keys by index, for the older callbacks")),
            PhonePe::bound);

    private final Optional<String> authorization;
    private final String passwordId;
    private final Map<String, String> salts;
    private final EndpointOptions options;

    private PhonePe(
            Optional<String> authorization, String passwordId, Map<String, String> salts, EndpointOptions options) {
        this.authorization = authorization;
        this.passwordId = passwordId;
        this.salts = Map.copyOf(salts);
        this.options = options;
    }

    private static Supplier<BoundProvider> bound(KeyReader reader, EndpointOptions options) {
        String username = reader.text("username");
        String password = reader.secret("password");
        Map<String, String> salts = reader.secretsById(SALTS);
        if (username.isEmpty() != password.isEmpty()) {
            reader.problem(username.isEmpty() ? "username" : "password", "is missing: both or none");
        }
        if (password.isEmpty() && salts.isEmpty()) {
            reader.problem("username", "is missing: give username and password, or salt-keys");
        }
        return () -> {
            Optional<String> authorization = password.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            HashAlgorithm.SHA256.hex((username + ":" + password).getBytes(StandardCharsets.UTF_8)));
            return CodedProvider.of(
                    new PhonePe(authorization, KeyReader.secretId(password), salts, options),
                    ANSWERS,
                    reader,
                    Optional.of(maker(authorization, salts)));
        };
    }

    private static CallbackMaker maker(Optional<String> authorization, Map<String, String> salts) {
        if (authorization.isPresent()) {
            return new Maker<>(
                            authorization.get(),
                            () -> Forger.secret(authorization.get()),
                            false,
                            PhonePe::madeWithPassword)
                    .spoilingBodies(_ -> Optional.empty());
        }
        Map.Entry<String, String> salt = salts.entrySet().iterator().next();
        return new Maker<>(
                salt.getValue(),
                () -> Forger.secret(salt.getValue()),
                false,
                (event, url, at, key) -> madeWithSalt(salt.getKey(), event, url, key));
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) throws RefusedException, UnreadableException {
        boolean isOlder = !request.headerValues("X-VERIFY").isEmpty();
        return isOlder || authorization.isEmpty() ? bySalt(request) : byPassword(request, authorization.get());
    }

    private Judgement byPassword(RawRequest request, String due) throws RefusedException, UnreadableException {
        String given = Require.header(request, "Authorization", Reason.SIGNATURE_MISSING);
        Require.genuine(
                MessageDigest.isEqual(due.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8)),
                "the Authorization header is not the digest of username and password");
        JsonValue notice = JsonReader.read(request.body());
        if (Trees.member(notice, "payload").members().isEmpty()) {
            throw new RefusedException(Reason.BODY_MALFORMED, "member payload is missing");
        }
        Require.identity("merchantId", options.merchantId(), notice.scalarAt("/payload/merchantId"));
        PaymentEvent event = PhonePeEvents.webhook(notice, request.body());
        return new Judgement.Genuine(List.of(event), "", passwordId, ANSWERS.success());
    }

    private Judgement bySalt(RawRequest request) throws RefusedException, UnreadableException {
        String header = Require.header(request, "X-VERIFY", Reason.SIGNATURE_MISSING);
        int separator = header.indexOf(SEPARATOR);
        if (separator < 0) {
            throw new RefusedException(Reason.SIGNATURE_MALFORMED, "X-VERIFY names no salt index");
        }
        String index = header.substring(separator + SEPARATOR.length());
        String salt = salts.get(index);
        if (salt == null) {
            throw new RefusedException(
                    Reason.KEY_UNKNOWN, "no salt key with index '" + Require.shown(index) + "' is configured");
        }
        byte[] given = Require.decoded(WireText.HEX, header.substring(0, separator), "X-VERIFY");
        String response = JsonReader.read(request.body()).scalarAt("/response");
        Require.genuine(
                MessageDigest.isEqual(digest(response, salt), given),
                "salt key " + Require.shown(index) + " did not sign the response of " + response.length()
                        + " characters");
        byte[] content = WireText.BASE64
                .decode(response)
                .orElseThrow(() -> new RefusedException(Reason.BODY_MALFORMED, "the response is not base64"));
        JsonValue notice = JsonReader.read(content);
        Require.identity("merchantId", options.merchantId(), notice.scalarAt("/data/merchantId"));
        return new Judgement.Genuine(List.of(PhonePeEvents.callback(notice, content)), "", index, ANSWERS.success());
    }

    private static byte[] digest(String response, String salt) {
        return HashAlgorithm.SHA256.of((response + salt).getBytes(StandardCharsets.UTF_8));
    }

    private static RawRequest madeWithPassword(SampleEvent event, String url, Instant at, String authorization) {
        return Made.json(url, List.of(new Header("Authorization", authorization)), PhonePeEvents.webhookSample(event));
    }

    private static RawRequest madeWithSalt(String index, SampleEvent event, String url, String salt) {
        String response =
                WireText.BASE64.encode(PhonePeEvents.callbackSample(event).getBytes(StandardCharsets.UTF_8));
        String signature = WireText.HEX.encode(digest(response, salt)) + SEPARATOR + index;
        return Made.json(url, List.of(new Header("X-VERIFY", signature)), "{\"response\":\"" + response + "\"}");
    }
}
