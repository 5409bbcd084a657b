package tallygate.deploy;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tallygate.house.Repository;

/** Names of metrics as Prometheus knows them. */
final class MetricNames {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(tallygate_[a-z_]+)` \\| (\\w+) \\|");
    private static final Pattern NAME =
            Pattern.compile("\\b(?:tallygate|jvm|process|system|up)(?:_[a-z]+)*\\b(?=[{\\[ )]|$)");

    /** Micrometer's own, which our page leaves to its. */
    private static final Set<String> OF_THE_PROCESS = Set.of(
            "up",
            "jvm_memory_used_bytes",
            "jvm_gc_pause_seconds_sum",
            "jvm_threads_live_threads",
            "process_cpu_usage",
            "process_files_open_files");

    private MetricNames() {}

    /** Every name that the page of metrics says is served, with the parts of histograms and summaries. */
    static Set<String> documented() {
        Set<String> names = new TreeSet<>(OF_THE_PROCESS);
        for (MatchResult row : ROW.matcher(Repository.text(Path.of("config/docs/en/metrics.md")))
                .results()
                .toList()) {
            String name = row.group(1);
            switch (row.group(2)) {
                case "counter", "gauge" -> names.add(name);
                case "histogram" -> names.addAll(Set.of(name + "_bucket", name + "_sum", name + "_count"));
                case "summary" -> names.addAll(Set.of(name + "_sum", name + "_count"));
                default -> throw new AssertionError(name + " is a " + row.group(2));
            }
        }
        return names;
    }

    /** The metrics that an expression asks for. */
    static Set<String> in(String expression) {
        String bare = expression.replaceAll("\"[^\"]*\"", "\"\"").replaceAll("(?:by|label_values) *\\([^)]*\\)", "");
        return NAME.matcher(bare).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
    }
}
