package tallygate.gateway.ingest;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import tallygate.callback.provider.Binding;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.catalog.Providers;
import tallygate.signature.Header;
import tallygate.signature.Hmac;
import tallygate.signature.RawRequest;

/** Stripe callbacks of 1 KB, signed, each another event: what figures of the hot path are taken on. */
final class StripeSample {
    static final Instant AT = Instant.parse("2026-11-30T12:00:00Z");
    static final int BODY_BYTES = 1_024;

    private static final String SECRET = "whsec_sample0123456789abcdef";
    private static final Hmac HMAC = Hmac.Hash.SHA256.keyed(SECRET.getBytes(StandardCharsets.UTF_8));

    private StripeSample() {}

    static BoundProvider provider() {
        var credentials = new Credentials(Map.of("secrets", new Credentials.Value.Texts(List.of(SECRET))));
        return switch (Providers.builtIn().bind("stripe", "shop", credentials)) {
            case Binding.Bound bound -> bound.provider();
            case Binding.Refused refused -> throw new IllegalStateException("stripe: " + refused.problems());
        };
    }

    static EndpointTable table() {
        return new EndpointTable(List.of(new Endpoint(
                "shop",
                "stripe-eu",
                "stripe",
                "orders",
                provider(),
                Set.of("POST"),
                List.of(),
                IpAllowList.everyone(),
                false)));
    }

    /** @param from the number of the first event */
    static List<RawRequest> requests(long from, int count) {
        return LongStream.range(from, from + count)
                .mapToObj(StripeSample::request)
                .toList();
    }

    private static RawRequest request(long number) {
        byte[] body = body(number);
        byte[] time = Long.toString(AT.getEpochSecond()).getBytes(StandardCharsets.US_ASCII);
        String signature = HexFormat.of().formatHex(HMAC.of(time, new byte[] {'.'}, body));
        return new RawRequest(
                "POST",
                "https",
                "pay.example.com",
                "/callbacks/shop",
                List.of(
                        new Header("Host", "pay.example.com"),
                        new Header("User-Agent", "Stripe/1.0"),
                        new Header("Accept", "*/*; q=0.5, application/xml"),
                        new Header("Cache-Control", "no-cache"),
                        new Header("Content-Type", "application/json; charset=utf-8"),
                        new Header("Stripe-Signature", "t=" + AT.getEpochSecond() + ",v1=" + signature),
                        new Header("Content-Length", Integer.toString(body.length))),
                body,
                "203.0.113.7");
    }

    private static byte[] body(long number) {
        String name = HexFormat.of().toHexDigits(number * 0x9E3779B97F4A7C15L);
        String head = ("{\"id\":\"evt_%s\",\"object\":\"event\",\"created\":%d,\"livemode\":true,"
                        + "\"type\":\"payment_intent.succeeded\",\"data\":{\"object\":{\"id\":\"pi_%s\","
                        + "\"object\":\"payment_intent\",\"amount\":1999,\"amount_received\":1999,\"currency\":\"usd\","
                        + "\"status\":\"succeeded\",\"metadata\":{\"order_id\":\"o%s\"},\"description\":\"")
                .formatted(name, AT.getEpochSecond(), name, name);
        String tail = "\"}}}";
        return (head + ".".repeat(BODY_BYTES - head.length() - tail.length()) + tail)
                .getBytes(StandardCharsets.US_ASCII);
    }
}
