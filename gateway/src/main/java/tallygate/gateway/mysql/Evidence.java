package tallygate.gateway.mysql;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a database shows about how it is used, for the checklist.
 *
 * @param now by the database's clock
 * @param indexes by {@code table.index}: {@code unique a,b} or {@code a,b}
 * @param timeouts the one in force of each step and direction that was measured
 * @param guards schemas with a participant guard whose primary key is the forward request; only those that this account may see
 */
public record Evidence(
        Instant now,
        List<Finding> findings,
        Map<String, String> indexes,
        List<StepTimeout> timeouts,
        Letters letters,
        List<String> guards) {
    /** A timeout that was set from measured latencies. */
    public record StepTimeout(String saga, String step, boolean isForward, Duration p99, Duration timeout) {}

    /** Dead letters that are still open; zero age without any. */
    public record Letters(long open, Duration oldest) {}

    public Evidence {
        findings = List.copyOf(findings);
        indexes = Map.copyOf(indexes);
        timeouts = List.copyOf(timeouts);
        guards = List.copyOf(guards);
    }

    /** The finding about a subject; empty when it could not be looked at. */
    public Optional<Finding> finding(String what) {
        return findings.stream().filter(finding -> finding.what().equals(what)).findFirst();
    }

    public boolean isOk(String what) {
        return finding(what)
                .filter(finding -> finding.level() == Finding.Level.OK)
                .isPresent();
    }

    /** As found, or a dash. */
    public String value(String what) {
        return finding(what).map(Finding::value).orElse("–");
    }
}
