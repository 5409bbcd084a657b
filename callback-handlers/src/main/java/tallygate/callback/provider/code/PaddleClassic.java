package tallygate.callback.provider.code;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
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
import tallygate.callback.provider.read.AmountUnit;
import tallygate.callback.provider.read.Amounts;
import tallygate.callback.provider.read.EventDraft;
import tallygate.callback.provider.read.FormFields;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.PublicKeyAlgorithm;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;
import tallygate.signature.SignatureMaker;
import tallygate.signature.WireText;

/** Paddle Classic alerts: RSA with SHA-1 over what PHP's serialize() makes of the sorted fields. */
final class PaddleClassic implements Scheme {
    private static final PublicKeyAlgorithm ALGORITHM = PublicKeyAlgorithm.RSA_SHA1;
    private static final Answers ANSWERS = Answers.statusOnly();
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MAJOR);
    private static final String SIGNATURE = "p_signature";
    private static final Set<String> PAID = Set.of("payment_succeeded", "subscription_payment_succeeded");

    /** A longer passthrough is a document of the shop's own, not an order number. */
    private static final int ORDER_CHARACTERS_MAX = 128;

    static final ProviderDefinition DEFINITION = Definition.signed(
            "paddle-classic",
            "Paddle Classic alerts",
            List.of(
                    CredentialKey.required("public-key", Kind.PUBLIC_KEY, "the public key of Paddle's dashboard"),
                    CredentialKey.optional(KeyReader.TEST_PRIVATE_KEY, Kind.TEST_PRIVATE_KEY, "makes test callbacks")),
            PaddleClassic::bound);

    private final List<KnownKey> keys;

    private PaddleClassic(List<KnownKey> keys) {
        this.keys = List.copyOf(keys);
    }

    private static Supplier<BoundProvider> bound(KeyReader reader, EndpointOptions options) {
        List<KnownKey> keys = reader.publicKeys("public-key", ALGORITHM);
        Optional<TestKey> testKey = reader.testKey(keys, ALGORITHM);
        return () -> {
            Optional<CallbackMaker> maker =
                    testKey.map(key -> new Maker<>(key.maker(), () -> Forger.of(ALGORITHM), false, PaddleClassic::made)
                            .spoilingBodies(form -> Made.withLonger("passthrough", form)));
            return CodedProvider.of(new PaddleClassic(keys), ANSWERS, reader, maker);
        };
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) throws RefusedException, UnreadableException {
        FormFields fields = Forms.sole(request);
        byte[] signature = Require.decoded(WireText.BASE64, Forms.signature(fields, SIGNATURE), "field " + SIGNATURE);
        byte[] signed = serialized(Made.ordered(fields));
        KnownKey key = KnownKey.matching(keys, signed, signature)
                .orElseThrow(() -> new RefusedException(
                        Reason.SIGNATURE_MISMATCH,
                        "no key signed these " + fields.fields().size() + " fields"));
        return new Judgement.Genuine(List.of(event(fields, request.body())), "", key.id(), ANSWERS.success());
    }

    /** PHP's serialize() of an array of texts, sorted by name; lengths count bytes. */
    private static byte[] serialized(Map<String, String> all) {
        Map<String, String> fields = new TreeMap<>(all);
        fields.remove(SIGNATURE);
        StringBuilder out = new StringBuilder("a:").append(fields.size()).append(":{");
        fields.forEach((name, value) -> {
            text(out, name);
            text(out, value);
        });
        return out.append('}').toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void text(StringBuilder out, String text) {
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        out.append("s:").append(bytes).append(":\"").append(text).append("\";");
    }

    private static PaymentEvent event(FormFields fields, byte[] body) {
        String type = fields.text("alert_name");
        String order = fields.text("order_id");
        String passthrough = fields.text("passthrough");
        boolean isRefund = type.endsWith("_refunded");
        EventDraft draft = new EventDraft(EventIds.orDigest(fields.text("alert_id"), body))
                .type(type)
                .bizType(isRefund ? "refund" : type.contains("payment") ? "payment" : "notice")
                .order(passthrough.length() <= ORDER_CHARACTERS_MAX ? passthrough : "")
                .transaction(order.isEmpty() ? fields.text("subscription_id") : order)
                .status(fields.text("status"))
                .amount(
                        isRefund ? fields.text("gross_refund") : fields.text("sale_gross"),
                        AMOUNTS,
                        fields.text("currency"))
                .occurredAt(Times.local(fields.text("event_time"), Times.DASHED, ZoneOffset.UTC));
        fields.fields().stream()
                .filter(field ->
                        !field.name().equals(SIGNATURE) && !field.name().equals("event_time"))
                .forEach(field -> draft.counting(field.name(), field.value()));
        return (PAID.contains(type) ? draft.effect("paid", order) : draft).build(body);
    }

    private static RawRequest made(SampleEvent event, String url, Instant at, SignatureMaker key) {
        String currency = event.currency().isEmpty() ? "USD" : event.currency();
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("alert_id", event.eventId());
        fields.put("alert_name", event.type().isEmpty() ? "payment_succeeded" : event.type());
        fields.put("order_id", event.transactionId());
        fields.put("passthrough", event.orderId());
        fields.put("sale_gross", AMOUNTS.text(event.amountMinor().orElse(0), currency));
        fields.put("currency", currency);
        fields.put("customer_name", "Zoë");
        fields.put("event_time", Times.text(at, Times.DASHED, ZoneOffset.UTC));
        fields.put(SIGNATURE, WireText.BASE64.encode(key.sign(serialized(fields))));
        return Made.form(url, fields, StandardCharsets.UTF_8);
    }
}
