package tallygate.chaos;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tallygate.chaos.Evidence.Delivery;
import tallygate.chaos.Evidence.Move;
import tallygate.chaos.Evidence.Notice;
import tallygate.chaos.Evidence.Row;
import tallygate.chaos.Evidence.Script;
import tallygate.chaos.Evidence.Try;
import tallygate.gateway.task.TaskStatus;

/** Holds what a run left behind against I1 to I4: callbacks, tasks and effects. {@link BooksChecker} holds the rest. */
final class Checker {
    /** Two clocks on one machine, and a millisecond of rounding on both sides. */
    private static final Duration SLACK = Duration.ofMillis(20);

    private final Evidence evidence;
    private final Map<String, List<Row>> rowsByEvent;
    private final Map<String, List<Delivery>> deliveriesByEvent;
    private final Map<String, List<Delivery>> deliveriesByKey;
    private final List<String> broken = new ArrayList<>();

    private Checker(Evidence evidence) {
        this.evidence = evidence;
        this.rowsByEvent = evidence.rows().stream().collect(Collectors.groupingBy(Row::event));
        this.deliveriesByEvent = evidence.deliveries().stream().collect(Collectors.groupingBy(Delivery::event));
        this.deliveriesByKey = evidence.deliveries().stream().collect(Collectors.groupingBy(Delivery::key));
    }

    /** Each line begins with the invariant that does not hold. */
    static List<String> broken(Evidence evidence) {
        Checker checker = new Checker(evidence);
        checker.storedOnce();
        checker.nothingLostOrInvented();
        checker.effectsOnce();
        checker.movesLegal();
        checker.broken.addAll(BooksChecker.broken(evidence));
        return List.copyOf(checker.broken);
    }

    private void flag(String invariant, String what) {
        broken.add(invariant + ": " + what);
    }

    private void storedOnce() {
        Map<String, Long> amounts =
                evidence.notices().stream().collect(Collectors.toMap(Notice::event, Notice::amount, (a, _) -> a));
        for (String event : acknowledged()) {
            List<Row> rows = rowsByEvent.getOrDefault(event, List.of());
            if (rows.size() != 1) {
                flag("I1", event + " was acknowledged and stands in the table " + rows.size() + " times");
            } else if (!amounts.containsKey(event) || rows.getFirst().amount() != amounts.get(event)) {
                flag("I1", event + " was stored with another amount: " + rows.getFirst());
            }
        }
        rowsByEvent.forEach((event, rows) -> {
            if (rows.size() > 1) {
                flag("I1", event + " stands in the table " + rows.size() + " times");
            }
        });
    }

    private Set<String> acknowledged() {
        return evidence.tries().stream()
                .filter(sent -> sent.status() / 100 == 2)
                .map(Try::event)
                .collect(Collectors.toSet());
    }

    private void nothingLostOrInvented() {
        Set<String> acknowledged = acknowledged();
        Set<String> genuine = new HashSet<>();
        for (Notice notice : evidence.notices()) {
            if (notice.script() == Script.FORGED) {
                if (acknowledged.contains(notice.event()) || rowsByEvent.containsKey(notice.event())) {
                    flag("I2", notice.event() + " is a forgery and was taken");
                }
            } else {
                genuine.add(notice.event());
                if (!acknowledged.contains(notice.event())) {
                    flag("I2", notice.event() + " was sent again and again and never acknowledged");
                }
            }
        }
        rowsByEvent.keySet().stream()
                .filter(event -> !genuine.contains(event))
                .forEach(event -> flag("I2", event + " is stored and nobody sent it"));
    }

    private void effectsOnce() {
        deliveriesByKey.forEach((key, deliveries) -> {
            if (deliveries.stream().filter(Delivery::hasApplied).count() > 1) {
                flag("I3", "key " + key + " was applied more than once");
            }
        });
        deliveriesByEvent.forEach((event, deliveries) -> {
            if (deliveries.stream().map(Delivery::key).distinct().count() > 1) {
                flag("I3", event + " came under several keys: a receiver cannot tell that it is the same effect");
            }
        });
        Map<String, Integer> applied = new HashMap<>();
        evidence.deliveries().stream()
                .filter(Delivery::hasApplied)
                .forEach(one -> applied.merge(one.event(), 1, Integer::sum));
        Set<String> delivered = evidence.notices().stream()
                .filter(notice -> isDelivered(notice.script()))
                .map(Notice::event)
                .collect(Collectors.toSet());
        for (Row row : evidence.rows()) {
            if (row.status() == TaskStatus.SUCCESS.code() && !row.isLinked() && delivered.contains(row.event())) {
                doneByItsOwnTry(row, applied.getOrDefault(row.event(), 0));
            }
        }
    }

    private static boolean isDelivered(Script script) {
        return switch (script) {
            case PLAIN, FLAKY, EARLY, POISON -> true;
            case FLOW, FLOW_REFUSED, FLOW_STUCK, FORGED -> false;
        };
    }

    /** The row counts tries; the one that is counted last must be the one whose success ended it. */
    private void doneByItsOwnTry(Row row, int applied) {
        if (applied != 1) {
            flag("I3", row.event() + " is done and its effect was made " + applied + " times");
        }
        Optional<Instant> answered = deliveriesByEvent.getOrDefault(row.event(), List.of()).stream()
                .filter(delivery -> delivery.attempt() == row.attempts())
                .flatMap(delivery -> delivery.answered().stream())
                .min(Instant::compareTo);
        Optional<Instant> ended = evidence.moves().stream()
                .filter(move -> move.task() == row.id() && move.to() == TaskStatus.SUCCESS.code())
                .map(Move::at)
                .max(Instant::compareTo);
        if (answered.isEmpty()) {
            flag("I3", row.event() + " is done at try " + row.attempts() + ", which nobody answered with success");
        } else if (ended.isPresent() && ended.get().plus(SLACK).isBefore(answered.get())) {
            flag("I3", row.event() + " was ended by a try that had lost its lease");
        }
    }

    private void movesLegal() {
        Set<String> byHand =
                evidence.audited().stream().map(Evidence.Audited::object).collect(Collectors.toSet());
        Map<Long, Integer> epochs = new TreeMap<>();
        for (Move move : evidence.moves()) {
            String what = "task " + move.task() + " moved " + move.from() + " to " + move.to();
            TaskStatus from = TaskStatus.of(move.from());
            TaskStatus to = TaskStatus.of(move.to());
            if (from != to && !from.next().contains(to)) {
                flag("I4", what + ", which is no legal move");
            }
            boolean isTerminal =
                    from == TaskStatus.SUCCESS || from == TaskStatus.FAILED || from == TaskStatus.COMPENSATED;
            if (isTerminal && from != to && !byHand.contains(Long.toString(move.task()))) {
                flag("I4", what + " without an audit row");
            }
            int before = epochs.getOrDefault(move.task(), 0);
            if (move.epochAfter() < move.epochBefore() || move.epochBefore() < before) {
                flag("I4", what + " with its epoch falling");
            }
            epochs.put(move.task(), move.epochAfter());
            boolean isClaim = from == TaskStatus.PENDING && to == TaskStatus.PROCESSING;
            if (isClaim && move.epochAfter() != move.epochBefore() + 1) {
                flag("I4", what + " without a new epoch");
            }
        }
    }
}
