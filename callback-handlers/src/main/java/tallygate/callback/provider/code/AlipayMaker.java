package tallygate.callback.provider.code;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tallygate.callback.provider.CallbackMaker;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.SampleEvent;
import tallygate.callback.provider.read.AmountUnit;
import tallygate.callback.provider.read.Amounts;
import tallygate.signature.RawRequest;
import tallygate.signature.SignatureMaker;
import tallygate.signature.WireText;

/** Makes notices as Alipay would. */
record AlipayMaker(SignatureMaker key, boolean keepsSignType, EndpointOptions options) implements CallbackMaker {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.ofHours(8));

    @Override
    public RawRequest genuine(SampleEvent event, String url, Instant at) {
        return signed(event, url, at, key);
    }

    @Override
    public RawRequest forged(SampleEvent event, String url, Instant at) {
        return signed(event, url, at, Forger.of(Alipay.ALGORITHM));
    }

    @Override
    public boolean signsTime() {
        return false;
    }

    @Override
    public Optional<RawRequest> spoiled(SampleEvent event, String url, Instant at, Spoil how) {
        return how == Spoil.BODY
                ? Made.withLonger("out_trade_no", genuine(event, url, at))
                : CallbackMaker.super.spoiled(event, url, at, how);
    }

    private RawRequest signed(SampleEvent event, String url, Instant at, SignatureMaker maker) {
        Map<String, String> fields = fields(event, at);
        String text = new TreeMap<>(fields)
                .entrySet().stream()
                        .filter(f -> keepsSignType || !f.getKey().equals("sign_type"))
                        .map(f -> f.getKey() + "=" + f.getValue())
                        .collect(Collectors.joining("&"));
        fields.put("sign", WireText.BASE64.encode(maker.sign(text.getBytes(StandardCharsets.UTF_8))));
        return Made.form(url, fields, StandardCharsets.UTF_8);
    }

    private Map<String, String> fields(SampleEvent event, Instant at) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("notify_id", event.eventId());
        fields.put("notify_type", event.type().isEmpty() ? "trade_status_sync" : event.type());
        fields.put("notify_time", TIME.format(at));
        fields.put("charset", "utf-8");
        fields.put("version", "1.0");
        fields.put("sign_type", "RSA2");
        fields.put("app_id", options.appId().orElse("2021000000000001"));
        fields.put("seller_id", options.merchantId().orElse("2088000000000001"));
        fields.put("out_trade_no", event.orderId());
        fields.put("trade_no", event.transactionId());
        fields.put("trade_status", "TRADE_SUCCESS");
        fields.put("subject", "测试 A+B & 100%");
        fields.put(
                "total_amount",
                Amounts.in(AmountUnit.MAJOR).text(event.amountMinor().orElse(0), "CNY"));
        return fields;
    }
}
