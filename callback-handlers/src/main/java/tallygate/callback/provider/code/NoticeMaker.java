package tallygate.callback.provider.code;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import tallygate.callback.provider.CallbackMaker;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.SampleEvent;
import tallygate.signature.AeadCipher;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;
import tallygate.signature.SignatureMaker;
import tallygate.signature.WireText;

/** Makes notices of the WeChat Pay API v3 kind. */
record NoticeMaker(NoticeDialect dialect, TestKey key, AeadCipher cipher, EndpointOptions options)
        implements CallbackMaker {
    private static final DateTimeFormatter CHINA_TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ssxxx", Locale.ROOT).withZone(ZoneOffset.ofHours(8));
    private static final int RESOURCE_NONCE_LENGTH = 12;
    private static final int NONCE_LENGTH = 32;

    @Override
    public RawRequest genuine(SampleEvent event, String url, Instant at) {
        return signed(event, url, at, key.maker());
    }

    @Override
    public RawRequest forged(SampleEvent event, String url, Instant at) {
        return signed(event, url, at, Forger.of(dialect.algorithm()));
    }

    @Override
    public boolean signsTime() {
        return true;
    }

    private RawRequest signed(SampleEvent event, String url, Instant at, SignatureMaker maker) {
        String body = body(event, at);
        String timestamp = Long.toString(at.getEpochSecond());
        String nonce = Made.nonce(event, timestamp, NONCE_LENGTH);
        byte[] signature = maker.sign(dialect.signedText(timestamp, nonce, body.getBytes(StandardCharsets.UTF_8)));
        return Made.json(
                url,
                List.of(
                        new Header(dialect.header("Timestamp"), timestamp),
                        new Header(dialect.header("Nonce"), nonce),
                        new Header(dialect.header("Serial"), key.id()),
                        new Header(dialect.header("Signature-Type"), dialect.signatureType()),
                        new Header(dialect.header("Signature"), WireText.BASE64.encode(signature))),
                body);
    }

    private String body(SampleEvent event, Instant at) {
        String type = event.type().isEmpty() ? "TRANSACTION.SUCCESS" : event.type();
        String original = type.startsWith("REFUND.") ? "refund" : "transaction";
        String content = original.equals("refund") ? refund(event) : payment(event);
        String nonce = Made.nonce(event, content, RESOURCE_NONCE_LENGTH);
        byte[] sealed = cipher.encrypt(
                nonce.getBytes(StandardCharsets.UTF_8),
                original.getBytes(StandardCharsets.UTF_8),
                content.getBytes(StandardCharsets.UTF_8));
        return "{\"id\":" + Made.quoted(event.eventId())
                + ",\"create_time\":\"" + CHINA_TIME.format(at)
                + "\",\"resource_type\":\"encrypt-resource\",\"event_type\":" + Made.quoted(type)
                + ",\"summary\":\"tallygate\",\"resource\":{\"original_type\":\"" + original
                + "\",\"algorithm\":\"" + dialect.resourceAlgorithm()
                + "\",\"ciphertext\":\"" + WireText.BASE64.encode(sealed)
                + "\",\"associated_data\":\"" + original + "\",\"nonce\":\"" + nonce + "\"}}";
    }

    private String payment(SampleEvent event) {
        String currency = event.currency().isEmpty() ? "CNY" : event.currency();
        long amount = event.amountMinor().orElse(0);
        return "{" + merchant() + ",\"out_trade_no\":" + Made.quoted(event.orderId())
                + ",\"transaction_id\":" + Made.quoted(event.transactionId())
                + ",\"trade_type\":\"JSAPI\",\"trade_state\":\"SUCCESS\",\"amount\":{\"total\":" + amount
                + ",\"payer_total\":" + amount + ",\"currency\":" + Made.quoted(currency) + "}}";
    }

    private String refund(SampleEvent event) {
        long amount = event.amountMinor().orElse(0);
        return "{" + merchant() + ",\"out_trade_no\":" + Made.quoted(event.orderId())
                + ",\"refund_id\":" + Made.quoted(event.transactionId())
                + ",\"out_refund_no\":" + Made.quoted("R" + event.orderId())
                + ",\"refund_status\":\"SUCCESS\",\"amount\":{\"total\":" + amount
                + ",\"refund\":" + amount + "}}";
    }

    private String merchant() {
        return "\"mchid\":" + Made.quoted(options.merchantId().orElse("1900000001")) + ",\"appid\":"
                + Made.quoted(options.appId().orElse("wx0000000000000001"));
    }
}
