package tallygate.callback.provider.code;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.CallbackMaker;
import tallygate.callback.provider.CredentialKey;
import tallygate.callback.provider.CredentialKey.Kind;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.ProviderDefinition;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.callback.provider.read.XmlElement;
import tallygate.callback.provider.read.XmlReader;
import tallygate.signature.BlockCipher;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.Hmac;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;
import tallygate.signature.WireText;

/**
 * WeChat Pay v2: XML, payments signed with MD5 or HMAC-SHA256, refunds encrypted and not signed at all (pay.weixin.qq.com,
 * chapter 4.3 and refund result notice).
 */
final class WechatPayV2 implements Scheme {
    static final String MD5 = "MD5";
    static final String HMAC = "HMAC-SHA256";

    private static final Answers ANSWERS = Answers.of("text/xml", answer("SUCCESS", "OK"), answer("FAIL", "FAIL"));
    private static final String SIGN_TYPE = "sign-type";

    static final ProviderDefinition DEFINITION = Definition.signed(
            "wechatpay-v2",
            "WeChat Pay v2 (XML)",
            List.of(
                    CredentialKey.required("secrets", Kind.SECRETS, "the merchant's API key (32 characters)"),
                    CredentialKey.optional(SIGN_TYPE, Kind.PLAIN, "MD5 (usual) or HMAC-SHA256: as orders are placed")),
            WechatPayV2::bound);

    /** One API key, ready to use. */
    private record Key(String id, String secret, Hmac hmac, BlockCipher refunds) {
        static Key of(String secret) {
            byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
            return new Key(KeyReader.secretId(secret), secret, Hmac.Hash.SHA256.keyed(bytes), refundCipher(secret));
        }
    }

    private final List<Key> keys;
    private final String signType;
    private final EndpointOptions options;

    private WechatPayV2(List<Key> keys, String signType, EndpointOptions options) {
        this.keys = keys;
        this.signType = signType;
        this.options = options;
    }

    private static Supplier<BoundProvider> bound(KeyReader reader, EndpointOptions options) {
        List<String> secrets = reader.secrets("secrets");
        String signType = reader.word(SIGN_TYPE, List.of(MD5, HMAC));
        return () -> {
            CallbackMaker maker = new Maker<>(
                    secrets.getFirst(),
                    () -> Forger.secret(secrets.getFirst()),
                    false,
                    new WechatPayV2Maker(signType, options)::make);
            WechatPayV2 scheme = new WechatPayV2(secrets.stream().map(Key::of).toList(), signType, options);
            return CodedProvider.of(scheme, ANSWERS, reader, Optional.of(maker));
        };
    }

    private static String answer(String code, String message) {
        return "<xml><return_code><![CDATA[" + code + "]]></return_code><return_msg><![CDATA[" + message
                + "]]></return_msg></xml>";
    }

    /** AES-256 under the lower-case MD5 of the API key, all 32 digits of it: a leading zero counts. */
    static BlockCipher refundCipher(String secret) {
        String key = HashAlgorithm.MD5.hex(secret.getBytes(StandardCharsets.UTF_8));
        return BlockCipher.aesEcb(key.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) throws RefusedException, UnreadableException {
        XmlElement notice = XmlReader.read(request.body());
        String sealed = notice.textAt("req_info");
        return notice.textAt("sign").isEmpty() && !sealed.isEmpty()
                ? refund(notice, sealed)
                : payment(notice, request.body());
    }

    private Judgement payment(XmlElement notice, byte[] body) throws RefusedException {
        String sign = notice.textAt("sign");
        if (sign.isEmpty()) {
            throw new RefusedException(Reason.SIGNATURE_MISSING, "element sign is missing");
        }
        String declared = notice.textAt("sign_type");
        if (!declared.isEmpty() && !declared.equals(signType)) {
            throw new RefusedException(
                    Reason.ALGORITHM_NOT_ALLOWED,
                    "sign_type is '" + Require.shown(declared) + "', this endpoint takes " + signType);
        }
        byte[] signature = Require.decoded(WireText.HEX, sign, "element sign");
        String signed = signedText(notice);
        Key key = keys.stream()
                .filter(k -> matches(k, signed, signature))
                .findFirst()
                .orElseThrow(() -> new RefusedException(
                        Reason.SIGNATURE_MISMATCH,
                        "none of " + keys.size() + " keys signed these " + signed.length() + " characters"));
        identify(notice);
        return new Judgement.Genuine(List.of(WechatPayV2Events.payment(notice, body)), "", key.id(), ANSWERS.success());
    }

    private boolean matches(Key key, String fields, byte[] signature) {
        byte[] text = (fields + "&key=" + key.secret()).getBytes(StandardCharsets.UTF_8);
        byte[] due = signType.equals(HMAC) ? key.hmac().of(text) : HashAlgorithm.MD5.of(text);
        return MessageDigest.isEqual(due, signature);
    }

    /** All elements with a value but the signature, those that nobody knows yet included, sorted by name. */
    private static String signedText(XmlElement notice) throws RefusedException {
        Map<String, String> fields = new TreeMap<>();
        for (XmlElement field : notice.children()) {
            boolean counts = !field.name().equals("sign") && !field.text().isEmpty();
            if (counts && fields.put(field.name(), field.text()) != null) {
                throw new RefusedException(
                        Reason.BODY_MALFORMED, "element " + Require.shown(field.name()) + " stands more than once");
            }
        }
        return Forms.pairs(fields);
    }

    static String sign(Map<String, String> fields, String signType, String secret) {
        byte[] text = (Forms.pairs(new TreeMap<>(fields)) + "&key=" + secret).getBytes(StandardCharsets.UTF_8);
        byte[] key = secret.getBytes(StandardCharsets.UTF_8);
        byte[] signature = signType.equals(HMAC) ? Hmac.Hash.SHA256.keyed(key).of(text) : HashAlgorithm.MD5.of(text);
        return WireText.HEX.encode(signature).toUpperCase(Locale.ROOT);
    }

    private Judgement refund(XmlElement notice, String sealed) throws RefusedException {
        byte[] ciphertext = WireText.BASE64
                .decode(sealed.replaceAll("\\s", ""))
                .orElseThrow(() -> new RefusedException(Reason.DECRYPT_FAILED, "req_info is not base64"));
        identify(notice);
        for (Key key : keys) {
            Optional<byte[]> content = key.refunds().decrypt(ciphertext);
            Optional<XmlElement> opened = content.flatMap(WechatPayV2::opened);
            if (content.isPresent() && opened.isPresent()) {
                return new Judgement.Genuine(
                        List.of(WechatPayV2Events.refund(opened.get(), content.get())),
                        new String(content.get(), StandardCharsets.UTF_8),
                        key.id(),
                        ANSWERS.success());
            }
        }
        throw new RefusedException(Reason.DECRYPT_FAILED, "none of " + keys.size() + " API keys opens req_info");
    }

    /** Only the merchant and WeChat Pay hold the key: content in the due form is what tells that it was the right one. */
    private static Optional<XmlElement> opened(byte[] content) {
        try {
            XmlElement root = XmlReader.read(content);
            return root.textAt("refund_id").isEmpty() ? Optional.empty() : Optional.of(root);
        } catch (UnreadableException _) {
            return Optional.empty();
        }
    }

    private void identify(XmlElement notice) throws RefusedException {
        Require.identity("mch_id", options.merchantId(), notice.textAt("mch_id"));
        Require.identity("appid", options.appId(), notice.textAt("appid"));
    }
}
