package tallygate.loadtest.provider;

import java.io.IOException;
import java.util.BitSet;
import java.util.Map;
import java.util.function.LongSupplier;
import tallygate.loadtest.drive.Aim;
import tallygate.loadtest.drive.Books;
import tallygate.loadtest.drive.Driver;

/** Sends notices until each is acknowledged or given up on. */
public final class Provider {
    /**
     * What became of the notices.
     *
     * @param attempts how many notices took one attempt, two attempts and so on
     */
    public record Result(
            int notices,
            int acknowledged,
            int givenUp,
            Map<Integer, Integer> attempts,
            Books books,
            Map<Integer, Long> statuses,
            double seconds) {}

    /** A result, and which notices were acknowledged, by their number in the feed. */
    public record Sent(Result result, BitSet acknowledged) {}

    private final Aim aim;
    private final LongSupplier nanos;

    public Provider(Aim aim, LongSupplier nanos) {
        this.aim = aim;
        this.nanos = nanos;
    }

    /** @param perSecond first attempts a second */
    public Sent send(Driver.Messages messages, ResendPlan plan, double perSecond) throws IOException {
        long start = nanos.getAsLong();
        var traffic = new ResendTraffic(plan, messages.size(), start, Math.round(1e9 / perSecond));
        Driver.Answers answers = Driver.runOnce(aim, messages, traffic, nanos);
        double seconds = Math.round((nanos.getAsLong() - start) / 1e6) / 1e3;
        var result = new Result(
                messages.size(),
                traffic.acknowledged(),
                traffic.givenUp(),
                traffic.attempts(),
                answers.books(),
                answers.statuses(),
                seconds);
        return new Sent(result, answers.accepted());
    }
}
