package tallygate.chaos;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tallygate.chaos.Evidence.Audited;
import tallygate.chaos.Evidence.Notice;
import tallygate.chaos.Evidence.Operated;
import tallygate.chaos.Evidence.Row;
import tallygate.chaos.Evidence.SagaRow;
import tallygate.chaos.Evidence.Script;
import tallygate.chaos.Evidence.Steps;
import tallygate.gateway.task.TaskStatus;

/** I5 to I10: sagas, people, liveness, secrets, counters, leaks. */
final class BooksChecker {
    private static final int COMPLETED = 2;
    private static final int COMPENSATED = 4;
    private static final int STUCK = 5;

    private final Evidence evidence;
    private final Map<String, Script> scripts = new HashMap<>();
    private final List<String> broken = new ArrayList<>();

    private BooksChecker(Evidence evidence) {
        this.evidence = evidence;
        evidence.notices().forEach(notice -> scripts.put(notice.event(), notice.script()));
    }

    static List<String> broken(Evidence evidence) {
        BooksChecker checker = new BooksChecker(evidence);
        checker.sagasEnded();
        checker.peopleAudited();
        checker.everythingEnded();
        checker.nothingSecret();
        checker.countersAgree();
        evidence.traces().leaks().forEach(leak -> checker.flag("I10", leak));
        return checker.broken;
    }

    private void flag(String invariant, String what) {
        broken.add(invariant + ": " + what);
    }

    private void sagasEnded() {
        Set<String> started = evidence.sagas().stream().map(SagaRow::biz).collect(Collectors.toSet());
        for (Notice notice : evidence.notices()) {
            if (isFlow(notice.script()) && !started.contains(notice.payment())) {
                flag("I5", notice.event() + " was to start a saga and there is none for " + notice.payment());
            }
        }
        for (SagaRow saga : evidence.sagas()) {
            switch (saga.status()) {
                case COMPLETED ->
                    steps(saga).forEach((step, book) -> {
                        if (book.done() != 1 || book.undone() != 0) {
                            flag("I5", saga.saga() + " is completed and " + step + " was " + book);
                        }
                    });
                case COMPENSATED ->
                    steps(saga).forEach((step, book) -> {
                        if (book.done() != book.undone()) {
                            flag("I5", saga.saga() + " is compensated and " + step + " was " + book);
                        }
                    });
                case STUCK -> {
                    if (saga.deadLetters() == 0) {
                        flag("I5", saga.saga() + " is stuck and nobody is told");
                    }
                }
                default -> flag("I5", saga.saga() + " is left at " + saga.status());
            }
        }
    }

    private static boolean isFlow(Script script) {
        return script == Script.FLOW || script == Script.FLOW_REFUSED || script == Script.FLOW_STUCK;
    }

    private Map<String, Steps> steps(SagaRow saga) {
        Map<String, Steps> steps = new HashMap<>();
        evidence.books().forEach((place, book) -> {
            if (place.startsWith(saga.biz() + "/")) {
                steps.put(place, book);
            }
        });
        return steps;
    }

    /** An answer that broke may have been carried out; a success must have its row, and each row its request. */
    private void peopleAudited() {
        Map<String, Integer> rows = count(evidence.audited().stream()
                .filter(row -> row.action().startsWith("task-"))
                .map(Audited::object)
                .toList());
        Map<String, Integer> sure = count(evidence.operated().stream()
                .filter(one -> one.status() / 100 == 2)
                .map(Operated::task)
                .toList());
        Map<String, Integer> possible = count(evidence.operated().stream()
                .filter(one -> one.status() / 100 == 2 || one.status() == 0 || one.status() >= 500)
                .map(Operated::task)
                .toList());
        Set<String> tasks = new HashSet<>(rows.keySet());
        tasks.addAll(sure.keySet());
        for (String task : tasks) {
            int found = rows.getOrDefault(task, 0);
            if (found < sure.getOrDefault(task, 0) || found > possible.getOrDefault(task, 0)) {
                flag(
                        "I6",
                        "task " + task + " has " + found + " audit rows for " + sure.getOrDefault(task, 0)
                                + " actions that succeeded");
            }
        }
        if (!evidence.traces().chain().isEmpty()) {
            flag("I6", "the audit chain does not verify: " + evidence.traces().chain());
        }
    }

    private static Map<String, Integer> count(List<String> names) {
        Map<String, Integer> counts = new HashMap<>();
        names.forEach(name -> counts.merge(name, 1, Integer::sum));
        return counts;
    }

    private void everythingEnded() {
        Evidence.Traces traces = evidence.traces();
        if (traces.quiet().compareTo(traces.quietMax()) >= 0) {
            flag("I7", "not everything had ended " + traces.quiet().toSeconds() + " s after the last fault");
        }
        for (Row row : evidence.rows()) {
            boolean hasEnded =
                    row.status() != TaskStatus.PENDING.code() && row.status() != TaskStatus.PROCESSING.code();
            if (!hasEnded) {
                flag("I7", row + " has not ended");
            }
        }
    }

    private void nothingSecret() {
        evidence.traces()
                .texts()
                .forEach((name, text) -> evidence.traces().secrets().stream()
                        .filter(text::contains)
                        .forEach(secret -> flag(
                                "I8", name + " shows a secret that ends in " + secret.substring(secret.length() - 4))));
    }

    private void countersAgree() {
        evidence.traces().sums().forEach((name, sum) -> {
            if (sum[0] != sum[1]) {
                flag("I9", name + " counted " + sum[0] + ", found " + sum[1]);
            }
        });
        for (Row row : evidence.rows()) {
            Script script = scripts.getOrDefault(row.event(), Script.PLAIN);
            if (row.status() == TaskStatus.FAILED.code() && script != Script.POISON) {
                flag("I9", row + " failed, and nothing in its script says why");
            }
            if (row.owner() != 0) {
                flag("I10", row + " has ended and is still leased");
            }
        }
    }
}
