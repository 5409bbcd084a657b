package tallygate.gateway.admin.console;

import java.util.List;
import tallygate.gateway.admin.api.TaskView;

/** What the page of tasks shows: its filters as they are in the address, and one page of results. */
public record TaskList(
        String headline, Filters filters, List<TaskView> tasks, boolean isBounded, boolean hasBefore, Links links) {
    /** As typed. */
    public record Filters(
            String text, String status, String route, String endpoint, String provider, String error, String range) {}

    /** Addresses; empty for none. */
    public record Links(String first, String next, String export) {}

    public List<String> statuses() {
        return List.of("pending", "processing", "success", "failed", "compensated");
    }

    public List<String> ranges() {
        return List.of("15m", "1h", "24h", "7d", "30d");
    }

    public String text() {
        return filters.text();
    }

    public String status() {
        return filters.status();
    }

    public String route() {
        return filters.route();
    }

    public String endpoint() {
        return filters.endpoint();
    }

    public String provider() {
        return filters.provider();
    }

    public String error() {
        return filters.error();
    }

    public String range() {
        return filters.range();
    }

    public String first() {
        return links.first();
    }

    public String next() {
        return links.next();
    }

    public String export() {
        return links.export();
    }
}
