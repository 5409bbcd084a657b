package tallygate.gateway.mysql;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tallygate.gateway.task.LaneReading;

/** Readings of lanes as text in a node's row, a line each; a line that nobody can read is left out. */
final class LaneReadings {
    private static final Pattern LINE = Pattern.compile(
            "running=(\\d{1,9}) waiting=(\\d{1,9}) limit=(\\d{1,9}) breaker=(closed|open|trials) route=(.+)");
    private static final int LINES_MAX = 200;

    private LaneReadings() {}

    static String text(List<LaneReading> lanes) {
        return lanes.stream().limit(LINES_MAX).map(LaneReadings::line).collect(Collectors.joining("\n"));
    }

    private static String line(LaneReading lane) {
        return "running=" + lane.running() + " waiting=" + lane.waiting() + " limit=" + lane.limit() + " breaker="
                + lane.breaker().name().toLowerCase(java.util.Locale.ROOT) + " route=" + lane.route();
    }

    static List<LaneReading> of(@Nullable String text) {
        return text == null
                ? List.of()
                : text.lines().flatMap(line -> read(line).stream()).toList();
    }

    private static Optional<LaneReading> read(String line) {
        Matcher found = LINE.matcher(line);
        return found.matches()
                ? Optional.of(new LaneReading(
                        found.group(5),
                        Integer.parseInt(found.group(1)),
                        Integer.parseInt(found.group(2)),
                        Integer.parseInt(found.group(3)),
                        !found.group(4).equals("closed")))
                : Optional.empty();
    }
}
