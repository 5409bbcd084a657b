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

    /** What makes a cause. */
    private record Kind(String route, String message) {
        String key() {
            return Secrets.digest(route + "\n" + message).substring(0, 12);
        }
    }

    /** @return most tasks first */
    public static List<Cause> of(List<DeskStore.Failure> failed) {
        Map<Kind, List<DeskStore.Failure>> groups = new LinkedHashMap<>();
        failed.forEach(task -> groups.computeIfAbsent(
                        new Kind(task.route(), plain(task.error())), _ -> new ArrayList<>())
                .add(task));
        List<Cause> causes = new ArrayList<>();
        groups.forEach((kind, tasks) -> causes.add(cause(kind, tasks)));
        causes.sort(
                Comparator.comparingInt((Cause cause) -> cause.tasks().size()).reversed());
        return causes;
    }

    /** The message without what differs from task to task; status codes and short words stay. */
    static String plain(String message) {
        return VARYING.matcher(message).replaceAll("…");
    }

    private static Cause cause(Kind kind, List<DeskStore.Failure> tasks) {
        Map<String, Long> money = new TreeMap<>();
        List<TaskId> ids = new ArrayList<>();
        Instant first = tasks.getFirst().changedAt();
        Instant last = first;
        for (DeskStore.Failure task : tasks) {
            ids.add(task.task());
            task.amountMinor().ifPresent(amount -> money.merge(task.currency(), amount, Long::sum));
            first = task.changedAt().isBefore(first) ? task.changedAt() : first;
            last = task.changedAt().isAfter(last) ? task.changedAt() : last;
        }
        ids.sort(Comparator.comparingLong(TaskId::value));
        return new Cause(kind.key(), kind.route(), kind.message(), ids, money, first, last);
    }
}
