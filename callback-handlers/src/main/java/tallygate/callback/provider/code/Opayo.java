package tallygate.callback.provider.code;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
import tallygate.callback.provider.read.EventDraft;
import tallygate.callback.provider.read.FormFields;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.RawRequest;
import tallygate.signature.WireText;

/**
 * Opayo (Sage Pay) Server: MD5 over fixed fields, the vendor and a security key; the answer says where the buyer goes next.
 * Opayo gives every transaction a security key of its own, so this fits a shop that registers its payments with one key.
 */
final class Opayo implements Scheme {
    private static final String VENDOR = "(vendor)";
    private static final String KEY = "(key)";
    private static final List<String> SIGNED = List.of(
            "VPSTxId",
            "VendorTxCode",
            "Status",
            "TxAuthNo",
            VENDOR,
            "AVSCV2",
            KEY,
            "AddressResult",
            "PostCodeResult",
            "CV2Result",
            "GiftAid",
            "3DSecureStatus",
            "CAVV",
            "AddressStatus",
            "PayerStatus",
            "CardType",
            "Last4Digits",
            "DeclineCode",
            "ExpiryDate",
            "FraudResponse",
            "BankAuthCode",
            "ACSTransID",
            "DSTransID",
            "SchemeTraceID");

    static final ProviderDefinition DEFINITION = Definition.signed(
            "opayo",
            "Opayo (Sage Pay) Server",
            List.of(
                    CredentialKey.required(
                            "vendor",
                            Kind.SECRETS_MAYBE_EMPTY,
                            "the vendor name at Opayo; empty when it is not signed"),
                    CredentialKey.required("security-key", Kind.SECRET, "the security key of the registration answer"),
                    CredentialKey.optional(
                            "redirect-url", Kind.PLAIN, "the shop's page that the buyer is sent to after payment")),
            Opayo::bound);

    private final String vendor;
    private final String key;
    private final Answers answers;

    private Opayo(String vendor, String key, Answers answers) {
        this.vendor = vendor.toLowerCase(Locale.ROOT);
        this.key = key;
        this.answers = answers;
    }

    private static Supplier<BoundProvider> bound(KeyReader reader, EndpointOptions options) {
        String vendor = reader.text("vendor");
        String key = reader.secret("security-key");
        String redirect = reader.text("redirect-url");
        return () -> {
            Answers answers = Answers.of("text/plain", answer("OK", redirect), answer("ERROR", redirect));
            CallbackMaker maker = new Maker<>(
                    key,
                    () -> Forger.secret(key),
                    false,
                    (event, url, at, own) -> made(vendor.toLowerCase(Locale.ROOT), event, url, own));
            return CodedProvider.of(new Opayo(vendor, key, answers), answers, reader, Optional.of(maker));
        };
    }

    private static String answer(String status, String redirect) {
        return "Status=" + status + "\r\nRedirectURL=" + redirect + "\r\nStatusDetail=";
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) throws RefusedException, UnreadableException {
        FormFields fields = Forms.sole(request);
        byte[] given = Require.decoded(WireText.HEX, Forms.signature(fields, "VPSSignature"), "field VPSSignature");
        Require.genuine(
                MessageDigest.isEqual(signature(fields::text, vendor, key), given),
                "vendor and security-key did not sign these " + fields.fields().size()
                        + " fields: the security key is another one for every transaction");
        return new Judgement.Genuine(
                List.of(event(fields, request.body())), "", KeyReader.secretId(key), answers.success());
    }

    private static byte[] signature(UnaryOperator<String> fields, String vendor, String key) {
        String text = SIGNED.stream()
                .map(name -> name.equals(VENDOR) ? vendor : name.equals(KEY) ? key : fields.apply(name))
                .collect(Collectors.joining());
        return HashAlgorithm.MD5.of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** No amount and no kind of transaction is signed, so no money effect is sure. */
    private static PaymentEvent event(FormFields fields, byte[] body) {
        String transaction = fields.text("VPSTxId");
        String status = fields.text("Status");
        EventDraft draft = new EventDraft(
                        EventIds.orDigest(transaction.isEmpty() ? "" : transaction + ":" + status, body))
                .type(status)
                .order(fields.text("VendorTxCode"))
                .transaction(transaction)
                .status(status);
        SIGNED.forEach(name -> draft.counting(name, fields.text(name)));
        return draft.build(body);
    }

    private static RawRequest made(String vendor, SampleEvent event, String url, String key) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("VPSProtocol", "4.00");
        fields.put("VendorTxCode", event.orderId());
        fields.put("VPSTxId", event.transactionId());
        fields.put("Status", event.type().isEmpty() ? "OK" : event.type());
        // The notice names no amount: what differs with it here is a field that is signed.
        fields.put("TxAuthNo", Long.toString(event.amountMinor().orElse(0)));
        fields.put("CardType", "VISA");
        fields.put(
                "VPSSignature",
                WireText.HEX
                        .encode(signature(name -> fields.getOrDefault(name, ""), vendor, key))
                        .toUpperCase(Locale.ROOT));
        return Made.form(url, fields, StandardCharsets.UTF_8);
    }
}
