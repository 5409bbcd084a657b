package tallygate.callback.provider.code;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
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
import tallygate.callback.provider.read.FormFields;
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.BlockCipher;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;
import tallygate.signature.WireText;

/** ECPay (Taiwan): forms with a CheckMacValue, or JSON whose Data is encrypted (developers.ecpay.com.tw). */
final class Ecpay implements Scheme {
    private static final Answers ANSWERS = Answers.of("text/plain", "1|OK", "0|FAIL");
    private static final String MAC = "CheckMacValue";

    static final ProviderDefinition DEFINITION = Definition.signed(
            "ecpay",
            "ECPay (綠界科技)",
            List.of(
                    CredentialKey.required("hash-key", Kind.SECRET, "HashKey of the merchant"),
                    CredentialKey.required("hash-iv", Kind.SECRET, "HashIV of the merchant"),
                    CredentialKey.optional("hash", Kind.PLAIN, "SHA256 (payments, usual) or MD5 (domestic logistics)")),
            Ecpay::bound);

    /** HashKey and HashIV. */
    record Keys(String id, String key, String iv, HashAlgorithm hash) {
        @Override
        public String toString() {
            return "Keys[***]";
        }
    }

    private final Keys keys;
    private final BlockCipher cipher;
    private final EndpointOptions options;

    private Ecpay(Keys keys, BlockCipher cipher, EndpointOptions options) {
        this.keys = keys;
        this.cipher = cipher;
        this.options = options;
    }

    private static Supplier<BoundProvider> bound(KeyReader reader, EndpointOptions options) {
        HashAlgorithm hash =
                reader.word("hash", List.of("SHA256", "MD5")).equals("MD5") ? HashAlgorithm.MD5 : HashAlgorithm.SHA256;
        String key = reader.secret("hash-key");
        String iv = reader.text("hash-iv");
        Optional<BlockCipher> cipher = reader.read("hash-key", () -> BlockCipher.aesCbc(bytes(key), bytes(iv)));
        return () -> {
            Keys keys = new Keys(KeyReader.secretId(key), key, iv, hash);
            CallbackMaker maker = new Maker<>(
                    keys,
                    () -> new Keys("", Forger.secret(key), iv, hash),
                    false,
                    (event, url, at, own) -> made(options, event, url, at, own));
            return CodedProvider.of(
                    new Ecpay(keys, cipher.orElseThrow(), options), ANSWERS, reader, Optional.of(maker));
        };
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) throws RefusedException, UnreadableException {
        boolean isJson = request.body().length > 0 && request.body()[0] == '{';
        return isJson ? encrypted(request) : form(request);
    }

    private Judgement form(RawRequest request) throws RefusedException, UnreadableException {
        FormFields fields = Forms.sole(request);
        String mac = Forms.signature(fields, MAC);
        byte[] given = Require.decoded(WireText.HEX, mac, "field " + MAC);
        Require.genuine(
                MessageDigest.isEqual(mac(Made.ordered(fields), keys), given),
                "HashKey and HashIV did not sign these " + fields.fields().size() + " fields with " + keys.hash());
        FormFields named = Forms.spelled(fields, EcpayEvents.READ);
        Require.identity("MerchantID", options.merchantId(), named.text("MerchantID"));
        PaymentEvent event = EcpayEvents.form(named, request.body());
        return new Judgement.Genuine(List.of(event), "", keys.id(), ANSWERS.success());
    }

    /** The digest of all fields as .NET would encode them, between key and IV; empty values count. */
    static byte[] mac(Map<String, String> fields, Keys keys) {
        String text = fields.entrySet().stream()
                .filter(field -> !field.getKey().equals(MAC))
                .sorted(Comparator.comparing(field -> field.getKey().toLowerCase(Locale.ROOT)))
                .map(field -> field.getKey() + "=" + field.getValue())
                .collect(Collectors.joining("&", "HashKey=" + keys.key() + "&", "&HashIV=" + keys.iv()));
        // Java's encoder leaves exactly what the provider's table takes back, but for ! ( ) which it encodes.
        String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8)
                .toLowerCase(Locale.ROOT)
                .replace("%21", "!")
                .replace("%28", "(")
                .replace("%29", ")");
        return keys.hash().of(bytes(encoded));
    }

    /** Without a MAC: that the content is well-formed JSON of the due kind is the only proof there is. */
    private Judgement encrypted(RawRequest request) throws RefusedException, UnreadableException {
        JsonValue outer = JsonReader.read(request.body());
        String data = Require.signature(outer, "/Data");
        String content = WireText.BASE64
                .decode(data)
                .flatMap(cipher::decrypt)
                .map(plain -> new String(plain, StandardCharsets.UTF_8))
                .flatMap(Ecpay::urlDecoded)
                .orElseThrow(() -> new RefusedException(Reason.DECRYPT_FAILED, "HashKey and HashIV do not open Data"));
        JsonValue inner;
        try {
            inner = JsonReader.read(content);
        } catch (UnreadableException e) {
            throw new RefusedException(Reason.DECRYPT_FAILED, "Data opens to something that is no JSON");
        }
        Require.identity("MerchantID", options.merchantId(), inner.scalarAt("/MerchantID"));
        PaymentEvent event = EcpayEvents.json(inner, bytes(content));
        return new Judgement.Genuine(List.of(event), content, keys.id(), ANSWERS.success());
    }

    private static Optional<String> urlDecoded(String text) {
        try {
            return Optional.of(URLDecoder.decode(text, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static RawRequest made(EndpointOptions options, SampleEvent event, String url, Instant at, Keys keys) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("MerchantID", options.merchantId().orElse("3002607"));
        fields.put("MerchantTradeNo", event.orderId());
        fields.put("RtnCode", "1");
        fields.put("RtnMsg", "交易成功");
        fields.put("TradeNo", event.transactionId());
        fields.put("TradeAmt", EcpayEvents.AMOUNTS.text(event.amountMinor().orElse(0), "TWD"));
        fields.put("PaymentDate", Times.text(at, Times.SLASHED, Times.CHINA));
        fields.put("PaymentType", "Credit_CreditCard");
        fields.put("SimulatePaid", "0");
        fields.put("CustomField1", "");
        fields.put(MAC, WireText.HEX.encode(mac(fields, keys)).toUpperCase(Locale.ROOT));
        return Made.form(url, fields, StandardCharsets.UTF_8);
    }
}
