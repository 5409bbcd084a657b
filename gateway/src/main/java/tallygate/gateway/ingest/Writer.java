package tallygate.gateway.ingest;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that commits: steps its core for as long as there is something to do, and sleeps until a row arrives. */
final class Writer {
    private static final Logger log = LoggerFactory.getLogger(Writer.class);

    private final WriterCore core;
    private final Thread thread;
    private volatile boolean isDraining;
    private volatile boolean mustStop;
    private volatile boolean isAsleep;
    private volatile boolean hasEnded;

    Writer(WriterCore core, String name) {
        this.core = core;
        thread = Thread.ofPlatform().name(name).daemon(true).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** For event loops. @return why it is not taken; empty: it is, and will be settled */
    Optional<Shed> offer(Pending pending, long now) {
        if (isDraining) {
            return Optional.of(Shed.DRAINING);
        }
        Optional<Shed> shed = core.offer(pending, now);
        if (shed.isEmpty()) {
            if (isAsleep) {
                LockSupport.unpark(thread);
            }
            if (hasEnded) {
                abandonRest();
            }
        }
        return shed;
    }

    WriterCore core() {
        return core;
    }

    void stopTaking() {
        isDraining = true;
        LockSupport.unpark(thread);
    }

    /**
     * Commits what it has, and ends.
     *
     * @param atMost after it the rest is told to come again
     * @param lastCall for the call that is under way then
     */
    void drain(Duration atMost, Duration lastCall) throws InterruptedException {
        stopTaking();
        if (!thread.join(atMost)) {
            mustStop = true;
            LockSupport.unpark(thread);
            // A store call ends by its own timeout; after that nothing is sent any more.
            thread.join(lastCall);
        }
    }

    private void run() {
        try {
            while (!mustStop && !(isDraining && core.queue().rows() == 0)) {
                round();
            }
        } finally {
            hasEnded = true;
            abandonRest();
        }
    }

    private void round() {
        long wait;
        try {
            wait = core.step();
        } catch (RuntimeException e) {
            log.error("writer={} round failed, its senders come again and the writer goes on", thread.getName(), e);
            core.abandon(Shed.FAULT);
            return;
        }
        if (wait == 0) {
            return;
        }
        // Asked for what the step saw, not for what is there by now: a row that came meanwhile must not be slept over.
        if (core.isHoldingBack()) {
            LockSupport.parkNanos(this, wait);
            return;
        }
        isAsleep = true;
        if (core.waitsForArrivals() && !isDraining && !mustStop) {
            if (wait == WriterCore.IDLE) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, wait);
            }
        }
        isAsleep = false;
    }

    /** Only when the thread has ended: a row may have slipped in while it did. */
    private synchronized void abandonRest() {
        core.abandon(Shed.DRAINING);
    }
}
