package tallygate.gateway.task;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What {@link ProbeStore} says, in memory. */
final class MemoryProbes implements ProbeStore {
    private final MemoryTasks tasks;
    private final Map<TaskId, Entry> entries = new LinkedHashMap<>();

    MemoryProbes(MemoryTasks tasks) {
        this.tasks = tasks;
    }

    private static final class Entry {
        Cause cause = Cause.DONE;
        Instant due = Instant.EPOCH;
        int asked;
        int reopened;
        Answer answer = Answer.OPEN;
        String detail = "";
    }

    synchronized void note(TaskId task, Cause cause, Duration delay) {
        Entry entry = entries.computeIfAbsent(task, _ -> new Entry());
        entry.cause = cause;
        entry.due = tasks.now().plus(delay);
        entry.asked = 0;
        entry.answer = Answer.OPEN;
        entry.detail = "";
    }

    synchronized boolean isAsking() {
        return entries.values().stream().anyMatch(entry -> entry.answer == Answer.OPEN);
    }

    @Override
    public synchronized List<Probe> take(String route, int limit, Duration again) {
        List<Probe> taken = new ArrayList<>();
        entries.forEach((id, entry) -> {
            TaskRow row = tasks.find(id).orElseThrow().view();
            boolean isDue = entry.answer == Answer.OPEN && !entry.due.isAfter(tasks.now());
            if (isDue && row.route().equals(route) && taken.size() < limit) {
                taken.add(new Probe(row, entry.cause, entry.asked, entry.reopened));
                entry.due = tasks.now().plus(again);
                entry.asked++;
            }
        });
        return taken;
    }

    @Override
    public synchronized void later(TaskId task, Duration delay) {
        Entry entry = entries.get(task);
        if (entry != null && entry.answer == Answer.OPEN) {
            entry.due = tasks.now().plus(delay);
        }
    }

    @Override
    public synchronized void settle(TaskId task, Answer answer, String detail, boolean isReopened) {
        Entry entry = entries.get(task);
        if (entry == null || entry.answer != Answer.OPEN) {
            return;
        }
        if (answer == Answer.APPLIED && entry.cause == Cause.DONE) {
            entries.remove(task);
            return;
        }
        entry.answer = answer;
        entry.detail = detail;
        entry.reopened += isReopened ? 1 : 0;
    }

    @Override
    public synchronized boolean isAsking(TaskId task) {
        Entry entry = entries.get(task);
        return entry != null && entry.cause == Cause.FAILED && entry.answer == Answer.OPEN;
    }

    @Override
    public synchronized Optional<Known> find(TaskId task) {
        return Optional.ofNullable(entries.get(task))
                .map(entry -> new Known(entry.cause, entry.answer, entry.asked, entry.detail));
    }
}
