package tallygate.gateway.reconcile;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/**
 * What one run came to.
 *
 * @param isDry nothing was written and nobody asked
 * @param rows by verdict
 * @param recovered how many were brought in
 * @param pool ours that no bill has named yet
 * @param opened discrepancies that are new or open again
 * @param notOpened discrepancies beyond the account's limit: counted, not opened
 * @param certificates one an endpoint; empty for a dry run
 */
public record RunReport(
        String source,
        LocalDate day,
        boolean isDry,
        Map<String, Long> rows,
        long recovered,
        long pool,
        long opened,
        long notOpened,
        List<Certificate> certificates) {
    public RunReport {
        rows = Map.copyOf(rows);
        certificates = List.copyOf(certificates);
    }

    /** True when every certificate says so. */
    public boolean isComplete() {
        return !isDry && !certificates.isEmpty() && certificates.stream().allMatch(Certificate::isComplete);
    }
}
