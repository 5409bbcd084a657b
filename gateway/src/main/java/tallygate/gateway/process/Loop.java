package tallygate.gateway.process;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thread that does one round after the other. It outlives any round that fails, and is started again should it die. */
final class Loop {
    private static final Logger log = LoggerFactory.getLogger(Loop.class);
    private static final Pause AFTER_FAILURE = Pause.whole(Duration.ofMillis(500));

    private final String name;
    private final Supplier<Pause> round;
    private final LongSupplier nanos;
    private final Semaphore wakes = new Semaphore(0);
    private volatile boolean isStopped;
    private volatile long tickedNanos;
    private volatile @Nullable Thread thread;

    Loop(String name, Supplier<Pause> round, LongSupplier nanos) {
        this.name = name;
        this.round = round;
        this.nanos = nanos;
    }

    synchronized void start() {
        tickedNanos = nanos.getAsLong();
        thread = Thread.ofPlatform().name("work-" + name).daemon(true).start(this::run);
    }

    /** Starts a new thread in place of one that died. */
    synchronized void revive() {
        Thread last = thread;
        if (!isStopped && last != null && !last.isAlive()) {
            log.error("loop={} its thread had died, a new one is started", name);
            start();
        }
    }

    void wake() {
        if (wakes.availablePermits() == 0) {
            wakes.release();
        }
    }

    /** Ends after the round that runs. */
    void stop() {
        isStopped = true;
        wake();
    }

    boolean join(Duration atMost) throws InterruptedException {
        Thread last = thread;
        return last == null || last.join(atMost);
    }

    String name() {
        return name;
    }

    /** Time since the last round began. */
    Duration sinceTick() {
        return Duration.ofNanos(nanos.getAsLong() - tickedNanos);
    }

    private void run() {
        while (!isStopped) {
            tickedNanos = nanos.getAsLong();
            if (!rest(oneRound())) {
                return;
            }
        }
    }

    private Pause oneRound() {
        try {
            return round.get();
        } catch (Throwable e) {
            log.error("loop={} round failed, going on", name, e);
            return AFTER_FAILURE;
        }
    }

    private boolean rest(Pause pause) {
        long end = nanos.getAsLong() + pause.length().toNanos();
        try {
            do {
                long left = Math.max(0, end - nanos.getAsLong());
                boolean isWoken = wakes.tryAcquire(left, TimeUnit.NANOSECONDS);
                if (isWoken && (pause.isWakeable() || isStopped)) {
                    wakes.drainPermits();
                    return true;
                }
            } while (end - nanos.getAsLong() > 0);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
