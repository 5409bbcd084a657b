package tallygate.deploy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Holds the metrics of alert rules and dashboards against what a gateway serves. */
public final class ServedMetrics {
    /** Served only where there is such a thing, which the gateways of the test lack: a broker, a saga, a channel, a key
     * that ends, or a fault. */
    private static final List<String> OF_WHAT_IS_CONFIGURED = List.of(
            "tallygate_handler_reading",
            "tallygate_saga_",
            "tallygate_alert_messages_total",
            "tallygate_key_expires_seconds",
            "tallygate_confirmations_total",
            "tallygate_early_overdue_total",
            "tallygate_route_alarm",
            "tallygate_probe_total",
            "tallygate_queue_depth",
            "tallygate_queue_unknown_route",
            "tallygate_verify_failures_total",
            "tallygate_work_store_failures_total",
            "tallygate_gap_found_total",
            "up");

    private ServedMetrics() {}

    /** Names in rules and dashboards that are not on the page, though they must be. */
    public static Set<String> missing(String page) throws IOException {
        Set<String> served = page.lines()
                .filter(line -> !line.startsWith("#") && !line.isBlank())
                .map(line -> line.replaceAll("[{ ].*", ""))
                .collect(Collectors.toSet());
        Set<String> missing = new TreeSet<>();
        AlertFile.rules().values().forEach(rule -> missing.addAll(MetricNames.in(String.valueOf(rule.get("expr")))));
        for (Path dashboard : MonitoringFilesTest.dashboards()) {
            MonitoringFilesTest.expressions(read(dashboard)).forEach(one -> missing.addAll(MetricNames.in(one)));
        }
        missing.removeAll(served);
        missing.removeIf(name -> OF_WHAT_IS_CONFIGURED.stream().anyMatch(name::startsWith));
        return missing;
    }

    private static com.fasterxml.jackson.databind.JsonNode read(Path file) {
        try {
            return new ObjectMapper().readTree(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
