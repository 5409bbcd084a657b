package tallygate.gateway.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LoopTest {
    private static final Pause SHORT = Pause.upTo(Duration.ofMillis(1));

    private final AtomicInteger rounds = new AtomicInteger();
    private final AtomicReference<Thread> thread = new AtomicReference<>();
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private final AtomicReference<Throwable> next = new AtomicReference<>();

    private Loop loop = new Loop("tested", () -> SHORT, System::nanoTime);

    @AfterEach
    void stop() {
        goesOn.countDown();
        loop.stop();
    }

    @Test
    @Tag("F-13")
    void aRoundThatStandsStillMakesItsLoopOlder() {
        AtomicLong nanos = new AtomicLong();
        loop = new Loop(
                "tested",
                () -> {
                    rounds.incrementAndGet();
                    try {
                        goesOn.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return SHORT;
                },
                nanos::get);
        loop.start();
        await().until(() -> rounds.get() == 1);
        nanos.addAndGet(Duration.ofSeconds(31).toNanos());
        assertThat(loop.sinceTick()).isEqualTo(Duration.ofSeconds(31));
    }

    @Test
    @Tag("F-13")
    void anErrorEndsItsRoundOnlyAndAThreadThatDiedIsReplaced() {
        next.set(new StackOverflowError());
        loop = new Loop(
                "tested",
                () -> {
                    rounds.incrementAndGet();
                    thread.set(Thread.currentThread());
                    if (next.getAndSet(null) instanceof StackOverflowError thrown) {
                        throw thrown;
                    }
                    return SHORT;
                },
                System::nanoTime);
        loop.start();
        await().until(() -> rounds.get() > 2);
        Thread first = thread.get();
        // A loop that is interrupted ends, as one whose thread has died.
        first.interrupt();
        await().until(() -> !first.isAlive());
        loop.revive();
        await().until(() -> thread.get() != first);
    }
}
