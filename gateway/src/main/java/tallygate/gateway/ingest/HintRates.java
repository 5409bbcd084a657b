package tallygate.gateway.ingest;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import tallygate.gateway.http.AddressRange;

/**
 * How many new questions unsigned hints may raise: each costs a row and a call to the provider, and anybody can send one. A
 * single address is bounded well below its endpoint, so that a forger does not use up what the provider needs; what is turned
 * away is told to come again, which providers do.
 */
final class HintRates {
    static final int PER_ENDPOINT_MAX = 200;
    static final int PER_ADDRESS_MAX = 50;

    private static final Duration WINDOW = Duration.ofSeconds(1);
    private static final int COUNTED_MAX = 20_000;

    private record Sender(String endpoint, String address) {}

    private final Cache<Sender, AtomicInteger> counts;

    HintRates(LongSupplier nanos) {
        counts = Caffeine.newBuilder()
                .executor(Runnable::run)
                .ticker(nanos::getAsLong)
                .maximumSize(COUNTED_MAX)
                .expireAfterWrite(WINDOW)
                .build();
    }

    boolean admits(Reception reception) {
        String endpoint = reception.desk().endpoint().name();
        return counts.get(
                                        new Sender(
                                                endpoint,
                                                AddressRange.networkOf(
                                                        reception.request().remoteAddress())),
                                        _ -> new AtomicInteger())
                                .incrementAndGet()
                        <= PER_ADDRESS_MAX
                && counts.get(new Sender(endpoint, ""), _ -> new AtomicInteger())
                                .incrementAndGet()
                        <= PER_ENDPOINT_MAX;
    }
}
