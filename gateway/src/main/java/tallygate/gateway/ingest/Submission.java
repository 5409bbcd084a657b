package tallygate.gateway.ingest;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The events of one request on their way into the table. Settles exactly once: when the last of them is committed, or as soon
 * as one is not. They need not share a transaction; an event that is stored although its sibling is not answers the next
 * delivery as a duplicate.
 */
abstract class Submission {
    private static final int FAILED = -1;

    private final Receipt[] receipts;
    /** Events that are not settled; negative for good once one of them has failed. */
    private final AtomicInteger open;

    Submission(int events) {
        receipts = new Receipt[events];
        open = new AtomicInteger(events);
    }

    /** Called once for each event that is committed, by any thread. */
    final void committed(int event, Receipt receipt) {
        receipts[event] = receipt;
        if (open.decrementAndGet() == 0) {
            stored(Arrays.asList(receipts));
        }
    }

    /** Called once for each event that is not, or not known to be, committed. */
    final void notStored(Shed why) {
        if (open.getAndSet(FAILED) > 0) {
            unavailable(why);
        }
    }

    /** Every event is committed; the receipts are in the order of the events. */
    abstract void stored(List<Receipt> all);

    abstract void unavailable(Shed why);
}
