package tallygate.gateway.alert;

import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What people read: the business context comes along, so that nobody has to search the logs first.
 *
 * @param node which node says it
 * @param console where the console is, for links
 * @param isChinese the words around the alerts in Chinese
 */
public record AlertText(String node, Optional<URI> console, boolean isChinese) {
    private static final int FACT_CHARS_MAX = 300;

    /** One line that says how many, and how urgent. */
    public String title(AlertMessage message) {
        int raised = message.raised().size() + message.unsaid();
        if (raised == 0) {
            return "Tallygate: " + message.resolved().size() + (isChinese ? " 条告警已解除" : " resolved");
        }
        return "Tallygate " + severity(message.severity()) + ": " + raised
                + (isChinese ? " 条告警" : raised == 1 ? " alert" : " alerts");
    }

    /** The whole message as plain text. */
    public String body(AlertMessage message) {
        StringBuilder text = new StringBuilder(title(message)).append('\n');
        message.raised().forEach(alert -> raised(alert, text));
        for (Alert alert : message.resolved()) {
            text.append('\n')
                    .append(isChinese ? "[已解除] " : "[RESOLVED] ")
                    .append(alert.kind())
                    .append(' ')
                    .append(alert.subject())
                    .append('\n');
        }
        if (message.unsaid() > 0) {
            text.append('\n')
                    .append(isChinese ? "另有 " + message.unsaid() + " 条未列出" : "and " + message.unsaid() + " more")
                    .append('\n');
        }
        return text.append('\n')
                .append(isChinese ? "节点 " : "node ")
                .append(node)
                .append('\n')
                .toString();
    }

    private void raised(Alert alert, StringBuilder text) {
        text.append("\n[")
                .append(severity(alert.severity()))
                .append("] ")
                .append(alert.kind())
                .append(' ')
                .append(alert.subject())
                .append('\n')
                .append(alert.summary())
                .append('\n');
        if (!alert.facts().isEmpty()) {
            text.append(alert.orderedFacts().entrySet().stream()
                            .map(fact -> fact.getKey() + "=" + shortened(fact.getValue()))
                            .collect(Collectors.joining(" ")))
                    .append('\n');
        }
        link(alert).ifPresent(url -> text.append(url).append('\n'));
        text.append(isChinese ? "处置手册 docs/zh/runbooks/" : "runbook docs/en/runbooks/")
                .append(alert.kind())
                .append(".md\n");
    }

    private String severity(Alert.Severity severity) {
        if (!isChinese) {
            return severity.name();
        }
        return switch (severity) {
            case NOTICE -> "通知";
            case WARNING -> "警告";
            case CRITICAL -> "严重";
        };
    }

    private static String shortened(String fact) {
        String line = fact.replaceAll("\\s+", " ");
        return line.length() <= FACT_CHARS_MAX ? line : line.substring(0, FACT_CHARS_MAX) + "…";
    }

    /** The page of the console that shows what it is about. */
    Optional<URI> link(Alert alert) {
        Map<String, String> facts = alert.facts();
        String page = facts.containsKey("task")
                ? "tasks/" + facts.get("task")
                : facts.containsKey("saga") ? "sagas/" + facts.get("saga") : "";
        return console.filter(_ ->
                        page.chars().allMatch(c -> c == '/' || c == '-' || c == ':' || Character.isLetterOrDigit(c)))
                .map(base -> URI.create(base.toString().replaceAll("/+$", "") + "/" + page));
    }

    /** The kind of an alert as a metric label or a heading. */
    static String word(Alert.Severity severity) {
        return severity.name().toLowerCase(Locale.ROOT);
    }
}
