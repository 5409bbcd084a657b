package tallygate.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.config.key.Section;
import tallygate.config.key.Setting;
import tallygate.config.key.Suggestion;
import tallygate.config.source.Origin;
import tallygate.config.source.Problem;
import tallygate.config.source.Problems;
import tallygate.config.value.DurationText;
import tallygate.config.value.Size;

/** What parts must keep between them. */
record CrossChecks(Section root, ServerConfig server) {
    private static final String ANSWER_DEADLINE = "server.callbacks.limits.answer-deadline";

    void judge(List<EndpointConfig> endpoints, Map<String, RouteConfig> routes, WorkConfig work, DedupConfig dedup) {
        deadlines(work);
        settling(routes).forEach(clash -> clash(clash.text(), clash.path(), clash.otherPath()));
        unique(endpoints);
        accounts(endpoints);
        endpoints.forEach(endpoint -> route(endpoint, root.namesBelow("routes")));
        endpoints.forEach(this::size);
        endpoints.forEach(this::clients);
        memory(routes, dedup);
        if (endpoints.isEmpty() && !root.isWritten("endpoints")) {
            root.reading().warnings().add("endpoints", Origin.NOWHERE, "there are none, so no callback is accepted");
        }
    }

    private void deadlines(WorkConfig work) {
        clashes(server, work).forEach(clash -> clash(clash.text(), clash.path(), clash.otherPath()));
    }

    /** A row that is acknowledged must be committed before a younger one of its key may run. */
    private List<Clash> settling(Map<String, RouteConfig> routes) {
        Duration answer = server.callbacks().limits().deadlines().answer();
        List<Clash> clashes = new ArrayList<>();
        routes.forEach((name, route) -> route.care().order().ifPresent(order -> {
            if (order.settle().compareTo(answer) <= 0) {
                String path = "routes." + name + ".order.settle";
                clashes.add(new Clash(
                        path,
                        ANSWER_DEADLINE,
                        path + " (" + DurationText.format(order.settle()) + ") must be above " + ANSWER_DEADLINE + " ("
                                + DurationText.format(answer) + ")"));
            }
        }));
        return clashes;
    }

    /** Two values that do not go together. */
    record Clash(String path, String otherPath, String text) {}

    static List<Clash> clashes(ServerConfig server, WorkConfig work) {
        Duration answer = server.callbacks().limits().deadlines().answer();
        String deadline = ANSWER_DEADLINE;
        List<Clash> clashes = new ArrayList<>();
        if (work.lease().compareTo(answer) <= 0) {
            clashes.add(new Clash(
                    "work.lease",
                    deadline,
                    "work.lease (" + DurationText.format(work.lease()) + ") must be above " + deadline + " ("
                            + DurationText.format(answer) + ")"));
        }
        return clashes;
    }

    /** Reports two values that do not go together at the first of them that is written; not when one is wrong anyway. */
    private void clash(String text, String... paths) {
        Problems problems = root.reading().problems();
        for (String path : paths) {
            if (problems.touch(path)) {
                return;
            }
        }
        for (String path : paths) {
            Optional<Origin> origin = root.reading().settings().stream()
                    .filter(setting -> setting.path().equals(path))
                    .map(Setting::origin)
                    .filter(o -> !o.equals(Origin.NOWHERE))
                    .findFirst();
            if (origin.isPresent()) {
                problems.add(path, origin.get(), text);
                return;
            }
        }
        throw new IllegalStateException("defaults clash: " + text);
    }

    private void unique(List<EndpointConfig> endpoints) {
        Map<String, EndpointConfig> byName = new HashMap<>();
        Map<String, EndpointConfig> byPath = new HashMap<>();
        for (EndpointConfig endpoint : endpoints) {
            EndpointConfig sameName = byName.putIfAbsent(endpoint.name(), endpoint);
            if (sameName != null) {
                report(
                        endpoint,
                        "name",
                        "\"" + endpoint.name() + "\" is the name of another endpoint too (" + place(sameName, "name")
                                + ")");
            }
            endpoint.path().ifPresent(path -> {
                EndpointConfig samePath = byPath.putIfAbsent(path, endpoint);
                if (samePath != null) {
                    report(
                            endpoint,
                            "path",
                            "\"" + path + "\" is the path of endpoint " + samePath.name() + " too ("
                                    + place(samePath, "path") + ")");
                }
            });
        }
    }

