package tallygate.gateway.mysql;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import tallygate.callback.PaymentEvent;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskStatus;
import tallygate.gateway.task.WaitReason;
import tallygate.signature.RawRequest;

/**
 * A row of {@code async_task} as it is to begin.
 *
 * @param lane the route's number
 * @param dueIn from now to next_retry_time
 * @param error empty for none
 * @param effectOf the task that has this one's effect; then this row claims none
 */
record InsertRow(
        NewTask task,
        TaskId id,
        int lane,
        TaskStatus status,
        int epoch,
        long owner,
        Duration dueIn,
        WaitReason waitReason,
        String error,
        Optional<TaskId> effectOf) {

    private static final Instant OCCURRED_MIN = Instant.parse("1970-01-01T00:00:00Z");
    private static final Instant OCCURRED_MAX = Instant.parse("9999-01-01T00:00:00Z");
    private static final int NAME_MAX = 64;

    static InsertRow of(NewTask task, int lane, long owner, Duration lease) {
        return switch (task.start()) {
            case NewTask.Start.Leased _ ->
                new InsertRow(
                        task,
                        task.id(),
                        lane,
                        TaskStatus.PROCESSING,
                        1,
                        owner,
                        lease,
                        WaitReason.NONE,
                        "",
                        Optional.empty());
            case NewTask.Start.Due _ ->
                new InsertRow(
                        task,
                        task.id(),
                        lane,
                        TaskStatus.PENDING,
                        0,
                        0,
                        Duration.ZERO,
                        WaitReason.NONE,
                        "",
                        Optional.empty());
            case NewTask.Start.Later(Duration in) ->
                new InsertRow(
                        task, task.id(), lane, TaskStatus.PENDING, 0, 0, in, WaitReason.NONE, "", Optional.empty());
            case NewTask.Start.Held held ->
                new InsertRow(
                        task,
                        task.id(),
                        lane,
                        TaskStatus.PENDING,
                        0,
                        0,
                        NewTask.Start.Held.WAIT,
                        WaitReason.HELD,
                        held.why(),
                        Optional.empty());
        };
    }

    InsertRow withId(TaskId other) {
        return new InsertRow(task, other, lane, status, epoch, owner, dueIn, waitReason, error, effectOf);
    }

    /** Stored, not to be run: the other task carries the effect out. */
    InsertRow linkedTo(TaskId first) {
        return new InsertRow(
                task, id, lane, TaskStatus.SUCCESS, 0, 0, Duration.ZERO, WaitReason.NONE, "", Optional.of(first));
    }

    /** About as many bytes as it takes on the way. */
    long bytes() {
        long content = task.event().content().length;
        return 2048L + task.request().body().length + (isContentTheBody() ? 0 : content);
    }

    private boolean isContentTheBody() {
        byte[] content = task.event().content();
        return Arrays.equals(content, task.request().body());
    }

    /** Lengths that the database would refuse, found before it is asked. */
    void check() {
        RawRequest request = task.request();
        boolean isFitting = task.endpoint().length() <= NAME_MAX
                && task.provider().length() <= NAME_MAX
                && task.route().length() <= NAME_MAX
                && task.event().currency().length() <= 16
                && request.method().length() <= 16
                && request.scheme().length() <= 8
                && request.authority().length() <= 170
                && request.remoteAddress().length() <= 64
                && request.target().length() <= 21_000;
        if (!isFitting) {
            throw new StoreException(StoreException.Kind.REFUSED, "insert: a text of a row is longer than its column");
        }
    }

    /** @param seal what of the payment is stored in clear */
    void bind(Params to, PayloadSeal seal) throws SQLException {
        PaymentEvent event = task.event();
        Overlong overlong = new Overlong();
        to.add(id.value());
        key(to, overlong, "source", task.source());
        to.add(task.endpoint()).add(task.provider()).add(task.route()).add(lane).add(event.bizType());
        key(to, overlong, "biz_id", event.bizId());
        key(to, overlong, "event_id", event.eventId());
        to.add(overlong.text("event_type", event.eventType()));
        key(to, overlong, "provider_txn_id", event.providerTxnId());
        to.add(event.amountMinor()).add(event.currency());
        to.addOrNull(event.occurredAt()
                .filter(at -> at.isAfter(OCCURRED_MIN) && at.isBefore(OCCURRED_MAX))
                .map(Params::text)
                .orElse(null));
        to.add(event.digest());
        bindEffect(to, overlong);
        to.add(status.code())
                .add(epoch)
                .add(dueIn.toMillis() * 1000)
                .add(owner)
                .add(epoch)
                .add(waitReason.code());
        to.addOrNull(error.isEmpty() ? null : Texts.cut(error, Texts.ERROR_MAX));
        bindMoment(to);
        if (seal.isOn()) {
            bindSealed(to, seal, overlong);
        } else {
            bindRequest(to);
            to.addOrNull(isContentTheBody() ? null : event.content());
            to.addOrNull(overlong.bytes()).add(0);
        }
    }

    private void bindEffect(Params to, Overlong overlong) throws SQLException {
        if (task.effectKey().isEmpty() || effectOf.isPresent() || status == TaskStatus.FAILED) {
            to.addOrNull((byte[]) null);
        } else {
            key(to, overlong, "effect_key", task.effectKey());
        }
        to.add(effectOf.map(first -> java.util.OptionalLong.of(first.value())).orElse(java.util.OptionalLong.empty()));
    }

    private static void key(Params to, Overlong overlong, String column, String text) throws SQLException {
        to.add(overlong.column(column, text));
    }

    /** Where it came to: nothing of the payment. */
    private void bindMoment(Params to) throws SQLException {
        RawRequest request = task.request();
        to.addOrNull(request.method().isEmpty() ? null : request.method())
                .addOrNull(request.scheme().isEmpty() ? null : request.scheme())
                .addBytes(request.authority());
    }

    /** Target, headers, body and content as one sealed piece in the place of the body. */
    private void bindSealed(Params to, PayloadSeal seal, Overlong overlong) throws SQLException {
        RawRequest request = task.request();
        byte[] bound = PayloadSeal.ofTask(
                id.value(),
                Keys.column(task.source()),
                Keys.column(task.event().eventId()),
                new PayloadSeal.Business(
                        Keys.column(task.event().bizId()),
                        task.event().amountMinor(),
                        task.event().currency()));
        Optional<byte[]> content =
                isContentTheBody() ? Optional.empty() : Optional.of(task.event().content());
        PayloadSeal.Sealed sealed = seal.seal(PayloadSeal.pack(request, content), bound);
        to.addOrNull((byte[]) null)
                .addOrNull((byte[]) null)
                .addBytes(request.remoteAddress())
                .add(sealed.bytes())
                .addOrNull((byte[]) null)
                .addOrNull(overlong.bytes())
                .add(sealed.key());
    }

    private void bindRequest(Params to) throws SQLException {
        RawRequest request = task.request();
        to.addBytes(request.target())
                .add(RequestBytes.headers(request.headers()))
                .addBytes(request.remoteAddress())
                .add(request.body());
    }
}
