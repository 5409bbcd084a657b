package tallygate.gateway.command;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import tallygate.signature.Header;
import tallygate.signature.Hmac;
import tallygate.signature.RawRequest;

/** Signed requests as they come out of the listener, for parts that are measured without HTTP. All have the same size. */
final class BenchFeed {
    private static final int BODY_BYTES = 1024;

    private final Hmac hmac = Hmac.Hash.SHA256.keyed(BenchGateway.SECRET.getBytes(StandardCharsets.UTF_8));
    private final String run;
    private final long signedAt;

    /**
     * @param run makes the events of two runs different
     * @param signedAt seconds since 1970
     */
    BenchFeed(String run, long signedAt) {
        this.run = run;
        this.signedAt = signedAt;
    }

    RawRequest request(long number) {
        byte[] body = body(number);
        byte[] time = Long.toString(signedAt).getBytes(StandardCharsets.US_ASCII);
        String signature = HexFormat.of().formatHex(hmac.of(time, new byte[] {'.'}, body));
        return new RawRequest(
                "POST",
                "http",
                "127.0.0.1:8080",
                "/callbacks/" + BenchGateway.ENDPOINT,
                List.of(
                        new Header("Host", "127.0.0.1:8080"),
                        new Header("User-Agent", "Stripe/1.0"),
                        new Header("Accept", "*/*; q=0.5, application/xml"),
                        new Header("Cache-Control", "no-cache"),
                        new Header("Content-Type", "application/json; charset=utf-8"),
                        new Header("Stripe-Signature", "t=" + signedAt + ",v1=" + signature),
                        new Header("Content-Length", Integer.toString(body.length))),
                body,
                "127.0.0.1");
    }

    private byte[] body(long number) {
        // One to one, and spread over the whole range: providers' ids do not come in order.
        String name = run + HexFormat.of().toHexDigits(number * 0x9E3779B97F4A7C15L);
        long amount = 100 + number % 900_000;
        String head = ("{\"id\":\"evt_%s\",\"object\":\"event\",\"created\":%d,\"livemode\":true,"
                        + "\"type\":\"payment_intent.succeeded\",\"data\":{\"object\":{\"id\":\"pi_%s\","
                        + "\"object\":\"payment_intent\",\"amount\":%d,\"amount_received\":%d,\"currency\":\"usd\","
                        + "\"status\":\"succeeded\",\"metadata\":{\"order_id\":\"o%s\"},\"description\":\"")
                .formatted(name, signedAt, name, amount, amount, name);
        String tail = "\"}}}";
        return (head + ".".repeat(BODY_BYTES - head.length() - tail.length()) + tail)
                .getBytes(StandardCharsets.US_ASCII);
    }
}
