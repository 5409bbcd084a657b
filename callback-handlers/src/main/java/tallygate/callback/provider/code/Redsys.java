package tallygate.callback.provider.code;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.BlockCipher;
import tallygate.signature.Hmac;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;
import tallygate.signature.UnusableKeyException;
import tallygate.signature.WireText;

/** Redsys (Spain): base64 of JSON, signed with a key that triple DES derives from the order number. */
final class Redsys implements Scheme {
    private static final Answers ANSWERS = Answers.statusOnly();
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MINOR);
    private static final ZoneId SPAIN = ZoneId.of("Europe/Madrid");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("dd/MM/uuuu HH:mm", Locale.ROOT);
    private static final String VERSION = "HMAC_SHA256_V1";
    private static final int BLOCK_BYTES = 8;
    private static final int KEY_BYTES = 24;

    static final ProviderDefinition DEFINITION = Definition.signed(
            "redsys",
            "Redsys",
            List.of(CredentialKey.required("secrets", Kind.SECRETS, "the SHA-256 key of the terminal (base64)")),
            Redsys::bound);

    /** One terminal key. */
    private record Key(String id, BlockCipher cipher) {
        static Key of(String secret) {
            byte[] bytes = WireText.BASE64
                    .decode(secret)
                    .orElseThrow(() -> new UnusableKeyException("takes base64, and is not"));
            return new Key(KeyReader.secretId(secret), BlockCipher.tripleDesCbcZeroIv(bytes));
        }

        Hmac forOrder(String order) {
            byte[] text = order.getBytes(StandardCharsets.UTF_8);
            int blocks = (text.length + BLOCK_BYTES - 1) / BLOCK_BYTES;
            return Hmac.Hash.SHA256.keyed(cipher.encrypt(Arrays.copyOf(text, blocks * BLOCK_BYTES)));
        }
    }

    private final List<Key> keys;
    private final EndpointOptions options;

    private Redsys(List<Key> keys, EndpointOptions options) {
        this.keys = List.copyOf(keys);
        this.options = options;
    }

    private static Supplier<BoundProvider> bound(KeyReader reader, EndpointOptions options) {
        List<Key> keys = reader.secrets("secrets").stream()
                .flatMap(secret -> reader.read("secrets", () -> Key.of(secret)).stream())
                .toList();
        return () -> {
            CallbackMaker maker = new Maker<>(
                    keys.getFirst(),
                    () -> new Key(
                            "",
                            BlockCipher.tripleDesCbcZeroIv(
                                    Forger.secret("x".repeat(KEY_BYTES)).getBytes(StandardCharsets.US_ASCII))),
                    false,
                    (event, url, at, key) -> made(options, event, url, at, key));
            return CodedProvider.of(new Redsys(keys, options), ANSWERS, reader, Optional.of(maker))
                    .spelling(NumericCurrency::digits);
        };
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) throws RefusedException, UnreadableException {
        FormFields fields = anyCase(Forms.sole(request));
        String signature = Forms.signature(fields, "ds_signature");
        String version = fields.text("ds_signatureversion");
        if (!version.equals(VERSION)) {
            throw new RefusedException(
                    Reason.ALGORITHM_NOT_ALLOWED,
                    "the signature version is '" + Require.shown(version) + "', " + VERSION + " is due");
        }
        byte[] given = Require.decoded(WireText.BASE64URL, urlSafe(signature), "field Ds_Signature");
        String parameters = fields.text("ds_merchantparameters");
        byte[] content = WireText.BASE64URL
                .decode(urlSafe(parameters))
                .orElseThrow(() -> new RefusedException(Reason.BODY_MALFORMED, "Ds_MerchantParameters is not base64"));
        Map<String, String> values = values(content);
        String order = values.getOrDefault("ds_order", "");
        if (order.isEmpty()) {
            throw new RefusedException(Reason.BODY_MALFORMED, "Ds_Order is missing: no key without it");
        }
        byte[] signed = parameters.getBytes(StandardCharsets.US_ASCII);
        Key key = keys.stream()
                .filter(k -> k.forOrder(order).matches(given, signed))
                .findFirst()
                .orElseThrow(() -> new RefusedException(
                        Reason.SIGNATURE_MISMATCH,
                        "none of " + keys.size() + " keys, derived for this order, signed these " + signed.length
                                + " characters"));
        Require.identity("Ds_MerchantCode", options.merchantId(), values.getOrDefault("ds_merchantcode", ""));
        return new Judgement.Genuine(List.of(event(values, content)), "", key.id(), ANSWERS.success());
    }

    /** Both alphabets are in use, with and without padding. */
    private static String urlSafe(String base64) {
        return base64.replace('+', '-').replace('/', '_').replace("=", "");
    }

    private static FormFields anyCase(FormFields fields) throws RefusedException {
        return Forms.checked(new FormFields(fields.fields().stream()
                .map(field -> new FormFields.Field(field.name().toLowerCase(Locale.ROOT), field.value()))
                .toList()));
    }

    /** The JSON's values by lower-case name; each is percent-encoded once more. */
    private static Map<String, String> values(byte[] content) throws UnreadableException {
        Map<String, String> values = new TreeMap<>();
        JsonReader.read(content)
                .members()
                .forEach((name, value) -> values.put(name.toLowerCase(Locale.ROOT), decoded(value.scalar())));
        return values;
    }

    private static String decoded(String text) {
        try {
            return text.contains("%") ? URLDecoder.decode(text, StandardCharsets.UTF_8) : text;
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    private static PaymentEvent event(Map<String, String> values, byte[] content) {
        String order = values.getOrDefault("ds_order", "");
        String response = values.getOrDefault("ds_response", "");
        String authorisation = values.getOrDefault("ds_authorisationcode", "").strip();
        String type = values.getOrDefault("ds_transactiontype", "");
        boolean isRefund = type.equals("3");
        EventDraft draft = new EventDraft(order + ":" + type + ":" + response + ":" + authorisation)
                .type(type)
                .bizType(isRefund ? "refund" : "payment")
                .order(order)
                .transaction(authorisation)
                .status(response)
                .amount(
                        values.getOrDefault("ds_amount", ""),
                        AMOUNTS,
                        NumericCurrency.letters(values.getOrDefault("ds_currency", "")))
                .counting("merchant", values.getOrDefault("ds_merchantcode", ""))
                .counting("data", values.getOrDefault("ds_merchantdata", ""))
                .occurredAt(Times.local(
                        values.getOrDefault("ds_date", "") + " " + values.getOrDefault("ds_hour", ""), TIME, SPAIN));
        if (type.equals("0") && response.matches("00[0-9]{2}")) {
            draft.effect("paid", order);
        } else if (isRefund && response.matches("0?900")) {
            draft.effect("refunded", order + ":" + authorisation);
        }
        return draft.build(content);
    }

    private static RawRequest made(EndpointOptions options, SampleEvent event, String url, Instant at, Key key) {
        String currency = event.currency().isEmpty() ? "EUR" : event.currency();
        String[] time = Times.text(at, TIME, SPAIN).split(" ", 2);
        String json = "{\"Ds_Date\":\"" + time[0].replace("/", "%2F") + "\",\"Ds_Hour\":\""
                + time[1].replace(":", "%3A")
                + "\",\"Ds_Amount\":\"" + event.amountMinor().orElse(0)
                + "\",\"Ds_Currency\":\"" + NumericCurrency.digits(currency)
                + "\",\"Ds_Order\":" + Made.quoted(event.orderId())
                + ",\"Ds_MerchantCode\":" + Made.quoted(options.merchantId().orElse("999008881"))
                + ",\"Ds_Terminal\":\"1\",\"Ds_Response\":\"0000\",\"Ds_TransactionType\":"
                + Made.quoted(event.type().isEmpty() ? "0" : event.type())
                + ",\"Ds_AuthorisationCode\":" + Made.quoted(event.transactionId()) + "}";
        String parameters = WireText.BASE64.encode(json.getBytes(StandardCharsets.UTF_8));
        byte[] signature = key.forOrder(event.orderId()).of(parameters.getBytes(StandardCharsets.US_ASCII));
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("Ds_SignatureVersion", VERSION);
        fields.put("Ds_MerchantParameters", parameters);
        fields.put("Ds_Signature", WireText.BASE64URL.encode(signature));
        return Made.form(url, fields, StandardCharsets.UTF_8);
    }
}
