package tallygate.callback.provider.code;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tallygate.callback.Answer;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.CallbackMaker;
import tallygate.callback.provider.CredentialKey;
import tallygate.callback.provider.CredentialKey.Kind;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.ProviderDefinition;
import tallygate.callback.provider.SampleEvent;
import tallygate.callback.provider.read.FormFields;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.Hmac;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;
import tallygate.signature.WireText;

/**
 * 2Checkout (Verifone) instant payment notifications: values with their lengths, in the order of the form, under an HMAC; the
 * answer must be signed too.
 */
final class TwoCheckout implements Scheme {
    private static final Answers ANSWERS = Answers.statusOnly();

    static final ProviderDefinition DEFINITION = Definition.signed(
            "2checkout",
            "2Checkout (Verifone) IPN",
            List.of(CredentialKey.required("secrets", Kind.SECRETS, "the secret key of the account")),
            TwoCheckout::bound);

    /** The signatures of one notification, best first, and how the answer names them. */
    private enum Form {
        SHA3("SIGNATURE_SHA3_256", Hmac.Hash.SHA3_256, "sha3-256"),
        SHA2("SIGNATURE_SHA2_256", Hmac.Hash.SHA256, "sha256"),
        MD5("HASH", Hmac.Hash.MD5, "");

        private final String field;
        private final Hmac.Hash hash;
        private final String answerName;

        Form(String field, Hmac.Hash hash, String answerName) {
            this.field = field;
            this.hash = hash;
            this.answerName = answerName;
        }

        static boolean isSignature(String field) {
            return List.of(values()).stream().anyMatch(form -> form.field.equals(field));
        }
    }

    private final List<String> secrets;
    private final EndpointOptions options;

    private TwoCheckout(List<String> secrets, EndpointOptions options) {
        this.secrets = secrets;
        this.options = options;
    }

    private static Supplier<BoundProvider> bound(KeyReader reader, EndpointOptions options) {
        List<String> secrets = reader.secrets("secrets");
        return () -> {
            CallbackMaker maker =
                    new Maker<>(secrets.getFirst(), () -> Forger.secret(secrets.getFirst()), false, TwoCheckout::made);
            return CodedProvider.of(new TwoCheckout(secrets, options), ANSWERS, reader, Optional.of(maker));
        };
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) throws RefusedException, UnreadableException {
        FormFields fields = FormFields.decode(request.body(), StandardCharsets.UTF_8);
        checkRepeated(fields);
        Form form = form(fields);
        byte[] signature = Require.decoded(WireText.HEX, fields.text(form.field), "field " + form.field);
        byte[] plain = signedText(fields, false);
        byte[] stripped = signedText(fields, true);
        String secret = secrets.stream()
                .filter(s -> matches(form, s, signature, plain) || matches(form, s, signature, stripped))
                .findFirst()
                .orElseThrow(() -> new RefusedException(
                        Reason.SIGNATURE_MISMATCH,
                        "none of " + secrets.size() + " keys signed these " + plain.length + " bytes as "
                                + form.field));
        Forms.present(fields, TwoCheckoutEvents.ALWAYS);
        return new Judgement.Genuine(
                List.of(TwoCheckoutEvents.read(fields, request.body(), options)),
                "",
                KeyReader.secretId(secret),
                answer(form, secret, fields, at));
    }

    /** Lists come as repeated names that end in brackets; no other name may repeat. */
    private static void checkRepeated(FormFields fields) throws RefusedException {
        Forms.checked(new FormFields(fields.fields().stream()
                .filter(field -> !field.name().endsWith("]"))
                .toList()));
    }

    private static Form form(FormFields fields) throws RefusedException {
        for (Form form : Form.values()) {
            if (!fields.text(form.field).isEmpty()) {
                return form;
            }
        }
        throw new RefusedException(Reason.SIGNATURE_MISSING, "no signature field is there");
    }

    private static boolean matches(Form form, String secret, byte[] signature, byte[] text) {
        return form.hash.keyed(secret.getBytes(StandardCharsets.UTF_8)).matches(signature, text);
    }

    /** Every value with its length in bytes in front, in the order received. */
    private static byte[] signedText(FormFields fields, boolean stripsSlashes) {
        StringBuilder text = new StringBuilder();
        for (FormFields.Field field : fields.fields()) {
            if (!Form.isSignature(field.name())) {
                append(text, stripsSlashes ? unslashed(field.value()) : field.value());
            }
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void append(StringBuilder text, String value) {
        text.append(value.getBytes(StandardCharsets.UTF_8).length).append(value);
    }

    /** As PHP's stripslashes(): a backslash goes, what follows it stays. */
    private static String unslashed(String value) {
        return value.replaceAll("(?s)\\\\(.?)", "$1");
    }

    private static Answer answer(Form form, String secret, FormFields fields, Optional<Instant> at) {
        String date =
                at.map(now -> Times.text(now, Times.DENSE, ZoneOffset.UTC)).orElse(fields.text("IPN_DATE"));
        StringBuilder text = new StringBuilder();
        append(text, first(fields, "IPN_PID[]"));
        append(text, first(fields, "IPN_PNAME[]"));
        append(text, fields.text("IPN_DATE"));
        append(text, date);
        byte[] hmac = form.hash
                .keyed(secret.getBytes(StandardCharsets.UTF_8))
                .of(text.toString().getBytes(StandardCharsets.UTF_8));
        String hex = WireText.HEX.encode(hmac);
        String body = form == Form.MD5
                ? "<EPAYMENT>" + date + "|" + hex + "</EPAYMENT>"
                : "<sig algo=\"" + form.answerName + "\" date=\"" + date + "\">" + hex + "</sig>";
        return Answer.of(200, "text/html", body);
    }

    private static String first(FormFields fields, String name) {
        return fields.fields().stream()
                .filter(field -> field.name().equals(name))
                .map(FormFields.Field::value)
                .findFirst()
                .orElse("");
    }

    private static RawRequest made(SampleEvent event, String url, Instant at, String secret) {
        Map<String, String> values = TwoCheckoutEvents.sample(event, at);
        List<FormFields.Field> fields = new ArrayList<>();
        values.forEach((name, value) -> fields.add(new FormFields.Field(name, value)));
        byte[] text = signedText(new FormFields(fields), false);
        byte[] hmac =
                Form.SHA3.hash.keyed(secret.getBytes(StandardCharsets.UTF_8)).of(text);
        Map<String, String> signed = new LinkedHashMap<>(values);
        signed.put(Form.SHA3.field, WireText.HEX.encode(hmac));
        return Made.form(url, signed, StandardCharsets.UTF_8);
    }
}
