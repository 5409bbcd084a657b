package tallygate.gateway.task;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import tallygate.callback.PaymentEvent;
import tallygate.signature.RawRequest;

/** Takes the shop's own tasks: idempotent on the event id, stored when it returns. */
public final class OwnTasks {
    private final IntakeStore store;
    private final Supplier<TaskId> ids;
    private final Supplier<Set<String>> routes;

    /**
     * @param store takes calls of many threads at once
     * @param routes names of the routes of this node's configuration
     */
    public OwnTasks(IntakeStore store, Supplier<TaskId> ids, Supplier<Set<String>> routes) {
        this.store = store;
        this.ids = ids;
        this.routes = routes;
    }

    /** What became of a task that a shop wants. */
    public sealed interface Made {
        /** Committed. */
        record Stored(TaskId task) implements Made {}

        /** The event id is known with the same content: nothing new. */
        record Known(TaskId task) implements Made {}

        /** The event id is known with other content, which is kept as a conflict and not run. */
        record Conflict(TaskId task) implements Made {}

        /** It is not fit to be stored; all problems at once. Nothing was written. */
        record Refused(List<OwnTask.Problem> problems) implements Made {
            public Refused {
                problems = List.copyOf(problems);
            }
        }
    }

    /** @throws StoreException when it is not known to be stored: the same call again is safe */
    public Made make(OwnTask wanted) {
        List<OwnTask.Problem> problems = new java.util.ArrayList<>(wanted.problems());
        if (!wanted.route().isEmpty() && !routes.get().contains(wanted.route())) {
            problems.add(new OwnTask.Problem(
                    "route", "is none of this node's; known: " + String.join(", ", new TreeSet<>(routes.get()))));
        }
        if (!problems.isEmpty()) {
            return new Made.Refused(problems);
        }
        NewTask task = new NewTask(
                ids.get(),
                wanted.source(),
                "",
                "",
                wanted.route(),
                event(wanted),
                "",
                new RawRequest("", "", "", "", List.of(), wanted.payload(), ""),
                wanted.in().isZero() ? new NewTask.Start.Due() : new NewTask.Start.Later(wanted.in()));
        return switch (store.insert(List.of(task), 0, Duration.ofSeconds(30)).getFirst()) {
            case Insertion.Fresh(TaskId id) -> new Made.Stored(id);
            case Insertion.Earlier(TaskId id) -> new Made.Stored(id);
            case Insertion.Duplicate(TaskId id) -> new Made.Known(id);
            case Insertion.Conflict(TaskId id) -> new Made.Conflict(id);
            case Insertion.EffectTaken(TaskId id, TaskId _) -> new Made.Known(id);
            case Insertion.Quarantined(TaskId id, String _) -> new Made.Known(id);
        };
    }

    private static PaymentEvent event(OwnTask wanted) {
        return new PaymentEvent(
                wanted.eventId(),
                wanted.eventType(),
                wanted.bizType(),
                wanted.bizId(),
                "",
                "",
                wanted.amountMinor(),
                wanted.currency(),
                "",
                Optional.empty(),
                Optional.empty(),
                digest(wanted),
                wanted.payload());
    }

    /** Over all that a handler gets to see, each part with its length in front. */
    private static byte[] digest(OwnTask wanted) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            String amount = wanted.amountMinor().isPresent()
                    ? Long.toString(wanted.amountMinor().getAsLong())
                    : "";
            for (String part : List.of(
                    wanted.route(), wanted.eventType(), wanted.bizType(), wanted.bizId(), amount, wanted.currency())) {
                byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
                digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
                digest.update(bytes);
            }
            return digest.digest(wanted.payload());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java platform has SHA-256", e);
        }
    }
}