    private void accounts(List<EndpointConfig> endpoints) {
        Map<String, EndpointConfig> byAccount = new HashMap<>();
        for (EndpointConfig endpoint : endpoints) {
            EndpointConfig first = byAccount.putIfAbsent(endpoint.account(), endpoint);
            if (first != null && !first.provider().equals(endpoint.provider())) {
                report(
                        endpoint,
                        "account",
                        "\"" + endpoint.account() + "\" is an account of provider " + first.provider() + " (endpoint "
                                + first.name() + "); event ids of two providers do not share an account");
            }
        }
        for (EndpointConfig endpoint : endpoints) {
            for (String former : endpoint.formerly()) {
                if (byAccount.containsKey(former)) {
                    report(
                            endpoint,
                            "formerly",
                            "\"" + former + "\" is still the account of endpoint "
                                    + byAccount.get(former).name());
                }
            }
        }
    }

    private void route(EndpointConfig endpoint, List<String> routes) {
        if (!routes.contains(endpoint.route())) {
            String advice = Suggestion.nearest(endpoint.route(), routes)
                    .map(near -> "did you mean " + near + "?")
                    .orElse(routes.isEmpty() ? "there are no routes" : "routes: " + String.join(", ", routes));
            report(endpoint, "route", "\"" + endpoint.route() + "\" is not a route; " + advice);
        }
    }

    private void size(EndpointConfig endpoint) {
        Size all = server.callbacks().limits().sizes().bodyBytesMax();
        endpoint.bodyBytesMax()
                .filter(own -> own.compareTo(all) > 0)
                .ifPresent(own -> report(
                        endpoint,
                        "body-bytes-max",
                        "(" + own + ") must not be above server.callbacks.limits.body-bytes-max (" + all + ")"));
    }

    private void clients(EndpointConfig endpoint) {
        boolean areAsked = server.callbacks()
                .tls()
                .filter(tls -> tls.clientAuth() != ClientAuth.NONE)
                .isPresent();
        if (!endpoint.clientNames().isEmpty() && !areAsked) {
            report(
                    endpoint,
                    "client-names",
                    "asks for certificates and the listener does not; write client-ca in server.callbacks.tls");
        }
    }

    private void memory(Map<String, RouteConfig> routes, DedupConfig dedup) {
        tooLong(routes, dedup).forEach((path, text) -> {
            Origin origin = root.reading().settings().stream()
                    .filter(setting -> setting.path().startsWith(path + ".")
                            && !setting.origin().equals(Origin.NOWHERE))
                    .map(Setting::origin)
                    .findFirst()
                    .orElse(Origin.NOWHERE);
            root.reading().problems().add(path, origin, text);
        });
    }

    /** The retry policies, by path, whose tasks would outlive the memory of event ids. */
    static Map<String, String> tooLong(Map<String, RouteConfig> routes, DedupConfig dedup) {
        Map<String, RetryConfig> policies = new LinkedHashMap<>();
        routes.forEach((name, route) -> {
            policies.put("routes." + name + ".retry", route.retry());
            route.bizTypes()
                    .forEach((type, rules) ->
                            policies.put("routes." + name + ".biz-types." + type + ".retry", rules.retry()));
        });
        Map<String, String> texts = new LinkedHashMap<>();
        policies.forEach((path, retry) -> {
            if (retry.longestTotal().compareTo(dedup.memory()) >= 0) {
                texts.put(
                        path,
                        "may take " + retry.longestTotal().toDays() + " days in all, not less than dedup.memory ("
                                + DurationText.format(dedup.memory()) + ") keeps event ids; shorten it");
            }
        });
        return texts;
    }

    private void report(EndpointConfig endpoint, String key, String text) {
        root.reading().problems().add(endpoint.credentials().problem(key, text));
    }

    private static String place(EndpointConfig endpoint, String key) {
        Problem there = endpoint.credentials().problem(key, "");
        return there.origin().toString();
    }
}
