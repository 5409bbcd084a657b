package tallygate.callback.provider.code;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
import tallygate.signature.Header;
import tallygate.signature.Hmac;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;
import tallygate.signature.WireText;

/**
 * Toss Payments (Korea): payout and seller events are signed, deposits carry the secret of their payment, all other events
 * prove nothing and are hints (docs.tosspayments.com, webhook events).
 */
final class Toss implements Scheme {
    private static final Answers ANSWERS = Answers.statusOnly();
    private static final Set<String> SIGNED = Set.of("payout.changed", "seller.changed");
    private static final String DEPOSIT = "DEPOSIT_CALLBACK";
    private static final String SIGNATURE = "tosspayments-webhook-signature";
    private static final String TIME = "tosspayments-webhook-transmission-time";
    static final String ID = "tosspayments-webhook-transmission-id";
    private static final String SCHEME = "v1:";

    static final ProviderDefinition DEFINITION = Definition.partlySigned(
            "toss",
            "Toss Payments",
            List.of(
                    CredentialKey.optional(
                            "security-keys",
                            Kind.SECRETS,
                            "security keys of payouts and sellers; all are valid at once"),
                    CredentialKey.optional(
                            "secrets", Kind.SECRETS, "secrets of payments into virtual accounts (DEPOSIT_CALLBACK)")),
            Toss::bound);

    /** One security key. */
    private record Key(String id, Hmac hmac) {
        static Key of(String secret) {
            return new Key(KeyReader.secretId(secret), Hmac.Hash.SHA256.keyed(secret.getBytes(StandardCharsets.UTF_8)));
        }
    }

    private final List<Key> keys;
    private final List<String> depositSecrets;

    private Toss(List<Key> keys, List<String> depositSecrets) {
        this.keys = List.copyOf(keys);
        this.depositSecrets = depositSecrets;
    }

    private static Supplier<BoundProvider> bound(KeyReader reader, EndpointOptions options) {
        List<String> securityKeys = reader.secrets("security-keys");
        List<String> depositSecrets = reader.secrets("secrets");
        return () -> {
            List<Key> keys = securityKeys.stream().map(Key::of).toList();
            Optional<CallbackMaker> maker = securityKeys.stream()
                    .findFirst()
                    .map(secret -> new Maker<>(Key.of(secret), () -> Key.of(Forger.secret(secret)), false, Toss::made));
            return CodedProvider.of(new Toss(keys, depositSecrets), ANSWERS, reader, maker);
        };
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) throws RefusedException, UnreadableException {
        JsonValue notice = JsonReader.read(request.body());
        String type = notice.scalarAt("/eventType");
        Optional<String> id = Require.optionalHeader(request, ID);
        if (SIGNED.contains(type) || !request.headerValues(SIGNATURE).isEmpty()) {
            String key = signedBy(request);
            return new Judgement.Genuine(
                    List.of(TossEvents.entity(notice, request.body(), id)), "", key, ANSWERS.success());
        }
        if (type.equals(DEPOSIT) && !depositSecrets.isEmpty()) {
            String secret = depositSecret(notice);
            return new Judgement.Genuine(
                    List.of(TossEvents.deposit(notice, request.body(), id)),
                    "",
                    KeyReader.secretId(secret),
                    ANSWERS.success());
        }
        PaymentEvent claimed = TossEvents.claim(notice, request.body());
        String hint = claimed.providerTxnId().isEmpty() ? claimed.eventId() : claimed.providerTxnId();
        return new Judgement.NeedsConfirmation(hint, List.of(claimed), ANSWERS.success());
    }

    private String signedBy(RawRequest request) throws RefusedException {
        String header = Require.header(request, SIGNATURE, Reason.SIGNATURE_MISSING);
        String time = Require.header(request, TIME, Reason.TIMESTAMP_MISSING);
        if (!header.startsWith(SCHEME)) {
            throw new RefusedException(Reason.SIGNATURE_MALFORMED, "the signature does not begin with " + SCHEME);
        }
        List<byte[]> candidates = new ArrayList<>();
        for (String part : header.substring(SCHEME.length()).split(",")) {
            WireText.BASE64.decode(part.strip()).ifPresent(candidates::add);
        }
        if (candidates.isEmpty()) {
            throw new RefusedException(Reason.SIGNATURE_MALFORMED, "no signature is base64");
        }
        byte[] suffix = (":" + time).getBytes(StandardCharsets.UTF_8);
        return keys.stream()
                .filter(key -> candidates.stream().anyMatch(c -> key.hmac().matches(c, request.body(), suffix)))
                .map(Key::id)
                .findFirst()
                .orElseThrow(() -> new RefusedException(
                        Reason.SIGNATURE_MISMATCH,
                        "none of " + keys.size() + " security keys made one of " + candidates.size() + " signatures"));
    }

    private String depositSecret(JsonValue notice) throws RefusedException {
        String given = notice.scalarAt("/secret").isEmpty()
                ? Require.signature(notice, "/data/secret")
                : notice.scalarAt("/secret");
        byte[] bytes = given.getBytes(StandardCharsets.UTF_8);
        return depositSecrets.stream()
                .filter(secret -> MessageDigest.isEqual(secret.getBytes(StandardCharsets.UTF_8), bytes))
                .findFirst()
                .orElseThrow(() -> new RefusedException(
                        Reason.SIGNATURE_MISMATCH, "the deposit carries none of the configured secrets"));
    }

    private static RawRequest made(SampleEvent event, String url, Instant at, Key key) {
        String body = TossEvents.sample(event, at);
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        byte[] signature = key.hmac().of(bytes, (":" + at).getBytes(StandardCharsets.UTF_8));
        return Made.json(
                url,
                List.of(
                        new Header(TIME, at.toString()),
                        new Header("tosspayments-webhook-transmission-retried-count", "" + (event.delivery() - 1)),
                        new Header(ID, event.eventId()),
                        new Header(SIGNATURE, SCHEME + WireText.BASE64.encode(signature))),
                body);
    }
}
