package tallygate.gateway.admin.console;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import tallygate.gateway.admin.api.Received;
import tallygate.gateway.admin.api.TaskView;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Local;
import tallygate.gateway.desk.TaskSearch;

/** What the page of tasks shows: its filters as they are in the address, and one page of results. */
public record TaskList(
        String headline,
        Filters filters,
        Choices choices,
        List<TaskView> tasks,
        boolean isBounded,
        boolean hasBefore,
        Links links) {
    private static final DateTimeFormatter FIELD = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss");
    /** Codes of spans of arrival. */
    static final List<String> RANGES = List.of("15m", "1h", "24h", "7d", "30d");

    /** As typed. */
    public record Filters(
            String text,
            String status,
            String route,
            String endpoint,
            String provider,
            String error,
            String range,
            String from,
            String to) {
        static final Filters NONE = new Filters("", "", "", "", "", "", "", "", "");

        private static Filters of(String status, String range) {
            return new Filters("", status, "", "", "", "", range, "", "");
        }

        /** What stands in an address; times become instants, which mean the same to every reader. */
        static Filters of(Call call, Look look) {
            boolean isRange = call.query("from").isEmpty() && call.query("to").isEmpty();
            return new Filters(
                    call.query("q").map(String::strip).orElse(""),
                    call.query("status").orElse(""),
                    call.query("route").orElse(""),
                    call.query("endpoint").orElse(""),
                    call.query("provider").orElse(""),
                    call.query("error").orElse(""),
                    call.query("range")
                            .filter(RANGES::contains)
                            .filter(_ -> isRange)
                            .orElse(""),
                    call.query("from")
                            .map(at -> Received.from(at, look.zone()).toString())
                            .orElse(""),
                    call.query("to")
                            .map(at -> Received.to(at, look.zone()).toString())
                            .orElse(""));
        }

        TaskSearch.Span span(Look look) {
            return span(some(range), some(from), some(to), look);
        }

        /** A range that ends now, unless a time is named; times without a zone are the reader's. */
        static TaskSearch.Span span(Optional<String> range, Optional<String> from, Optional<String> to, Look look) {
            return from.isEmpty() && to.isEmpty()
                    ? Received.within(range.orElse(""), look.now())
                    : Received.between(
                            from.map(at -> Received.from(at, look.zone())), to.map(at -> Received.to(at, look.zone())));
        }

        static Optional<String> some(String text) {
            return text.isEmpty() ? Optional.empty() : Optional.of(text);
        }

        private Map<String, String> named() {
            Map<String, String> named = new LinkedHashMap<>();
            named.put("q", text);
            named.put("status", status);
            named.put("route", route);
            named.put("endpoint", endpoint);
            named.put("provider", provider);
            named.put("error", error);
            named.put("range", range);
            named.put("from", from);
            named.put("to", to);
            return named;
        }

        /** The path with these filters, without the one of that name. */
        String address(String path, String without) {
            StringBuilder address = new StringBuilder(path);
            named().forEach((name, value) -> {
                if (!value.isEmpty() && !name.equals(without)) {
                    address.append(address.indexOf("?") < 0 ? '?' : '&')
                            .append(name)
                            .append('=')
                            .append(Local.encode(value));
                }
            });
            return address.toString();
        }
    }

    /** Names that can be filtered by; one that is filtered by is among them, known or not. */
    public record Choices(SortedSet<String> endpoints, SortedSet<String> routes, SortedSet<String> providers) {
        static Choices of(Facts facts, Filters filters) {
            SortedSet<String> endpoints = chosen(filters.endpoint());
            SortedSet<String> providers = chosen(filters.provider());
            SortedSet<String> routes = chosen(filters.route());
            facts.endpoints().forEach(endpoint -> {
                endpoints.add(endpoint.name());
                providers.add(endpoint.provider());
            });
            facts.routes().forEach(route -> routes.add(route.name()));
            return new Choices(endpoints, routes, providers);
        }

        private static SortedSet<String> chosen(String name) {
            return name.isEmpty() ? new TreeSet<>() : new TreeSet<>(Set.of(name));
        }
    }

    /** A filter that is on, and the address without it. */
    public record Tag(String text, String href) {}

    /** A view that is often wanted. */
    public record View(String text, String href, boolean isHere) {}

    public List<Tag> tags(Look look) {
        List<Tag> tags = new ArrayList<>();
        filters.named().forEach((name, value) -> {
            if (!value.isEmpty()) {
                tags.add(new Tag(label(look, name, value), filters.address("/tasks", name)));
            }
        });
        return tags;
    }

    private static String label(Look look, String name, String value) {
        return switch (name) {
            case "q" -> look.say("id: ", "编号：") + value;
            case "status" -> look.say("state: ", "状态：") + look.status(value);
            case "route" -> look.say("route: ", "路由：") + value;
            case "endpoint" -> look.say("endpoint: ", "接入点：") + value;
            case "provider" -> look.say("provider: ", "支付方：") + value;
            case "error" -> look.say("error: ", "错误：") + value;
            case "from" -> look.say("received from ", "接收不早于 ") + look.time(Instant.parse(value));
            case "to" -> look.say("received before ", "接收早于 ") + look.time(Instant.parse(value));
            default -> look.say("received: ", "接收：") + look.range(value);
        };
    }

    public List<View> views(Look look) {
        List<View> views = new ArrayList<>();
        views.add(view(look.say("All", "全部"), Filters.NONE));
        views.add(view(look.range("24h"), Filters.of("", "24h")));
        for (String status : statuses()) {
            views.add(view(look.status(status), Filters.of(status, "")));
        }
        return views;
    }

    private View view(String text, Filters wanted) {
        return new View(text, wanted.address("/tasks", ""), wanted.equals(filters));
    }

    /** Failed tasks are listed, and the reader may retry them. */
    public boolean canPick(Look look) {
        return filters.status().equals("failed") && !tasks.isEmpty() && look.may("operate");
    }

    /** Pending tasks are listed, some of them on hold, and the reader may release them. */
    public boolean canRelease(Look look) {
        return filters.status().equals("pending")
                && look.may("operate")
                && tasks.stream().anyMatch(TaskList::isOnHold);
    }

    /** Whether it waits for a person. */
    public static boolean isOnHold(TaskView task) {
        return task.waits().filter("held"::equals).isPresent();
    }

    public SortedSet<String> endpoints() {
        return choices.endpoints();
    }

    public SortedSet<String> routes() {
        return choices.routes();
    }

    public SortedSet<String> providers() {
        return choices.providers();
    }

    /** Addresses; empty for none. */
    public record Links(String first, String next, String export) {}

    public List<String> statuses() {
        return List.of("pending", "processing", "success", "failed", "compensated");
    }

    public List<String> ranges() {
        return RANGES;
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

    /** For the field of a form: without a zone, in the reader's own. */
    public String fromField(Look look) {
        return field(look, filters.from());
    }

    public String toField(Look look) {
        return field(look, filters.to());
    }

    private static String field(Look look, String at) {
        return at.isEmpty() ? "" : FIELD.format(Instant.parse(at).atZone(look.zone()));
    }

    /** As addresses have it. */
    public String from() {
        return filters.from();
    }

    public String to() {
        return filters.to();
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
