package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tasks of a running gateway. */
@Command(
        name = "tasks",
        mixinStandardHelpOptions = true,
        description = "Look at and repair tasks of a running gateway.",
        subcommands = {
            TasksCommand.ListTasks.class,
            TasksCommand.Show.class,
            TasksCommand.Retry.class,
            TasksCommand.Resolve.class
        },
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
        throw new ParameterException(spec.commandLine(), "name what to do: list, show, retry, resolve");
    }

    private static void line(JsonNode task, Consumer<String> line) {
        line.accept(String.join(
                "  ",
                task.path("id").asText(),
                String.format("%-11s", task.path("status").asText()),
                task.path("endpoint").asText(),
                task.path("route").asText(),
                task.path("bizId").asText(),
                task.path("lastError").asText("")));
    }

    @Command(name = "list", mixinStandardHelpOptions = true, description = "List tasks, newest first.")
    static final class ListTasks extends ApiCommand {
        @Option(names = "--status", description = "pending, processing, success, failed or compensated.")
        private Optional<String> status = Optional.empty();

        @Option(names = "--route", description = "Only of this route.")
        private Optional<String> route = Optional.empty();

        @Option(names = "--order", description = "Only of this order (biz id).")
        private Optional<String> order = Optional.empty();

        @Option(
                names = "--limit",
                defaultValue = "50",
                description = "At most so many, 1..200 (default: ${DEFAULT-VALUE}).")
        private int limit;

        @Option(names = "--after", description = "The page behind this task: the \"next\" of the page before.")
        private Optional<String> after = Optional.empty();

        @Override
        ApiAccess.Answer ask(ApiAccess api) throws ApiAccess.Unreachable {
            StringBuilder path = new StringBuilder("/api/v1/tasks?limit=").append(limit);
            status.ifPresent(value -> add(path, "status", value));
            route.ifPresent(value -> add(path, "route", value));
            order.ifPresent(value -> add(path, "bizId", value));
            after.ifPresent(value -> add(path, "after", value));
            return api.get(path.toString());
        }

        private static void add(StringBuilder path, String name, String value) {
            path.append('&').append(name).append('=').append(URLEncoder.encode(value, StandardCharsets.UTF_8));
        }

        @Override
        void print(JsonNode body, Consumer<String> line) {
            body.path("items").forEach(task -> line(task, line));
            if (body.has("next")) {
                line.accept("more: --after " + body.get("next").asText());
            }
        }
    }

    @Command(name = "show", mixinStandardHelpOptions = true, description = "Show one task.")
    static final class Show extends ApiCommand {
        @Parameters(paramLabel = "TASK", description = "The task's number.")
        private long task;

        @Override
        ApiAccess.Answer ask(ApiAccess api) throws ApiAccess.Unreachable {
            return api.get("/api/v1/tasks/" + task);
        }

        @Override
        void print(JsonNode body, Consumer<String> line) {
            body.properties()
                    .forEach(field ->
                            line.accept(field.getKey() + ": " + field.getValue().asText()));
        }
    }

    /** What changes a task. */
    abstract static class Change extends ApiCommand {
        @Parameters(paramLabel = "TASK", description = "The task's number.")
        private long task;

        @Option(names = "--reason", required = true, description = "Why; goes into the audit log.")
        @SuppressWarnings("NullAway.Init")
        private String reason;

        abstract String deed();

        @Override
        ApiAccess.Answer ask(ApiAccess api) throws ApiAccess.Unreachable {
            return api.post("/api/v1/tasks/" + task + "/" + deed(), Map.of("reason", reason));
        }

        @Override
        void print(JsonNode body, Consumer<String> line) {
            line(body, line);
        }
    }

    @Command(name = "retry", mixinStandardHelpOptions = true, description = "Failed to pending, due at once.")
    static final class Retry extends Change {
        @Override
        String deed() {
            return "retry";
        }
    }

    @Command(
            name = "resolve",
            mixinStandardHelpOptions = true,
            description = "Failed or pending to compensated: settled, final.")
    static final class Resolve extends Change {
        @Override
        String deed() {
            return "settle";
        }
    }
}
