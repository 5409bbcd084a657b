package tallygate.loadtest.feed;

import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;

/**
 * A seeded stream of Stripe-shaped {@code payment_intent.succeeded} events. Each event has an event id, a payment and an
 * order of its own; ids are spread over their whole range, as real ones are, so that an index on them gets no help from order.
 */
public final class CallbackSource implements Iterator<Callback> {
    /** A duplicate repeats one of the last events at most this far back, so that many are still on their way. */
    static final int DUPLICATE_WINDOW = 4096;

    private static final char[] DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".toCharArray();

    private final CallbackPlan plan;
    private final SplittableRandom dice;
    /** The ordinals of the latest new events, as a ring. */
    private final long[] latest = new long[DUPLICATE_WINDOW];

    private long newEvents;
    private long ordinals;
    private int made;

    public CallbackSource(CallbackPlan plan) {
        this.plan = plan;
        this.dice = new SplittableRandom(plan.seed());
    }

    @Override
    public boolean hasNext() {
        return made < plan.count();
    }

    @Override
    public Callback next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the stream has " + plan.count() + " callbacks");
        }
        made++;
        double toss = dice.nextDouble();
        if (toss < plan.duplicates() && newEvents > 0) {
            long back = dice.nextLong(Math.min(newEvents, DUPLICATE_WINDOW));
            return callback(Callback.Kind.DUPLICATE, latest[(int) ((newEvents - 1 - back) % DUPLICATE_WINDOW)]);
        }
        long ordinal = ordinals++;
        if (toss >= 1 - plan.forged()) {
            return callback(Callback.Kind.FORGED, ordinal);
        }
        latest[(int) (newEvents++ % DUPLICATE_WINDOW)] = ordinal;
        return callback(Callback.Kind.NEW, ordinal);
    }

    private Callback callback(Callback.Kind kind, long ordinal) {
        String name = name(ordinal);
        return new Callback(kind, ordinal, "evt_" + name, body(name, ordinal));
    }

    /** 24 characters that differ for each ordinal of a seed, and for each seed. */
    private String name(long ordinal) {
        var text = new StringBuilder(24);
        append(text, mix(ordinal * 0x9E3779B97F4A7C15L + mix(plan.seed())), 11);
        append(text, ordinal, 6);
        append(text, mix(plan.seed()), 7);
        return text.toString();
    }

    private static void append(StringBuilder text, long bits, int digits) {
        long rest = bits;
        for (int i = 0; i < digits; i++) {
            text.append(DIGITS[(int) Long.remainderUnsigned(rest, DIGITS.length)]);
            rest = Long.divideUnsigned(rest, DIGITS.length);
        }
    }

    /** The finaliser of SplitMix64: a one-to-one map that spreads neighbours apart. */
    private static long mix(long bits) {
        long z = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    private byte[] body(String name, long ordinal) {
        long amount = 100 + ordinal % 900_000;
        String head = "{\"id\":\"evt_" + name + "\",\"object\":\"event\",\"created\":1764500000,\"livemode\":true,"
                + "\"pending_webhooks\":1,\"type\":\"payment_intent.succeeded\",\"data\":{\"object\":{\"id\":\"pi_"
                + name
                + "\",\"object\":\"payment_intent\",\"amount\":" + amount + ",\"amount_received\":" + amount
                + ",\"currency\":\"usd\",\"status\":\"succeeded\",\"metadata\":{\"order_id\":\"o" + name
                + "\"},\"description\":\"";
        String tail = "\"}}}";
        int fill = plan.bodyBytes() - head.length() - tail.length();
        return (head + ".".repeat(fill) + tail).getBytes(StandardCharsets.US_ASCII);
    }
}
