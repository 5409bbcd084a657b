package tallygate.callback.provider.code;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
import tallygate.callback.provider.read.AmountUnit;
import tallygate.callback.provider.read.Amounts;
import tallygate.callback.provider.read.EventDraft;
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.Hmac;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;
import tallygate.signature.WireText;

/** TrustPay: all scalar values of the JSON, sorted, joined with slashes, under HMAC-SHA256. */
final class TrustPay implements Scheme {
    private static final Answers ANSWERS = Answers.statusOnly();
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MAJOR);
    private static final int NUMBER_DECIMALS = 2;

    static final ProviderDefinition DEFINITION = Definition.signed(
            "trustpay",
            "TrustPay",
            List.of(CredentialKey.required("secrets", Kind.SECRETS, "the secret key of the project")),
            TrustPay::bound);

    /** One secret key. */
    private record Key(String id, Hmac hmac) {
        static Key of(String secret) {
            return new Key(KeyReader.secretId(secret), Hmac.Hash.SHA256.keyed(secret.getBytes(StandardCharsets.UTF_8)));
        }
    }

    private final List<Key> keys;

    private TrustPay(List<Key> keys) {
        this.keys = List.copyOf(keys);
    }

    private static Supplier<BoundProvider> bound(KeyReader reader, EndpointOptions options) {
        List<String> secrets = reader.secrets("secrets");
        return () -> {
            List<Key> keys = secrets.stream().map(Key::of).toList();
            CallbackMaker maker = new Maker<>(
                    keys.getFirst(), () -> Key.of(Forger.secret(secrets.getFirst())), false, TrustPay::made);
            return CodedProvider.of(new TrustPay(keys), ANSWERS, reader, Optional.of(maker));
        };
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) throws RefusedException, UnreadableException {
        JsonValue notice = JsonReader.read(request.body());
        byte[] signature = Require.decoded(WireText.HEX, Require.signature(notice, "/Signature"), "member Signature");
        byte[] signed = signedText(notice);
        Key key = keys.stream()
                .filter(k -> k.hmac().matches(signature, signed))
                .findFirst()
                .orElseThrow(() -> new RefusedException(
                        Reason.SIGNATURE_MISMATCH,
                        "none of " + keys.size() + " keys signed these " + signed.length + " bytes of values"));
        checkComplete(notice);
        return new Judgement.Genuine(List.of(event(notice, request.body())), "", key.id(), ANSWERS.success());
    }

    /** Values are signed, their names are not: a notice whose names were changed must not pass for one without an amount. */
    private static void checkComplete(JsonValue notice) throws RefusedException {
        for (String path : List.of(
                "CreditDebitIndicator", "References/PaymentId", "Status", "Amount/Currency", "References/EndToEndId")) {
            Require.present(notice, "/PaymentInformation/" + path);
        }
        if (first(notice, "InstructedAmount", "Amount").isEmpty()) {
            throw new RefusedException(Reason.BODY_MALFORMED, "the notice names no amount");
        }
    }

    private static byte[] signedText(JsonValue notice) {
        List<String> values = new ArrayList<>();
        notice.members().forEach((name, value) -> {
            if (!name.equals("Signature")) {
                collect(value, values);
            }
        });
        values.sort(String::compareTo);
        return String.join("/", values).getBytes(StandardCharsets.UTF_8);
    }

    private static void collect(JsonValue value, List<String> values) {
        switch (value) {
            case JsonValue.Fields fields -> fields.values().values().forEach(member -> collect(member, values));
            case JsonValue.Items items -> items.values().forEach(item -> collect(item, values));
            case JsonValue.Numeral number -> values.add(twoDecimals(number.literal()));
            case JsonValue.Text text -> values.add(text.value());
            case JsonValue.Truth truth -> values.add(Boolean.toString(truth.value()));
            case JsonValue.Nothing _ -> {}
        }
    }

    /** Numbers are signed with two decimals, whatever the JSON writes. */
    private static String twoDecimals(String literal) {
        BigDecimal number = new BigDecimal(literal);
        boolean isSane = Math.abs((long) number.scale()) <= 64 && number.precision() <= 64;
        return isSane && number.scale() <= NUMBER_DECIMALS
                ? number.setScale(NUMBER_DECIMALS).toPlainString()
                : literal;
    }

    private static PaymentEvent event(JsonValue notice, byte[] body) {
        String payment = notice.scalarAt("/PaymentInformation/References/PaymentId");
        String status = notice.scalarAt("/PaymentInformation/Status");
        String direction = notice.scalarAt("/PaymentInformation/CreditDebitIndicator");
        boolean isRefund = direction.equals("DBIT");
        EventDraft draft = new EventDraft(EventIds.orDigest(
                        payment.isEmpty() ? "" : payment + ":" + status + (isRefund ? ":" + direction : ""), body))
                .type(status)
                .bizType(isRefund ? "refund" : "payment")
                .order(notice.scalarAt("/PaymentInformation/References/EndToEndId"))
                .transaction(payment)
                .status(status)
                .amount(
                        first(notice, "InstructedAmount", "Amount"),
                        AMOUNTS,
                        notice.scalarAt("/PaymentInformation/Amount/Currency"))
                .counting("information", Trees.member(notice, "PaymentInformation"));
        if (status.equals("Paid")) {
            draft.effect(isRefund ? "refunded" : "paid", payment);
        }
        return draft.build(body);
    }

    private static String first(JsonValue notice, String... names) {
        for (String name : names) {
            String found = notice.scalarAt("/PaymentInformation/Amount/" + name);
            if (!found.isEmpty()) {
                return found;
            }
        }
        return "";
    }

    private static RawRequest made(SampleEvent event, String url, Instant at, Key key) {
        String currency = event.currency().isEmpty() ? "EUR" : event.currency();
        String information =
                "{\"PaymentInformation\":{\"CreditDebitIndicator\":\"CRDT\",\"References\":{\"EndToEndId\":"
                        + Made.quoted(event.orderId()) + ",\"PaymentId\":" + Made.quoted(event.transactionId())
                        + "},\"Status\":" + Made.quoted(event.type().isEmpty() ? "Paid" : event.type())
                        + ",\"Amount\":{\"InstructedAmount\":\""
                        + AMOUNTS.text(event.amountMinor().orElse(0), currency)
                        + "\",\"Currency\":" + Made.quoted(currency) + "}}";
        try {
            byte[] signature = key.hmac().of(signedText(JsonReader.read(information + "}")));
            return Made.json(
                    url,
                    List.of(),
                    information + ",\"Signature\":\""
                            + WireText.HEX.encode(signature).toUpperCase(Locale.ROOT) + "\"}");
        } catch (UnreadableException e) {
            throw new IllegalStateException("a made notice is not JSON", e);
        }
    }
}
