package tallygate.callback.provider.code;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.Finding;
import tallygate.callback.provider.Finding.Cause;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.read.FormFields;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;
import tallygate.signature.WireText;

/**
 * Proves and reads Alipay's notices (opendocs.alipay.com, asynchronous notification). The signed text is made of the decoded
 * bytes, whatever their charset; only the body's fields count, never those of the query.
 */
final class AlipayScheme implements Scheme {
    private static final String SIGN = "sign";
    private static final String SIGN_TYPE = "sign_type";
    private static final String CERTIFICATE_NUMBER = "alipay_cert_sn";

    private final List<KnownKey> plain;
    private final List<AlipayCertificate> certified;
    private final boolean keepsSignType;
    private final EndpointOptions options;

    AlipayScheme(
            List<KnownKey> plain, List<AlipayCertificate> certified, boolean keepsSignType, EndpointOptions options) {
        this.plain = List.copyOf(plain);
        this.certified = List.copyOf(certified);
        this.keepsSignType = keepsSignType;
        this.options = options;
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) throws RefusedException, UnreadableException {
        FormFields raw = FormFields.decode(request.body(), StandardCharsets.ISO_8859_1);
        KnownKey key = provenBy(raw);
        FormFields fields = readable(request.body(), raw);
        Require.identity("seller_id", options.merchantId(), fields.text("seller_id"));
        Require.identity("app_id", options.appId(), fields.text("app_id"));
        byte[] content = isUtf8(raw)
                ? request.body()
                : Made.formText(Made.ordered(fields), StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
        return new Judgement.Genuine(
                List.of(AlipayEvents.read(fields, content)), "", key.id(), Alipay.ANSWERS.success());
    }

    private KnownKey provenBy(FormFields raw) throws RefusedException {
        Optional<String> repeated = raw.repeated();
        if (repeated.isPresent()) {
            throw new RefusedException(
                    Reason.BODY_MALFORMED, "field '" + Require.shown(repeated.get()) + "' stands more than once");
        }
        String sign = raw.text(SIGN);
        if (sign.isEmpty()) {
            throw new RefusedException(Reason.SIGNATURE_MISSING, "field sign is missing");
        }
        String type = raw.text(SIGN_TYPE);
        if (!type.isEmpty() && !type.equals("RSA2")) {
            throw new RefusedException(
                    Reason.ALGORITHM_NOT_ALLOWED, "sign_type is '" + Require.shown(type) + "', RSA2 is due");
        }
        List<KnownKey> keys = keysFor(raw.text(CERTIFICATE_NUMBER));
        byte[] signature = Require.decoded(WireText.BASE64, sign, "field sign");
        byte[] signed = signedText(raw, keepsSignType, false);
        Optional<KnownKey> key = KnownKey.matching(keys, signed, signature);
        if (key.isEmpty() && raw.fields().stream().anyMatch(f -> f.value().isEmpty())) {
            // Alipay's kits disagree whether empty values are signed (alipay-sdk-java: no, easysdk: yes).
            key = KnownKey.matching(keys, signedText(raw, keepsSignType, true), signature);
        }
        return key.orElseThrow(() -> new RefusedException(
                Reason.SIGNATURE_MISMATCH,
                "none of " + keys.size() + " keys signed these " + signed.length + " bytes"));
    }

    /** The certificate that the notice names, or all keys when it names none. */
    private List<KnownKey> keysFor(String number) throws RefusedException {
        List<KnownKey> all = new ArrayList<>(plain);
        certified.forEach(certificate -> all.add(certificate.key()));
        if (number.isEmpty() || certified.isEmpty()) {
            return all;
        }
        List<KnownKey> named = certified.stream()
                .filter(certificate -> certificate.number().equals(number))
                .map(AlipayCertificate::key)
                .toList();
        if (named.isEmpty()) {
            throw new RefusedException(
                    Reason.KEY_UNKNOWN, "no certificate with number '" + Require.shown(number) + "' is configured");
        }
        return named;
    }

    /** All fields but the signature, sorted by name, {@code name=value} joined with {@code &}, decoded. */
    static byte[] signedText(FormFields raw, boolean keepsSignType, boolean keepsEmpty) {
        Map<String, String> sorted = new TreeMap<>();
        for (FormFields.Field field : raw.fields()) {
            boolean isSignature = field.name().equals(SIGN) || (field.name().equals(SIGN_TYPE) && !keepsSignType);
            if (!isSignature && (keepsEmpty || !field.value().isEmpty())) {
                sorted.put(field.name(), field.value());
            }
        }
        StringBuilder text = new StringBuilder();
        sorted.forEach((name, value) ->
                text.append(text.isEmpty() ? "" : "&").append(name).append('=').append(value));
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The fields as text, in the charset that the signed field names. */
    private static FormFields readable(byte[] body, FormFields raw) {
        try {
            return FormFields.decodeBy(body, "charset", StandardCharsets.UTF_8);
        } catch (UnreadableException _) {
            return raw; // signed, but not in the charset it claims: what counts is ASCII in any case
        }
    }

    private static boolean isUtf8(FormFields raw) {
        String charset = raw.text("charset");
        try {
            return charset.isEmpty() || Charset.forName(charset).equals(StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return true;
        }
    }

    @Override
    public List<Finding> explain(RawRequest request, Optional<Instant> at) {
        FormFields raw;
        try {
            raw = FormFields.decode(request.body(), StandardCharsets.ISO_8859_1);
        } catch (UnreadableException e) {
            return List.of(new Finding(Cause.BODY_ALTERED, "no form any more: " + e.getMessage()));
        }
        List<Finding> findings = new ArrayList<>();
        List<KnownKey> all = new ArrayList<>(plain);
        certified.forEach(certificate -> all.add(certificate.key()));
        WireText.BASE64.decode(raw.text(SIGN)).ifPresent(signature -> {
            KnownKey.matching(all, signedText(raw, !keepsSignType, false), signature)
                    .ifPresent(key -> findings.add(new Finding(
                            Cause.WRONG_MODE,
                            "signed by " + key.id() + " with the other sign-content-version: "
                                    + (keepsSignType ? "V1" : "V2") + " would take it")));
            KnownKey.matching(all, signedText(unescaped(raw), keepsSignType, false), signature)
                    .ifPresent(key -> findings.add(new Finding(
                            Cause.BODY_ALTERED, "signed by " + key.id() + " before something escaped it as HTML")));
        });
        return findings;
    }

    private static FormFields unescaped(FormFields raw) {
        return new FormFields(raw.fields().stream()
                .map(field -> new FormFields.Field(
                        field.name(),
                        field.value()
                                .replace("&quot;", "\"")
                                .replace("&#39;", "'")
                                .replace("&lt;", "<")
                                .replace("&gt;", ">")
                                .replace("&amp;", "&")))
                .toList());
    }
}
