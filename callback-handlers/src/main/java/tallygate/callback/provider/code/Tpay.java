package tallygate.callback.provider.code;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tallygate.callback.Answer;
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
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.DetachedJws;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.Header;
import tallygate.signature.PublicKeyAlgorithm;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;
import tallygate.signature.SignatureMaker;
import tallygate.signature.WireText;

/** Tpay (Poland): a detached JWS over the body, and an MD5 sum with the merchant's security code (docs-api.tpay.com). */
final class Tpay implements Scheme {
    private static final PublicKeyAlgorithm ALGORITHM = PublicKeyAlgorithm.RSA_SHA256;
    private static final String PREFIX = "https://secure.tpay.com/";
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MAJOR);
    private static final ZoneId POLAND = ZoneId.of("Europe/Warsaw");

    /** An answer FALSE would be a refund for a merchant with two-step payments: a refusal says nothing. */
    private static final Answers ANSWERS =
            new Answers(Answer.of(200, "text/plain", "TRUE"), Answer.empty(401), Answer.empty(503));

    static final ProviderDefinition DEFINITION = Definition.signed(
            "tpay",
            "Tpay",
            List.of(
                    CredentialKey.required("public-key", Kind.PUBLIC_KEY, "the public key of Tpay's JWS certificate"),
                    CredentialKey.optional(
                            "secrets", Kind.SECRETS, "the merchant's security code, for the md5sum of payments"),
                    CredentialKey.optional(
                            "x5u-prefix", Kind.PLAIN, "where the signing certificate must lie; usual: " + PREFIX),
                    CredentialKey.optional(KeyReader.TEST_PRIVATE_KEY, Kind.TEST_PRIVATE_KEY, "makes test callbacks")),
            Tpay::bound);

    private final List<KnownKey> keys;
    private final List<String> codes;
    private final String prefix;
    private final EndpointOptions options;

    private Tpay(List<KnownKey> keys, List<String> codes, String prefix, EndpointOptions options) {
        this.keys = List.copyOf(keys);
        this.codes = codes;
        this.prefix = prefix;
        this.options = options;
    }

    private static Supplier<BoundProvider> bound(KeyReader reader, EndpointOptions options) {
        List<KnownKey> keys = reader.publicKeys("public-key", ALGORITHM);
        List<String> codes = reader.secrets("secrets");
        String configured = reader.text("x5u-prefix");
        // Without the slash another host that begins with the same letters would pass.
        String prefix = configured.isEmpty() ? PREFIX : configured.endsWith("/") ? configured : configured + "/";
        if (!prefix.startsWith("https://")) {
            reader.problem("x5u-prefix", "takes an https URL");
        }
        Optional<TestKey> testKey = reader.testKey(keys, ALGORITHM);
        return () -> {
            Tpay scheme = new Tpay(keys, codes, prefix, options);
            Optional<CallbackMaker> maker =
                    testKey.map(key -> new Maker<>(key.maker(), () -> Forger.of(ALGORITHM), false, scheme::made));
            return CodedProvider.of(scheme, ANSWERS, reader, maker);
        };
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) throws RefusedException, UnreadableException {
        String text = Require.header(request, "X-JWS-Signature", Reason.SIGNATURE_MISSING);
        DetachedJws jws = DetachedJws.parse(text)
                .orElseThrow(() -> new RefusedException(Reason.SIGNATURE_MALFORMED, "the header is no detached JWS"));
        checkHeader(jws);
        KnownKey key = KnownKey.matching(keys, jws.signingInput(request.body()), jws.signature())
                .orElseThrow(() -> new RefusedException(
                        Reason.SIGNATURE_MISMATCH,
                        "no key signed the JWS over these " + request.body().length + " bytes"));
        boolean isJson = request.body().length > 0 && request.body()[0] == '{';
        PaymentEvent event = isJson ? notice(request.body()) : payment(Forms.sole(request), request.body());
        return new Judgement.Genuine(List.of(event), "", key.id(), ANSWERS.success());
    }

    /** The algorithm is what the endpoint expects, never what the header asks for. */
    private void checkHeader(DetachedJws jws) throws RefusedException {
        JsonValue header;
        try {
            header = JsonReader.read(jws.header());
        } catch (UnreadableException e) {
            throw new RefusedException(Reason.SIGNATURE_MALFORMED, "the JWS header is no JSON");
        }
        String algorithm = header.scalarAt("/alg");
        if (!algorithm.equals("RS256")) {
            throw new RefusedException(
                    Reason.ALGORITHM_NOT_ALLOWED, "alg is '" + Require.shown(algorithm) + "', RS256 is due");
        }
        String url = header.scalarAt("/x5u");
        if (!url.startsWith(prefix)) {
            throw new RefusedException(
                    Reason.CERTIFICATE_UNTRUSTED, "x5u is '" + Require.shown(url) + "', not under " + prefix);
        }
    }

    private PaymentEvent payment(FormFields fields, byte[] body) throws RefusedException {
        String transaction = fields.text("tr_id");
        if (!transaction.isEmpty() && !codes.isEmpty()) {
            byte[] given = Require.decoded(WireText.HEX, Forms.signature(fields, "md5sum"), "field md5sum");
            Require.genuine(
                    codes.stream().anyMatch(code -> MessageDigest.isEqual(md5(fields::text, code), given)),
                    "none of " + codes.size() + " security codes fits md5sum");
        }
        Require.identity("id", options.merchantId(), fields.text("id"));
        String status = fields.text("tr_status");
        boolean isTest =
                fields.text("test_mode").equals("1") && options.environment().holdsTestEvents();
        EventDraft draft = new EventDraft(
                        EventIds.orDigest(transaction.isEmpty() ? "" : transaction + ":" + status, body))
                .type(status)
                .order(fields.text("tr_crc"))
                .transaction(transaction)
                .status(status)
                .amount(fields.text("tr_amount"), AMOUNTS, "PLN")
                .counting("tr_paid", fields.text("tr_paid"))
                .counting("tr_error", fields.text("tr_error"))
                .counting("id", fields.text("id"))
                .occurredAt(Times.local(fields.text("tr_date"), Times.DASHED, POLAND))
                .hold(isTest ? "test" : "");
        return (status.equals("TRUE") ? draft.effect("paid", transaction) : draft).build(body);
    }

    private interface Fields {
        String text(String name);
    }

    private static byte[] md5(Fields fields, String code) {
        String text =
                fields.text("id") + fields.text("tr_id") + fields.text("tr_amount") + fields.text("tr_crc") + code;
        return HashAlgorithm.MD5.of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Tokens, aliases and the like come as JSON. */
    private static PaymentEvent notice(byte[] body) throws UnreadableException {
        JsonValue notice = JsonReader.read(body);
        return new EventDraft(EventIds.orDigest("", body))
                .type(notice.scalarAt("/type"))
                .bizType("notice")
                .counting("notice", notice)
                .build(body);
    }

    private RawRequest made(SampleEvent event, String url, Instant at, SignatureMaker key) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("id", options.merchantId().orElse("12345"));
        fields.put("tr_id", event.transactionId());
        fields.put("tr_date", Times.text(at, Times.DASHED, POLAND));
        fields.put("tr_crc", event.orderId());
        fields.put("tr_amount", AMOUNTS.text(event.amountMinor().orElse(0), "PLN"));
        fields.put("tr_paid", AMOUNTS.text(event.amountMinor().orElse(0), "PLN"));
        fields.put("tr_status", event.type().isEmpty() ? "TRUE" : event.type());
        fields.put("tr_error", "none");
        String code = codes.isEmpty() ? "" : codes.getFirst();
        fields.put("md5sum", WireText.HEX.encode(md5(name -> fields.getOrDefault(name, ""), code)));
        fields.put("test_mode", "0");
        RawRequest unsigned = Made.form(url, fields, StandardCharsets.UTF_8);
        String header = "{\"alg\":\"RS256\",\"x5u\":" + Made.quoted(prefix + "x509/notifications-jws.pem") + "}";
        String jws = DetachedJws.make(header.getBytes(StandardCharsets.UTF_8), unsigned.body(), key);
        return Made.post(
                url,
                List.of(
                        new Header("Content-Type", "application/x-www-form-urlencoded"),
                        new Header("X-JWS-Signature", jws)),
                unsigned.body());
    }
}
