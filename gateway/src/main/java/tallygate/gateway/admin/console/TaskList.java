package tallygate.gateway.admin.console;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import tallygate.gateway.admin.api.TaskView;
import tallygate.gateway.admin.web.Local;

/** What the page of tasks shows: its filters as they are in the address, and one page of results. */
public record TaskList(
        String headline,
        Filters filters,
        Choices choices,
        List<TaskView> tasks,
        boolean isBounded,
        boolean hasBefore,
        Links links) {
    /** Codes of spans of arrival. */
    static final List<String> RANGES = List.of("15m", "1h", "24h", "7d", "30d");

    /** As typed. */
    public record Filters(
            String text, String status, String route, String endpoint, String provider, String error, String range) {
        static final Filters NONE = new Filters("", "", "", "", "", "", "");

        private Map<String, String> named() {
            Map<String, String> named = new LinkedHashMap<>();
            named.put("q", text);
            named.put("status", status);
            named.put("route", route);
            named.put("endpoint", endpoint);
            named.put("provider", provider);
            named.put("error", error);
            named.put("range", range);
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
            default -> look.say("received: ", "接收：") + look.range(value);
        };
    }

    public List<View> views(Look look) {
        List<View> views = new ArrayList<>();
        views.add(view(look.say("All", "全部"), Filters.NONE));
        views.add(view(look.range("24h"), new Filters("", "", "", "", "", "", "24h")));
        for (String status : statuses()) {
            views.add(view(look.status(status), new Filters("", status, "", "", "", "", "")));
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
