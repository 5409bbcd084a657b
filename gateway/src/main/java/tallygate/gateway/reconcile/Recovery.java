package tallygate.gateway.reconcile;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tallygate.callback.PaymentEvent;
import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.IntakeStore;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.TaskId;
import tallygate.signature.RawRequest;

/**
 * Brings in what no callback told of, the way every callback goes: the same insert, the same effect key. Whichever comes
 * first, the late callback or this, the other is stored, linked and not run.
 */
public final class Recovery {
    /** Where a task that was brought in names its origin instead of an address. */
    public static final String MARK = "recovered:";

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration MEMORY_MARGIN = Duration.ofDays(1);

    private final IntakeStore store;
    private final Supplier<TaskId> ids;
    private final Duration dedupMemory;
    private final InstantSource clock;

    /** @param store one of its own: an intake store belongs to one caller */
    public Recovery(IntakeStore store, Supplier<TaskId> ids, Duration dedupMemory, InstantSource clock) {
        this.store = store;
        this.ids = ids;
        this.dedupMemory = dedupMemory;
        this.clock = clock;
    }

    /** What bringing in came to. Committed in each case. */
    public sealed interface Brought {
        /** The task that answers for the event. */
        TaskId task();

        /** A new task. */
        record Fresh(TaskId task) implements Brought {}

        /** The event, or its effect, had been stored meanwhile: nothing is run twice. */
        record Known(TaskId task) implements Brought {}
    }

    /**
     * The identity and the effect of the event decide; nothing of this call does.
     *
     * @param origin how it became known, at most 40 characters
     */
    public synchronized Brought bring(String source, Account.Target at, PaymentEvent event, String origin) {
        NewTask task = new NewTask(
                ids.get(),
                source,
                at.endpoint(),
                at.provider(),
                at.route(),
                event,
                event.effect().map(effect -> source + ":" + effect.key()).orElse(""),
                request(event.content(), at, MARK + origin),
                start(event, at));
        return switch (store.insert(List.of(task), 0, LEASE).getFirst()) {
            case Insertion.Fresh fresh -> new Brought.Fresh(fresh.task());
            case Insertion.Earlier earlier -> new Brought.Fresh(earlier.task());
            case Insertion.EffectTaken taken -> new Brought.Known(taken.first());
            case Insertion.Duplicate duplicate -> new Brought.Known(duplicate.task());
            case Insertion.Conflict conflict -> new Brought.Known(conflict.task());
            case Insertion.Quarantined quarantined -> new Brought.Known(quarantined.task());
        };
    }

    private NewTask.Start start(PaymentEvent event, Account.Target at) {
        Instant oldest = clock.instant().minus(dedupMemory).plus(MEMORY_MARGIN);
        Optional<Instant> occurred = event.occurredAt();
        if (!event.hold().isEmpty()) {
            return new NewTask.Start.Held(event.hold());
        }
        if (occurred.isPresent() && occurred.get().isBefore(oldest)) {
            return new NewTask.Start.Held("older than the dedup memory: ask the provider");
        }
        if (at.sendsOriginal() || at.runsEveryEvent()) {
            return new NewTask.Start.Held("brought in by reconciliation: this route needs the callback itself");
        }
        return new NewTask.Start.Due();
    }

    private static RawRequest request(byte[] body, Account.Target at, String mark) {
        return new RawRequest("POST", "https", "", "/callbacks/" + at.endpoint(), List.of(), body, mark);
    }

    /** Content for an event that only a statement tells of. */
    static byte[] content(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }
}
