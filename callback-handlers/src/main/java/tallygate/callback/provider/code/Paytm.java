package tallygate.callback.provider.code;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
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
import tallygate.callback.provider.read.JsonSlice;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.BlockCipher;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;
import tallygate.signature.WireText;

/**
 * Paytm: a checksum that is a salted digest under AES. In JSON it covers the bytes of the member {@code body} exactly as they
 * stand; in forms the sorted values.
 */
final class Paytm implements Scheme {
    private static final Answers ANSWERS = Answers.statusOnly();
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MAJOR);
    private static final byte[] IV = "@@@@&&&&####$$$$".getBytes(StandardCharsets.US_ASCII);
    private static final String CHECKSUM = "CHECKSUMHASH";
    private static final int DIGEST_DIGITS = 64;
    private static final int SALT_CHARACTERS = 4;

    static final ProviderDefinition DEFINITION = Definition.signed(
            "paytm",
            "Paytm",
            List.of(CredentialKey.required("merchant-key", Kind.SECRET, "the merchant key (16 characters)")),
            Paytm::bound);

    private final String keyId;
    private final BlockCipher cipher;
    private final EndpointOptions options;

    private Paytm(String keyId, BlockCipher cipher, EndpointOptions options) {
        this.keyId = keyId;
        this.cipher = cipher;
        this.options = options;
    }

    private static Supplier<BoundProvider> bound(KeyReader reader, EndpointOptions options) {
        String key = reader.secret("merchant-key");
        Optional<BlockCipher> cipher = reader.read("merchant-key", () -> cipher(key));
        return () -> {
            CallbackMaker maker = new Maker<>(
                    cipher.orElseThrow(),
                    () -> cipher(Forger.secret(key)),
                    false,
                    (event, url, at, own) -> made(options, event, url, at, own));
            Paytm scheme = new Paytm(KeyReader.secretId(key), cipher.orElseThrow(), options);
            return CodedProvider.of(scheme, ANSWERS, reader, Optional.of(maker));
        };
    }

    private static BlockCipher cipher(String key) {
        return BlockCipher.aesCbc(key.getBytes(StandardCharsets.UTF_8), IV);
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) throws RefusedException, UnreadableException {
        boolean isJson = request.body().length > 0 && request.body()[0] == '{';
        PaymentEvent event = isJson ? json(request.body()) : form(Forms.sole(request), request.body());
        return new Judgement.Genuine(List.of(event), "", keyId, ANSWERS.success());
    }

    private PaymentEvent json(byte[] body) throws RefusedException, UnreadableException {
        JsonValue notice = JsonReader.read(body);
        String checksum = Require.signature(notice, "/head/signature");
        byte[] signed = JsonSlice.member(body, "body")
                .orElseThrow(() -> new RefusedException(Reason.BODY_MALFORMED, "member body is missing"));
        check(checksum, signed);
        Require.identity("mid", options.merchantId(), notice.scalarAt("/body/mid"));
        return event(name -> notice.scalarAt("/body/" + name), body);
    }

    private PaymentEvent form(FormFields fields, byte[] body) throws RefusedException {
        String checksum = Forms.signature(fields, CHECKSUM);
        check(checksum, values(Made.ordered(fields)));
        Require.identity("MID", options.merchantId(), fields.text("MID"));
        Map<String, String> names = Map.of(
                "orderId", "ORDERID",
                "txnId", "TXNID",
                "txnAmount", "TXNAMOUNT",
                "currency", "CURRENCY",
                "status", "STATUS",
                "txnDate", "TXNDATE",
                "txnType", "TXNTYPE",
                "refId", "REFID");
        return event(name -> fields.text(names.getOrDefault(name, name)), body);
    }

    private static byte[] values(Map<String, String> fields) {
        return new TreeMap<>(fields)
                .entrySet().stream()
                        .filter(field -> !field.getKey().equals(CHECKSUM))
                        .map(field -> field.getValue().equals("null") ? "" : field.getValue())
                        .collect(Collectors.joining("|"))
                        .getBytes(StandardCharsets.UTF_8);
    }

    /** The checksum opens to a digest and its salt; a text that does not open was made with another key. */
    private void check(String checksum, byte[] signed) throws RefusedException {
        byte[] sealed = Require.decoded(WireText.BASE64, checksum, "the checksum");
        String opened = cipher.decrypt(sealed)
                .map(plain -> new String(plain, StandardCharsets.ISO_8859_1))
                .filter(text -> text.length() == DIGEST_DIGITS + SALT_CHARACTERS)
                .orElseThrow(() ->
                        new RefusedException(Reason.SIGNATURE_MISMATCH, "the merchant-key does not open the checksum"));
        String salt = opened.substring(DIGEST_DIGITS);
        byte[] due = digest(signed, salt).getBytes(StandardCharsets.US_ASCII);
        byte[] given = opened.substring(0, DIGEST_DIGITS).getBytes(StandardCharsets.ISO_8859_1);
        Require.genuine(
                MessageDigest.isEqual(due, given), "the checksum was not made from these " + signed.length + " bytes");
    }

    private static String digest(byte[] signed, String salt) {
        return HashAlgorithm.SHA256.hex(signed, ("|" + salt).getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String checksum(BlockCipher cipher, byte[] signed, String salt) {
        return WireText.BASE64.encode(
                cipher.encrypt((digest(signed, salt) + salt).getBytes(StandardCharsets.US_ASCII)));
    }

    private static PaymentEvent event(UnaryOperator<String> fields, byte[] body) {
        String order = fields.apply("orderId");
        String status = fields.apply("status");
        String refund = fields.apply("refId");
        String type = fields.apply("txnType").isEmpty() ? "SALE" : fields.apply("txnType");
        String subject = refund.isEmpty() ? order : refund;
        String transaction = fields.apply("txnId");
        String currency = fields.apply("currency");
        EventDraft draft = new EventDraft(EventIds.orDigest(subject.isEmpty() ? "" : subject + ":" + status, body))
                .type(type)
                .bizType(refund.isEmpty() ? "payment" : "refund")
                .order(order)
                .transaction(transaction)
                .status(status)
                .amount(
                        refund.isEmpty() ? fields.apply("txnAmount") : fields.apply("refundAmount"),
                        AMOUNTS,
                        currency.isEmpty() ? "INR" : currency)
                .counting("refId", refund)
                .occurredAt(Times.local(fields.apply("txnDate"), Times.DASHED, Times.INDIA));
        if (status.equals("TXN_SUCCESS")) {
            draft.effect(refund.isEmpty() ? "paid" : "refunded", refund.isEmpty() ? transaction : refund);
        }
        return draft.build(body);
    }

    private static RawRequest made(
            EndpointOptions options, SampleEvent event, String url, Instant at, BlockCipher key) {
        Map<String, String> body = new LinkedHashMap<>();
        body.put("mid", options.merchantId().orElse("TESTMI00000000000000"));
        body.put("orderId", event.orderId());
        body.put("txnId", event.transactionId());
        body.put("txnAmount", AMOUNTS.text(event.amountMinor().orElse(0), "INR"));
        body.put("currency", "INR");
        body.put("status", "TXN_SUCCESS");
        body.put("txnType", event.type().isEmpty() ? "SALE" : event.type());
        body.put("txnDate", Times.text(at, Times.DASHED, Times.INDIA));
        String json = body.entrySet().stream()
                .map(field -> Made.quoted(field.getKey()) + ": " + Made.quoted(field.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
        String salt = Made.nonce(event, "salt", SALT_CHARACTERS);
        String checksum = checksum(key, json.getBytes(StandardCharsets.UTF_8), salt);
        return Made.json(
                url, List.of(), "{\"head\":{\"signature\":" + Made.quoted(checksum) + "},\"body\":" + json + "}");
    }
}
