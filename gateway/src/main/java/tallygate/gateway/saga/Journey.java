package tallygate.gateway.saga;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.saga.Reply;
import tallygate.gateway.task.StoreException;

/**
 * Carries one saga on while its lease holds: writes, then calls, then waits for replies. It has no thread; whoever drives it
 * calls one method at a time.
 */
final class Journey {
    private static final Logger log = LoggerFactory.getLogger(Journey.class);
    private static final int ROUNDS_MAX = 8;

    private final Course course;
    private final SagaStore store;
    private final Sender sender;
    private final LongSupplier nanos;
    private long lookedNanos;
    private long heldUntilNanos;
    private boolean mustReread;
    private boolean isOver;

    /** Sends a call and tells the reply later, by {@link #replied}. Never blocks for long. */
    @FunctionalInterface
    interface Sender {
        void send(Call call, Journey journey);
    }

    /** What is to be done with it next. */
    enum Next {
        /** Tell it the next reply. */
        AWAIT,
        /** The store was in trouble: proceed again soon. */
        TROUBLE,
        /** Nothing more here: ended, released, or somebody else's. */
        OVER
    }

    /** @param heldSince by the monotonic clock, from before the lease was asked for */
    Journey(Course course, SagaStore store, Sender sender, LongSupplier nanos, long heldSince, Duration lease) {
        this.course = course;
        this.store = store;
        this.sender = sender;
        this.nanos = nanos;
        this.lookedNanos = nanos.getAsLong();
        this.heldUntilNanos = heldSince + lease.toNanos();
    }

    Snapshot saga() {
        return course.saga();
    }

    /** A reply that comes after the end is dropped: a result came by message before it, or somebody else goes on. */
    void replied(Call call, Reply reply, Duration took) {
        if (!isOver) {
            course.replied(call, reply, took);
        }
    }

    Next proceed() {
        Next next = isOver ? Next.OVER : goOn();
        isOver = next == Next.OVER;
        return next;
    }

    private Next goOn() {
        try {
            for (int round = 0; round < ROUNDS_MAX; round++) {
                Optional<Next> next = oneRound();
                if (next.isPresent()) {
                    return next.get();
                }
            }
            return Next.TROUBLE;
        } catch (StoreException e) {
            // What a transaction of unknown end has written shows in the rows, or it has written nothing.
            mustReread |= e.kind() == StoreException.Kind.UNKNOWN;
            log.warn(
                    "saga={} kind={} not written, tried again while the lease holds",
                    course.saga().id(),
                    e.kind());
            return isLate() ? Next.OVER : Next.TROUBLE;
        }
    }

    private boolean isLate() {
        return nanos.getAsLong() - heldUntilNanos >= 0;
    }

    /** @return empty: look again */
    private Optional<Next> oneRound() {
        if (isLate()) {
            log.info(
                    "saga={} its lease may have ended, left to the next node",
                    course.saga().id());
            return Optional.of(Next.OVER);
        }
        if (mustReread) {
            Optional<Snapshot> current = store.reread(course.saga().lease());
            if (current.isEmpty() || current.get().status().isEnded()) {
                return Optional.of(Next.OVER);
            }
            course.refresh(current.get());
            lookedNanos = nanos.getAsLong();
            mustReread = false;
        }
        long now = nanos.getAsLong();
        Plan plan = course.plan(Duration.ofNanos(now - lookedNanos));
        lookedNanos = now;
        if (plan.isEmpty()) {
            return Optional.of(Next.AWAIT);
        }
        return switch (store.apply(plan.transition())) {
            case MADE -> go(plan, now);
            case STALE -> {
                mustReread = true;
                yield Optional.empty();
            }
            case LOCKED -> Optional.of(Next.OVER);
            case LOST -> {
                log.info(
                        "saga={} was taken over by another node, which goes on with it",
                        course.saga().id());
                yield Optional.of(Next.OVER);
            }
        };
    }

    private Optional<Next> go(Plan plan, long beforeNanos) {
        course.committed(plan);
        if (!(plan.transition().ending() instanceof Transition.Ending.Keep(Duration lease))) {
            return Optional.of(Next.OVER);
        }
        heldUntilNanos = beforeNanos + lease.toNanos();
        if (isLate()) {
            return Optional.of(Next.OVER);
        }
        List<Call> calls = plan.calls();
        calls.forEach(call -> sender.send(call, this));
        return course.awaitsReplies() ? Optional.of(Next.AWAIT) : Optional.empty();
    }
}
