package tallygate.gateway.command;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Hands log lines to a thread of its own and never waits: when what reads the log stands still, lines beyond the queue are
 * dropped and counted, and callbacks go on. What must not be lost is in the audit log, in the database.
 */
public final class PatientLog extends AsyncAppender {
    private static final int LINES_MAX = 8_192;
    private static final int FLUSH_MILLIS_MAX = 2_000;
    private static final AtomicLong DROPPED = new AtomicLong();

    public PatientLog() {
        setQueueSize(LINES_MAX);
        setDiscardingThreshold(0);
        setNeverBlock(true);
        setMaxFlushTime(FLUSH_MILLIS_MAX);
    }

    /** Lines of this process that were never written. */
    static long dropped() {
        return DROPPED.get();
    }

    @Override
    protected void append(ILoggingEvent line) {
        if (getRemainingCapacity() == 0) {
            DROPPED.incrementAndGet();
        } else {
            super.append(line);
        }
    }
}
