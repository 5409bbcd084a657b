package tallygate.gateway.command;

import java.util.List;
import tallygate.gateway.mysql.Finding;

/** What the checks of a database say, for people. */
final class DatabaseReport {
    private DatabaseReport() {}

    static List<Finding> unsafe(List<Finding> findings) {
        return findings.stream()
                .filter(finding -> finding.level() == Finding.Level.UNSAFE)
                .toList();
    }

    static String line(Finding finding) {
        String advice = finding.advice().isEmpty() ? "" : ": " + finding.advice();
        return "database " + finding.what() + " = " + finding.value() + " ("
                + finding.level().name().toLowerCase(java.util.Locale.ROOT) + ")" + advice;
    }
}
