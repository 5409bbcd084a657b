package tallygate.gateway.task;

import java.time.Duration;
import tallygate.callback.PaymentEvent;
import tallygate.signature.RawRequest;

/**
 * One event on its way into the table.
 *
 * @param id generated here, before the insert: it answers "was it stored?" after a lost connection
 * @param source the provider account: the scope of the dedup key
 * @param effectKey {@code account:kind:reference}, empty when the event has no effect or the route runs every event
 * @param start what is to happen with it once it is committed
 */
public record NewTask(
        TaskId id,
        String source,
        String endpoint,
        String provider,
        String route,
        PaymentEvent event,
        String effectKey,
        RawRequest request,
        Start start) {

    /** How a new task begins its life. */
    public sealed interface Start {
        /** Inserted already leased by this node (status 1, epoch 1, attempts 1): handed over in memory after the commit. */
        record Leased() implements Start {}

        /** Inserted due at once: any node claims it. */
        record Due() implements Start {}

        /** Inserted pending, due after a while. */
        record Later(Duration in) implements Start {
            public Later {
                if (!in.isPositive()) {
                    throw new IllegalArgumentException("a task that starts later starts after some time, was " + in);
                }
            }
        }

        /** Stored, but waits for a person or a confirmation. */
        record Held(String why) implements Start {
            /** Due in so long, which is never: a person releases it before. */
            public static final Duration WAIT = Duration.ofDays(200 * 365);
        }
    }

    /** What the unique index compares, bytewise. */
    public DedupKey key() {
        return new DedupKey(source, event.eventId());
    }

    /** Without the request: it may hold a signature or a person's data. */
    @Override
    public String toString() {
        return "NewTask[id=" + id + ", route=" + route + ", source=" + source + ", eventId=" + event.eventId() + "]";
    }
}
