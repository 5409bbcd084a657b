package tallygate.callback.provider.code;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
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
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;
import tallygate.signature.WireText;

/** PayU India: the reverse hash, SHA-512 over the salt, some fields and the merchant key (docs.payu.in). */
final class PayuIndia implements Scheme {
    private static final Answers ANSWERS = Answers.statusOnly();
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MAJOR);

    static final ProviderDefinition DEFINITION = Definition.signed(
            "payu-india",
            "PayU India",
            List.of(
                    CredentialKey.required("merchant-key", Kind.PLAIN, "the merchant key"),
                    CredentialKey.required(
                            "secrets", Kind.SECRETS, "salts of the merchant key; all are valid at once")),
            PayuIndia::bound);

    private final String merchantKey;
    private final List<String> salts;

    private PayuIndia(String merchantKey, List<String> salts) {
        this.merchantKey = merchantKey;
        this.salts = salts;
    }

    private static Supplier<BoundProvider> bound(KeyReader reader, EndpointOptions options) {
        String merchantKey = reader.text("merchant-key");
        List<String> salts = reader.secrets("secrets");
        return () -> {
            CallbackMaker maker = new Maker<>(
                    salts.getFirst(),
                    () -> Forger.secret(salts.getFirst()),
                    false,
                    (event, url, at, salt) -> made(merchantKey, event, url, at, salt));
            return CodedProvider.of(new PayuIndia(merchantKey, salts), ANSWERS, reader, Optional.of(maker));
        };
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) throws RefusedException, UnreadableException {
        UnaryOperator<String> fields = fields(request);
        String hash = fields.apply("hash");
        if (hash.isEmpty()) {
            throw new RefusedException(Reason.SIGNATURE_MISSING, "field hash is missing");
        }
        byte[] given = Require.decoded(WireText.HEX, hash, "field hash");
        String salt = salts.stream()
                .filter(s -> MessageDigest.isEqual(hash(fields, merchantKey, s), given))
                .findFirst()
                .orElseThrow(() -> new RefusedException(
                        Reason.SIGNATURE_MISMATCH, "none of " + salts.size() + " salts made the reverse hash"));
        return new Judgement.Genuine(
                List.of(event(fields, request.body())), "", KeyReader.secretId(salt), ANSWERS.success());
    }

    private static UnaryOperator<String> fields(RawRequest request) throws RefusedException, UnreadableException {
        if (request.body().length > 0 && request.body()[0] == '{') {
            JsonValue json = JsonReader.read(request.body());
            return name ->
                    json.members().getOrDefault(name, new JsonValue.Nothing()).scalar();
        }
        return Forms.sole(request)::text;
    }

    private static byte[] hash(UnaryOperator<String> fields, String merchantKey, String salt) {
        String charges = fields.apply("additionalCharges");
        String text = String.join(
                "|",
                List.of(
                        salt,
                        fields.apply("status"),
                        "",
                        "",
                        "",
                        "",
                        "",
                        fields.apply("udf5"),
                        fields.apply("udf4"),
                        fields.apply("udf3"),
                        fields.apply("udf2"),
                        fields.apply("udf1"),
                        fields.apply("email"),
                        fields.apply("firstname"),
                        fields.apply("productinfo"),
                        fields.apply("amount"),
                        fields.apply("txnid"),
                        merchantKey));
        String all = charges.isEmpty() ? text : charges + "|" + text;
        return HashAlgorithm.SHA512.of(all.getBytes(StandardCharsets.UTF_8));
    }

    /** PayU's own id is not signed: it names the event, but the effect hangs on the merchant's transaction, which is. */
    private static PaymentEvent event(UnaryOperator<String> fields, byte[] body) {
        String id = fields.apply("mihpayid");
        String order = fields.apply("txnid");
        String status = fields.apply("status");
        EventDraft draft = new EventDraft(
                        EventIds.orDigest(id.isEmpty() && !order.isEmpty() ? order + ":" + status : id, body))
                .type("payment")
                .order(order)
                .transaction(id)
                .status(status)
                .amount(fields.apply("amount"), AMOUNTS, "INR")
                .counting("additionalCharges", fields.apply("additionalCharges"))
                .counting("udf1", fields.apply("udf1"))
                .occurredAt(Times.local(fields.apply("addedon"), Times.DASHED, Times.INDIA));
        return (status.equals("success") ? draft.effect("paid", order) : draft).build(body);
    }

    private static RawRequest made(String merchantKey, SampleEvent event, String url, Instant at, String salt) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("mihpayid", event.transactionId());
        fields.put("status", event.type().isEmpty() ? "success" : event.type());
        fields.put("key", merchantKey);
        fields.put("txnid", event.orderId());
        fields.put("amount", AMOUNTS.text(event.amountMinor().orElse(0), "INR"));
        fields.put("addedon", Times.text(at, Times.DASHED, Times.INDIA));
        fields.put("productinfo", "phone & case");
        fields.put("firstname", "Asha");
        fields.put("email", "asha@example.com");
        byte[] hash = hash(name -> fields.getOrDefault(name, ""), merchantKey, salt);
        fields.put("hash", WireText.HEX.encode(hash));
        return Made.form(url, fields, StandardCharsets.UTF_8);
    }
}
