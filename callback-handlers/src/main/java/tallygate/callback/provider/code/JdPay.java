package tallygate.callback.provider.code;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
import tallygate.callback.provider.read.UnreadableException;
import tallygate.callback.provider.read.XmlElement;
import tallygate.callback.provider.read.XmlReader;
import tallygate.signature.BlockCipher;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.Header;
import tallygate.signature.PublicKeyAlgorithm;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;
import tallygate.signature.SignatureMaker;
import tallygate.signature.UnusableKeyException;
import tallygate.signature.WireText;

/**
 * JD Pay: XML encrypted with triple DES, the signature inside it. The rules are those of JD's own demo as public ports of it
 * show them; there is no official library.
 */
final class JdPay implements Scheme {
    private static final PublicKeyAlgorithm ALGORITHM = PublicKeyAlgorithm.RSA_BARE;
    private static final Answers ANSWERS = Answers.of("text/plain", "success", "fail");
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MINOR);
    private static final Pattern SIGN = Pattern.compile("<sign>([^<]*)</sign>");
    private static final Pattern BETWEEN_TAGS = Pattern.compile(">\\s+<");
    private static final String DECLARATION = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";
    private static final int BLOCK_BYTES = 8;

    static final ProviderDefinition DEFINITION = Definition.signed(
            "jdpay",
            "JD Pay (京东支付)",
            List.of(
                    CredentialKey.required("des-key", Kind.SECRET, "the merchant's DES key (base64 of 24 bytes)"),
                    CredentialKey.required("public-key", Kind.PUBLIC_KEY, "JD Pay's RSA public key"),
                    CredentialKey.optional(KeyReader.TEST_PRIVATE_KEY, Kind.TEST_PRIVATE_KEY, "makes test callbacks")),
            JdPay::bound);

    private final List<KnownKey> keys;
    private final BlockCipher cipher;
    private final EndpointOptions options;

    private JdPay(List<KnownKey> keys, BlockCipher cipher, EndpointOptions options) {
        this.keys = List.copyOf(keys);
        this.cipher = cipher;
        this.options = options;
    }

    private static Supplier<BoundProvider> bound(KeyReader reader, EndpointOptions options) {
        List<KnownKey> keys = reader.publicKeys("public-key", ALGORITHM);
        Optional<BlockCipher> cipher = reader.read("des-key", () -> cipher(reader.text("des-key")));
        Optional<TestKey> testKey = reader.testKey(keys, ALGORITHM);
        return () -> {
            Optional<CallbackMaker> maker = testKey.map(key -> new Maker<>(
                    key.maker(),
                    () -> Forger.of(ALGORITHM),
                    false,
                    (event, url, at, signer) -> made(cipher.orElseThrow(), options, event, at, signer, url)));
            return CodedProvider.of(new JdPay(keys, cipher.orElseThrow(), options), ANSWERS, reader, maker)
                    .slow(); // Triple DES twice over the whole notice: JudgeBenchmark
        };
    }

    private static BlockCipher cipher(String key) {
        byte[] bytes =
                WireText.BASE64.decode(key).orElseThrow(() -> new UnusableKeyException("takes base64, and is not"));
        return BlockCipher.tripleDesEcb(bytes);
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) throws RefusedException, UnreadableException {
        XmlElement outer = XmlReader.read(request.body());
        String sealed = outer.textAt("encrypt");
        if (sealed.isEmpty()) {
            throw new RefusedException(Reason.SIGNATURE_MISSING, "element encrypt is missing");
        }
        String content = opened(sealed);
        Matcher sign = SIGN.matcher(content);
        if (!sign.find()) {
            throw new RefusedException(Reason.SIGNATURE_MISSING, "element sign is missing in the decrypted XML");
        }
        byte[] signature = Require.decoded(WireText.BASE64, sign.group(1).strip(), "element sign");
        String signed = signedText(content);
        KnownKey key = KnownKey.matching(keys, message(signed), signature)
                .orElseThrow(() -> new RefusedException(
                        Reason.SIGNATURE_MISMATCH,
                        "no key signed the decrypted XML of " + signed.length() + " characters"));
        String readable = signed.substring(signed.indexOf("?>") + 2);
        XmlElement notice = XmlReader.read(readable.getBytes(StandardCharsets.UTF_8));
        Require.identity("merchant", options.merchantId(), notice.textAt("merchant"));
        byte[] bytes = readable.getBytes(StandardCharsets.UTF_8);
        return new Judgement.Genuine(List.of(event(notice, bytes)), readable, key.id(), ANSWERS.success());
    }

    /** Base64 of hexadecimal digits of blocks: a length in four bytes, the XML, zeros. */
    private String opened(String sealed) throws RefusedException {
        Optional<byte[]> blocks = WireText.BASE64
                .decode(sealed.replaceAll("\\s", ""))
                .flatMap(digits -> WireText.HEX.decode(new String(digits, StandardCharsets.US_ASCII)))
                .flatMap(cipher::decrypt)
                .filter(plain -> plain.length > Integer.BYTES);
        if (blocks.isPresent()) {
            byte[] plain = blocks.get();
            int length = ByteBuffer.wrap(plain).getInt();
            if (length > 0 && length <= plain.length - Integer.BYTES) {
                return new String(plain, Integer.BYTES, length, StandardCharsets.UTF_8);
            }
        }
        throw new RefusedException(Reason.DECRYPT_FAILED, "the des-key does not open element encrypt");
    }

    /** The XML without its signature and without blanks between tags; a declaration is added when there is none. */
    private static String signedText(String content) {
        String bare = SIGN.matcher(content).replaceFirst("").strip();
        return BETWEEN_TAGS
                .matcher(bare.startsWith("<?xml") ? bare : DECLARATION + bare)
                .replaceAll("><");
    }

    private static byte[] message(String signed) {
        return HashAlgorithm.SHA256.hex(signed.getBytes(StandardCharsets.UTF_8)).getBytes(StandardCharsets.US_ASCII);
    }

    private static PaymentEvent event(XmlElement notice, byte[] content) {
        String trade = notice.textAt("tradeNum");
        String type = notice.textAt("tradeType");
        String status = notice.textAt("status");
        String currency = notice.textAt("payList/pay/currency");
        boolean isRefund = type.equals("1");
        EventDraft draft = new EventDraft(
                        EventIds.orDigest(trade.isEmpty() ? "" : trade + ":" + type + ":" + status, content))
                .type(type)
                .bizType(isRefund ? "refund" : "payment")
                .order(trade)
                .status(status)
                .amount(notice.textAt("amount"), AMOUNTS, currency.isEmpty() ? "CNY" : currency)
                .counting("merchant", notice.textAt("merchant"))
                .counting("oTradeNum", notice.textAt("oTradeNum"))
                .occurredAt(Times.local(notice.textAt("payList/pay/tradeTime"), Times.DENSE, Times.CHINA));
        if (status.equals("2")) {
            draft.effect(isRefund ? "refunded" : "paid", trade);
        }
        return draft.build(content);
    }

    private static RawRequest made(
            BlockCipher cipher,
            EndpointOptions options,
            SampleEvent event,
            Instant at,
            SignatureMaker key,
            String url) {
        String merchant = options.merchantId().orElse("110000000001");
        String content = "<jdpay><version>V2.0</version><merchant>" + merchant + "</merchant><tradeNum>"
                + event.orderId() + "</tradeNum><tradeType>" + (event.type().isEmpty() ? "0" : event.type())
                + "</tradeType><amount>" + event.amountMinor().orElse(0)
                + "</amount><status>2</status><payList><pay><currency>CNY</currency><tradeTime>"
                + Times.text(at, Times.DENSE, Times.CHINA) + "</tradeTime></pay></payList></jdpay>";
        String sign = Base64.getEncoder().encodeToString(key.sign(message(signedText(content))));
        byte[] xml =
                content.replace("</jdpay>", "<sign>" + sign + "</sign></jdpay>").getBytes(StandardCharsets.UTF_8);
        int blocks = (Integer.BYTES + xml.length + BLOCK_BYTES - 1) / BLOCK_BYTES;
        byte[] plain = ByteBuffer.allocate(blocks * BLOCK_BYTES)
                .putInt(xml.length)
                .put(xml)
                .array();
        String digits = WireText.HEX.encode(cipher.encrypt(Arrays.copyOf(plain, plain.length)));
        String body = DECLARATION + "<jdpay><version>V2.0</version><merchant>" + merchant
                + "</merchant><result><code>000000</code><desc>success</desc></result><encrypt>"
                + WireText.BASE64.encode(digits.getBytes(StandardCharsets.US_ASCII)) + "</encrypt></jdpay>";
        return Made.post(
                url,
                List.of(new Header("Content-Type", "application/xml; charset=UTF-8")),
                body.getBytes(StandardCharsets.UTF_8));
    }
}
