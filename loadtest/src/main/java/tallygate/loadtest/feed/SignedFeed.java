package tallygate.loadtest.feed;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Signed requests, complete to the last byte, in memory outside the heap: sending one is a single system call, and signing
 * costs the generator nothing while it measures. Immutable once made; read by many threads.
 */
public final class SignedFeed {
    /** Where the callbacks go, and what they are signed with. */
    public record Endpoint(String host, String path, String secret) {
        @Override
        public String toString() {
            return "Endpoint[host=" + host + ", path=" + path + "]";
        }
    }

    private static final int CHUNK_BYTES = 16 << 20;

    private final List<ByteBuffer> chunks = new ArrayList<>();
    private final int[] chunkOf;
    private final int[] offsetOf;
    private final int[] lengthOf;
    private final Callback.Kind[] kindOf;
    private final String[] eventIdOf;

    private SignedFeed(int count) {
        chunkOf = new int[count];
        offsetOf = new int[count];
        lengthOf = new int[count];
        kindOf = new Callback.Kind[count];
        eventIdOf = new String[count];
    }

    /** Makes and signs the whole stream. Needs about 1.4 times its bodies' size of direct memory. */
    public static SignedFeed of(CallbackPlan plan, Endpoint endpoint, InstantSource clock) {
        var feed = new SignedFeed(plan.count());
        var signer = new StripeSigner(endpoint.secret());
        var source = new CallbackSource(plan);
        for (int i = 0; source.hasNext(); i++) {
            Callback callback = source.next();
            String signature = signer.sign(callback.body(), clock.instant().getEpochSecond());
            byte[] body = callback.kind() == Callback.Kind.FORGED ? forged(callback.body()) : callback.body();
            feed.add(i, callback, head(endpoint, signature, body.length), body);
        }
        return feed;
    }

    public int size() {
        return chunkOf.length;
    }

    /** The whole request, as a view of its own to be written to a socket. */
    public ByteBuffer request(int message) {
        return chunks.get(chunkOf[message]).slice(offsetOf[message], lengthOf[message]);
    }

    public Callback.Kind kind(int message) {
        return kindOf[message];
    }

    public String eventId(int message) {
        return eventIdOf[message];
    }

    private void add(int message, Callback callback, byte[] head, byte[] body) {
        int length = head.length + body.length;
        if (chunks.isEmpty() || chunks.getLast().remaining() < length) {
            chunks.add(ByteBuffer.allocateDirect(Math.max(CHUNK_BYTES, length)));
        }
        ByteBuffer chunk = chunks.getLast();
        chunkOf[message] = chunks.size() - 1;
        offsetOf[message] = chunk.position();
        lengthOf[message] = length;
        kindOf[message] = callback.kind();
        eventIdOf[message] = callback.eventId();
        chunk.put(head).put(body);
    }

    private static byte[] head(Endpoint endpoint, String signature, int bodyBytes) {
        return ("POST " + endpoint.path() + " HTTP/1.1\r\nHost: " + endpoint.host()
                        + "\r\nUser-Agent: Stripe/1.0\r\nAccept: */*; q=0.5, application/xml\r\nCache-Control: no-cache"
                        + "\r\nContent-Type: application/json; charset=utf-8\r\nStripe-Signature: " + signature
                        + "\r\nContent-Length: " + bodyBytes + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** One digit of the amount is another one: valid JSON of the same length that was never signed. */
    private static byte[] forged(byte[] body) {
        byte[] changed = body.clone();
        int digit = new String(body, StandardCharsets.US_ASCII).indexOf("\"amount\":") + "\"amount\":".length();
        changed[digit] = (byte) (body[digit] == '9' ? '1' : body[digit] + 1);
        return changed;
    }
}
