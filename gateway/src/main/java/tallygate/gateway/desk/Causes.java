package tallygate.gateway.desk;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tallygate.gateway.identity.Secrets;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskRow;

/** Failed tasks by what they have in common: one route, and one message with its numbers and ids taken out. */
public final class Causes {
    private static final Pattern VARYING = Pattern.compile(
            "[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}|\\b[0-9a-fA-F]{16,}\\b|\\b[\\w.-]*\\d[\\w.-]*\\d[\\w.-]*\\d[\\w.-]*\\d[\\w.-]*\\b");

    private Causes() {}

    /**
     * One cause.
     *
     * @param key short and stable, for addresses
     * @param money minor units held up, by currency
     */
    public record Cause(
            String key,
            String route,
            String message,
            List<TaskId> tasks,
            Map<String, Long> money,
            Instant first,
            Instant last) {
        public Cause {
            tasks = List.copyOf(tasks);
            money = new TreeMap<>(money);
        }
    }

    /** @return most tasks first */
    public static List<Cause> of(List<TaskRow> failed) {
        Map<String, List<TaskRow>> groups = new LinkedHashMap<>();
        failed.forEach(task ->
                groups.computeIfAbsent(key(task), _ -> new ArrayList<>()).add(task));
        List<Cause> causes = new ArrayList<>();
        groups.forEach((key, tasks) -> causes.add(cause(key, tasks)));
        causes.sort(
                Comparator.comparingInt((Cause cause) -> cause.tasks().size()).reversed());
        return causes;
    }

    /** The message without what differs from task to task; status codes and short words stay. */
    static String plain(String message) {
        return VARYING.matcher(message).replaceAll("…");
    }

    static String key(TaskRow task) {
        return Secrets.digest(task.route() + "\n" + plain(task.lastError())).substring(0, 12);
    }

    private static Cause cause(String key, List<TaskRow> tasks) {
        Map<String, Long> money = new TreeMap<>();
        List<TaskId> ids = new ArrayList<>();
        Instant first = tasks.getFirst().updatedAt();
        Instant last = first;
        for (TaskRow task : tasks) {
            ids.add(task.id());
            task.amountMinor().ifPresent(amount -> money.merge(task.currency(), amount, Long::sum));
            first = task.updatedAt().isBefore(first) ? task.updatedAt() : first;
            last = task.updatedAt().isAfter(last) ? task.updatedAt() : last;
        }
        ids.sort(Comparator.comparingLong(TaskId::value));
        TaskRow any = tasks.getFirst();
        return new Cause(key, any.route(), plain(any.lastError()), ids, money, first, last);
    }
}
