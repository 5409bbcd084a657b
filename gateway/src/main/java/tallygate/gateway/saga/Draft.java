package tallygate.gateway.saga;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One decision while it is made: what has been decided so far about one saga. */
final class Draft {
    private static final int ASKS_MAX = 20;

    private final Definition definition;
    private final Set<String> underWay;
    private final SagaStatus from;
    private final Map<String, Transition.Write> writes = new LinkedHashMap<>();
    private final List<Transition.DeadLetter> dead = new ArrayList<>();
    private final List<Call> calls = new ArrayList<>();
    private Snapshot saga;
    private String why = "";
    private boolean isAnyUnderWay;
    private Optional<Duration> wait = Optional.empty();

    /** @param underWay requests whose replies this node awaits */
    Draft(Definition definition, Snapshot saga, Set<String> underWay) {
        this.definition = definition;
        this.saga = saga;
        this.underWay = Set.copyOf(underWay);
        this.from = saga.status();
    }

    /** What can be done about a request now. */
    private enum Act {
        SETTLED,
        /** Under way, called, or waiting for its time. */
        OPEN,
        /** No try is left. */
        EXHAUSTED
    }

    Definition definition() {
        return definition;
    }

    Snapshot saga() {
        return saga;
    }

    boolean isAnyForwardUnderWay() {
        return underWay.stream().anyMatch(request -> !request.contains(":c:"));
    }

    /** It has just begun: that is written first. */
    boolean isBeginning() {
        return from == SagaStatus.CREATED;
    }

    void to(SagaStatus status, String reason) {
        saga = saga.in(status);
        why = reason;
    }

    /** @return true when the request is settled, or no try is left for it */
    boolean isOver(Direction direction, Step step) {
        return saga.entry(direction, step.seq())
                .map(entry -> look(entry, step) != Act.OPEN)
                .orElse(false);
    }

    boolean isExhausted(Entry entry, Step step) {
        return look(entry, step) == Act.EXHAUSTED;
    }

    private Act look(Entry entry, Step step) {
        if (entry.status().isSettled()) {
            return Act.SETTLED;
        }
        boolean isOpen = underWay.contains(entry.requestId())
                || !entry.isDue()
                || mayAsk(entry, step)
                || step.rules().pauses(entry.direction()).allows(entry.tries());
        return isOpen ? Act.OPEN : Act.EXHAUSTED;
    }

    /** Once after each send, and on while the participant says that it is at it. */
    private static boolean mayAsk(Entry entry, Step step) {
        boolean isOffered =
                step.ways().status().isPresent() || !entry.statusUrl().isEmpty();
        return isOffered && entry.asks() < ASKS_MAX && (entry.asks() == 0 || entry.status() == StepStatus.SENT);
    }

    /** Sends the step's request, or does what its entry needs now. The request must not be over. */
    void carryOn(Direction direction, Step step) {
        Optional<Entry> known = saga.entry(direction, step.seq());
        if (known.isEmpty()) {
            Entry first = Entry.sent(saga.id(), direction, step.seq(), saga.mark() + 1, Duration.ZERO);
            write(first, step);
            calls.add(new Call(Call.Kind.SEND, step, first));
            return;
        }
        Entry entry = known.get();
        if (underWay.contains(entry.requestId())) {
            isAnyUnderWay = true;
        } else if (!entry.isDue()) {
            wait = wait.filter(other -> other.compareTo(entry.due()) <= 0).or(() -> Optional.of(entry.due()));
        } else if (mayAsk(entry, step)) {
            calls.add(new Call(Call.Kind.ASK, step, entry));
        } else {
            Entry again = entry.sentAgain(saga.mark() + 1, Duration.ZERO);
            write(again, step);
            calls.add(new Call(Call.Kind.SEND, step, again));
        }
    }

    void settle(Entry entry, StepStatus status, String reason, Step step) {
        write(entry.settled(status, entry.response(), reason), step);
    }

    void bury(Entry entry, Step step) {
        dead.add(new Transition.DeadLetter(entry.requestId(), entry.seq(), step.name(), entry.tries(), entry.error()));
    }

    private void write(Entry after, Step step) {
        Optional<Entry> before = Optional.ofNullable(saga.entries().get(after.requestId()));
        writes.merge(
                after.requestId(),
                new Transition.Write(before, after, step.name()),
                (first, next) -> new Transition.Write(first.before(), next.after(), next.stepName()));
        saga = saga.with(after);
    }

    /** @param lease for as long as calls are under way */
    Plan plan(Duration lease) {
        boolean isAwaited = isAnyUnderWay || !calls.isEmpty();
        return plan(
                isAwaited
                        ? new Transition.Ending.Keep(lease)
                        : new Transition.Ending.Release(wait.orElse(Duration.ZERO)));
    }

    /** Only what is known is written; the replies that are still awaited decide. */
    Plan awaitReplies(Duration lease) {
        return plan(new Transition.Ending.Keep(lease));
    }

    /** A direction that is new is written first: no move skips a state. */
    Plan end(SagaStatus status, Duration lease) {
        if (saga.status() != from) {
            return plan(new Transition.Ending.Keep(lease));
        }
        saga = saga.in(status);
        return plan(new Transition.Ending.End());
    }

    Plan hold(String reason) {
        why = reason;
        return plan(new Transition.Ending.Hold(reason));
    }

    private Plan plan(Transition.Ending ending) {
        int step = saga.entries().values().stream()
                .filter(entry -> entry.direction() == Direction.FORWARD)
                .mapToInt(Entry::seq)
                .max()
                .orElse(0);
        var told = new Transition.Told(dead, List.of(), why);
        var transition =
                new Transition(saga.lease(), from, saga.status(), step, List.copyOf(writes.values()), told, ending);
        return new Plan(transition, saga, List.copyOf(calls));
    }
}
