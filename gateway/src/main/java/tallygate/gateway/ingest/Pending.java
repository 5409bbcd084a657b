package tallygate.gateway.ingest;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tallygate.callback.PaymentEvent;
import tallygate.gateway.task.DedupKey;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.NewTask.Start;
import tallygate.gateway.task.TaskId;
import tallygate.signature.RawRequest;

/** One event that is accepted and not yet settled; a link of the writer's queue. */
final class Pending {
    /** What a row costs in memory besides its body and its readable content. */
    private static final int OVERHEAD_BYTES = 512;

    /**
     * What is to be stored.
     *
     * @param effectKey empty for none
     * @param hold why it must not run by itself; empty: it may
     * @param isQuestion true for a hint: it goes where providers are asked, and not before {@link Hints#WINDOW}
     */
    record Row(PaymentEvent event, RawRequest request, String effectKey, String hold, boolean isQuestion) {
        static Row of(PaymentEvent event, RawRequest request, String effectKey, String hold) {
            return new Row(event, request, effectKey, hold, false);
        }

        static Row question(PaymentEvent event, RawRequest request) {
            return new Row(event, request, "", "", true);
        }
    }

    /** Which event of whose request it is. */
    record Claim(Submission submission, int event) {}

    final Desk desk;
    final DedupKey key;
    final Row row;
    /** Monotonic nanoseconds. */
    final long deadline;

    private final Claim claim;

    /** The one that was pushed before this one, while both are in the queue. */
    @Nullable
    Pending below;

    Pending(Desk desk, DedupKey key, Row row, Claim claim, long deadline) {
        this.desk = desk;
        this.key = key;
        this.row = row;
        this.claim = claim;
        this.deadline = deadline;
    }

    int bytes() {
        byte[] body = row.request.body();
        byte[] content = row.event.content();
        return OVERHEAD_BYTES + body.length + content.length;
    }

    boolean hasSameContentAs(Pending other) {
        return Arrays.equals(row.event.digest(), other.row.event.digest());
    }

    NewTask task(TaskId id, Start start) {
        Endpoint at = desk.endpoint();
        return new NewTask(
                id, key.source(), at.name(), at.provider(), route(), row.event, row.effectKey, row.request, start);
    }

    String route() {
        return row.isQuestion
                ? Hints.route(desk.endpoint().provider())
                : desk.endpoint().route();
    }

    void committed(Receipt receipt) {
        claim.submission.committed(claim.event, receipt);
    }

    void notStored(Shed why) {
        claim.submission.notStored(why);
    }
}
