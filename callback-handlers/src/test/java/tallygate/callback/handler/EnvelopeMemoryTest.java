package tallygate.callback.handler;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import tallygate.callback.Delivery;

/** Counted in bytes, not timed: each delivery runs on a thread that has never made JSON before. */
class EnvelopeMemoryTest {
    /** What the envelope holds, several times over; a set of new buffers alone is 20,000. */
    private static final long BYTES_MAX = 9_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void aNewThreadMakesAnEnvelopeWithBuffersThatAreThere() throws InterruptedException {
        Delivery delivery = Deliveries.json("{\"id\":\"evt_1\",\"note\":\"" + ".".repeat(900) + "\"}");
        for (int i = 0; i < 20; i++) {
            Envelope.of(delivery);
        }
        var bytes = new AtomicLong();
        Thread fresh = Thread.ofPlatform().start(() -> {
            long before = threads.getCurrentThreadAllocatedBytes();
            Envelope.of(delivery);
            bytes.set(threads.getCurrentThreadAllocatedBytes() - before);
        });
        fresh.join();
        assertThat(bytes.get()).as("bytes allocated").isPositive().isLessThan(BYTES_MAX);
    }
}
