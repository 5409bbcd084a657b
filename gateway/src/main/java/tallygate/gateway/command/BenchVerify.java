package tallygate.gateway.command;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import tallygate.callback.provider.Binding;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.catalog.Providers;
import tallygate.signature.RawRequest;

/** What proving and reading one callback costs, on one thread. */
final class BenchVerify {
    private static final int REQUESTS = 512;
    private static final long WARMUP_NANOS = 1_500_000_000;
    private static final long WINDOW_NANOS = 1_000_000_000;

    /** @param micros processor time for one callback of 1 KB: signature, JSON, event, digest */
    record Result(double micros) {}

    /** The Stripe definition with the key of the measured endpoint. */
    static BoundProvider provider() {
        var credentials = new Credentials(Map.of("secrets", new Credentials.Value.Texts(List.of(BenchGateway.SECRET))));
        return switch (Providers.builtIn().bind("stripe", BenchGateway.ENDPOINT, credentials)) {
            case Binding.Bound bound -> bound.provider();
            case Binding.Refused refused -> throw new IllegalStateException("stripe: " + refused.problems());
        };
    }

    Result measure(Instant now) {
        BoundProvider provider = provider();
        var feed = new BenchFeed("verify", now.getEpochSecond());
        List<RawRequest> requests =
                LongStream.range(0, REQUESTS).mapToObj(feed::request).toList();
        judge(provider, requests, now, WARMUP_NANOS);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        long judged = judge(provider, requests, now, WINDOW_NANOS);
        long used = threads.getCurrentThreadCpuTime() - before;
        return new Result(Math.round(used / 10.0 / judged) / 100.0);
    }

    private static long judge(BoundProvider provider, List<RawRequest> requests, Instant now, long nanos) {
        Optional<Instant> at = Optional.of(now);
        long until = System.nanoTime() + nanos;
        long judged = 0;
        while (System.nanoTime() < until) {
            for (RawRequest request : requests) {
                if (!(provider.judge(request, at) instanceof Judgement.Genuine)) {
                    throw new IllegalStateException("a callback that was signed right was refused");
                }
            }
            judged += requests.size();
        }
        return judged;
    }
}
