package tallygate.callback.provider.code;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
import tallygate.callback.provider.read.FormFields;
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.BlockCipher;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;
import tallygate.signature.WireText;

/** NewebPay (Taiwan): TradeInfo encrypted with AES and signed by a digest; nothing outside it counts. */
final class NewebPay implements Scheme {
    private static final Answers ANSWERS = Answers.statusOnly();
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MAJOR);

    /** {@code PayTime} of forms lacks the blank between date and time in some product lines. */
    private static final DateTimeFormatter JOINED = DateTimeFormatter.ofPattern("uuuu-MM-ddHH:mm:ss", Locale.ROOT);

    static final ProviderDefinition DEFINITION = Definition.signed(
            "newebpay",
            "NewebPay (藍新金流)",
            List.of(
                    CredentialKey.required("hash-key", Kind.SECRET, "HashKey of the shop (32 characters)"),
                    CredentialKey.required("hash-iv", Kind.SECRET, "HashIV of the shop (16 characters)")),
            NewebPay::bound);

    /** HashKey and HashIV. */
    private record Keys(String id, String key, String iv, BlockCipher cipher) {
        byte[] sha(String tradeInfo) {
            String text = "HashKey=" + key + "&" + tradeInfo + "&HashIV=" + iv;
            return HashAlgorithm.SHA256.of(text.getBytes(StandardCharsets.UTF_8));
        }

        static Keys of(String key, String iv) {
            byte[] keyBytes = key.getBytes(StandardCharsets.UTF_8);
            BlockCipher cipher = BlockCipher.aesCbc(keyBytes, iv.getBytes(StandardCharsets.UTF_8));
            return new Keys(KeyReader.secretId(key), key, iv, cipher);
        }

        @Override
        public String toString() {
            return "Keys[***]";
        }
    }

    private final Keys keys;
    private final EndpointOptions options;

    private NewebPay(Keys keys, EndpointOptions options) {
        this.keys = keys;
        this.options = options;
    }

    private static Supplier<BoundProvider> bound(KeyReader reader, EndpointOptions options) {
        String key = reader.secret("hash-key");
        String iv = reader.text("hash-iv");
        Optional<Keys> keys = reader.read("hash-key", () -> Keys.of(key, iv));
        return () -> {
            CallbackMaker maker = new Maker<>(
                    keys.orElseThrow(),
                    () -> Keys.of(Forger.secret(key), iv),
                    false,
                    (event, url, at, own) -> made(options, event, url, at, own));
            return CodedProvider.of(new NewebPay(keys.orElseThrow(), options), ANSWERS, reader, Optional.of(maker));
        };
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) throws RefusedException, UnreadableException {
        FormFields fields = Forms.sole(request);
        String sha = Forms.signature(fields, "TradeSha");
        String info = Forms.signature(fields, "TradeInfo");
        byte[] given = Require.decoded(WireText.HEX, sha, "field TradeSha");
        Require.genuine(
                MessageDigest.isEqual(keys.sha(info), given),
                "HashKey and HashIV did not sign TradeInfo of " + info.length() + " characters");
        if (fields.text("EncryptType").equals("1")) {
            throw new RefusedException(
                    Reason.ALGORITHM_NOT_ALLOWED, "EncryptType 1 (AES-GCM): switch the shop to EncryptType 0");
        }
        byte[] content = WireText.HEX
                .decode(info)
                .flatMap(keys.cipher()::decrypt)
                .orElseThrow(
                        () -> new RefusedException(Reason.DECRYPT_FAILED, "HashKey and HashIV do not open TradeInfo"));
        UnaryOperator<String> read = reader(content);
        Require.identity("MerchantID", options.merchantId(), read.apply("MerchantID"));
        return new Judgement.Genuine(
                List.of(event(read, content)),
                new String(content, StandardCharsets.UTF_8),
                keys.id(),
                ANSWERS.success());
    }

    /** Content is JSON, or a query string when the shop asked for it. */
    private static UnaryOperator<String> reader(byte[] content) throws UnreadableException {
        if (content.length > 0 && content[0] == '{') {
            JsonValue json = JsonReader.read(content);
            return name -> {
                String inner = json.scalarAt("/Result/" + name);
                return inner.isEmpty() ? json.scalarAt("/" + name) : inner;
            };
        }
        FormFields fields = FormFields.decode(content, StandardCharsets.UTF_8);
        return name -> fields.sole("Result[" + name + "]").orElse(fields.text(name));
    }

    private static PaymentEvent event(UnaryOperator<String> read, byte[] content) {
        String trade = read.apply("TradeNo");
        String status = read.apply("Status");
        String paid = read.apply("PayTime");
        boolean isPaid = status.equals("SUCCESS") && !paid.isEmpty();
        // A number issued for a transfer is an event of its own: the payment comes later under the same trade.
        String id = trade.isEmpty() || !status.equals("SUCCESS") || isPaid ? trade : trade + ":issued";
        EventDraft draft = new EventDraft(EventIds.orDigest(id, content))
                .type(read.apply("PaymentType"))
                .order(read.apply("MerchantOrderNo"))
                .transaction(trade)
                .status(status)
                .amount(read.apply("Amt"), AMOUNTS, "TWD")
                .counting("MerchantID", read.apply("MerchantID"))
                .counting("RespondCode", read.apply("RespondCode"))
                .occurredAt(
                        Times.local(paid, Times.DASHED, Times.CHINA).or(() -> Times.local(paid, JOINED, Times.CHINA)));
        return (isPaid ? draft.effect("paid", trade) : draft).build(content);
    }

    private static RawRequest made(EndpointOptions options, SampleEvent event, String url, Instant at, Keys keys) {
        String merchant = options.merchantId().orElse("MS12345678");
        String content =
                "{\"Status\":\"SUCCESS\",\"Message\":\"OK\",\"Result\":{\"MerchantID\":" + Made.quoted(merchant)
                        + ",\"Amt\":" + AMOUNTS.text(event.amountMinor().orElse(0), "TWD")
                        + ",\"TradeNo\":" + Made.quoted(event.transactionId())
                        + ",\"MerchantOrderNo\":" + Made.quoted(event.orderId())
                        + ",\"PaymentType\":" + Made.quoted(event.type().isEmpty() ? "CREDIT" : event.type())
                        + ",\"PayTime\":\"" + Times.text(at, Times.DASHED, Times.CHINA) + "\",\"RespondCode\":\"00\"}}";
        String info = WireText.HEX.encode(keys.cipher().encrypt(content.getBytes(StandardCharsets.UTF_8)));
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("Status", "SUCCESS");
        fields.put("MerchantID", merchant);
        fields.put("Version", "2.0");
        fields.put("TradeInfo", info);
        fields.put("TradeSha", WireText.HEX.encode(keys.sha(info)).toUpperCase(Locale.ROOT));
        return Made.form(url, fields, StandardCharsets.UTF_8);
    }
}
