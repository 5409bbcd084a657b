package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tasks of a running gateway. */
@Command(
        name = "tasks",
        mixinStandardHelpOptions = true,
        description = "Look at and repair tasks of a running gateway. Many at once: tallygate jobs.",
        footer = {
            "",
            "Exit: 0 done, 1 refused (changed meanwhile, not allowed), 64 usage, 65 no such task, 69 no answer.",
            "Example: tallygate tasks list --status failed --json"
        })
final class TasksCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "say list, show, timeline, retry, resolve, release or run-again");
    }

    private static String line(JsonNode task) {
        return String.join(
                "  ",
                task.path("id").asText(),
                String.format("%-11s", task.path("status").asText()),
                task.path("endpoint").asText(),
                task.path("route").asText(),
                task.path("bizId").asText(),
                task.path("lastError").asText(""));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "List tasks: newest first, or with a state those first that changed last.")
    int list(
            @Mixin Managing gateway,
            @Option(names = "--status", description = "pending, processing, success, failed or compensated.")
                    Optional<String> status,
            @Option(names = "--route", description = "Only of this route.") Optional<String> route,
            @Option(names = "--endpoint", description = "Only of this endpoint.") Optional<String> endpoint,
            @Option(names = "--error", description = "Only whose last error contains this.") Optional<String> error,
            @Option(names = "--from", description = "Received then or later: 2026-11-30T08:00:00Z, or a day, UTC.")
                    Optional<String> from,
            @Option(names = "--to", description = "Received before then, or up to the end of that day, UTC.")
                    Optional<String> to,
            @Option(names = "--order", description = "Only of this order (biz id).") Optional<String> order,
            @Option(names = "--limit", defaultValue = "50", description = "At most so many, 1..200.") int limit,
            @Option(names = "--after", description = "The page behind: what \"more\" said.") Optional<String> after) {
        Map<String, Optional<?>> parameters = new LinkedHashMap<>();
        parameters.put("limit", Optional.of(limit));
        parameters.put("q", order);
        parameters.put("status", status);
        parameters.put("route", route);
        parameters.put("endpoint", endpoint);
        parameters.put("error", error);
        parameters.put("from", from);
        parameters.put("to", to);
        parameters.put("after", after);
        return gateway.run(
                api -> api.get(Managing.path("/api/v1/search", parameters)),
                page -> Managing.lines(page, TasksCommand::line));
    }

    @Command(mixinStandardHelpOptions = true, description = "Show one task.")
    int show(@Mixin Managing gateway, @Parameters(paramLabel = "TASK") long task) {
        return gateway.run(api -> api.get("/api/v1/tasks/" + task), Managing::fields);
    }

    @Command(mixinStandardHelpOptions = true, description = "Everything known of a task's order, oldest first.")
    int timeline(@Mixin Managing gateway, @Parameters(paramLabel = "TASK") long task) {
        return gateway.run(
                api -> api.get("/api/v1/tasks/" + task + "/timeline"),
                page -> Managing.lines(
                        page,
                        item -> item.path("at").asText() + "  "
                                + item.path("actor").asText() + "  "
                                + item.path("kind").asText() + "  "
                                + item.path("text").asText()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Failed to pending, due at once.")
    int retry(@Mixin Managing gateway, @Mixin Why why, @Parameters(paramLabel = "TASK") long task) {
        return change(gateway, task, "retry", why);
    }

    @Command(mixinStandardHelpOptions = true, description = "Failed or pending to compensated: settled, final.")
    int resolve(@Mixin Managing gateway, @Mixin Why why, @Parameters(paramLabel = "TASK") long task) {
        return change(gateway, task, "settle", why);
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Held for a person: due at once. Several where a key has leaked wait under one approval.")
    int release(
            @Mixin Managing gateway,
            @Mixin Why why,
            @Parameters(paramLabel = "TASK", arity = "1..*") List<Long> tasks) {
        return tasks.size() == 1
                ? change(gateway, tasks.getFirst(), "release", why)
                : gateway.run(
                        api -> api.post(
                                "/api/v1/tasks/release",
                                Map.of(
                                        "tasks",
                                        tasks.stream().map(String::valueOf).toList(),
                                        "reason",
                                        why.reason)),
                        TasksCommand::released);
    }

    private static String released(JsonNode told) {
        return told.path("due").asText() + " due at once, "
                + told.path("waiting").asText()
                + " for a second person, " + told.path("unchanged").size() + " not on hold"
                + (told.has("approval")
                        ? "\napproval " + told.get("approval").asText() + " waits for a second person, for a day"
                        : "");
    }

    @Command(
            name = "run-again",
            mixinStandardHelpOptions = true,
            description = "Done: asks that it is run again; a second person agrees in the console.")
    int runAgain(@Mixin Managing gateway, @Mixin Why why, @Parameters(paramLabel = "TASK") long task) {
        return gateway.run(
                api -> api.post("/api/v1/tasks/" + task + "/force", Map.of("reason", why.reason)),
                body -> "approval " + body.path("approval").asText() + " waits for a second person, for a day");
    }

    private static int change(Managing gateway, long task, String deed, Why why) {
        return gateway.run(
                api -> api.post("/api/v1/tasks/" + task + "/" + deed, Map.of("reason", why.reason)),
                changed -> line(changed)
                        + (changed.has("approval")
                                ? "\napproval " + changed.get("approval").asText()
                                        + " waits for a second person, for a day"
                                : ""));
    }

    /** What every change by hand carries. */
    static final class Why {
        @Option(names = "--reason", required = true, description = "Why; goes into the audit log.")
        @SuppressWarnings("NullAway.Init")
        String reason;
    }
}
