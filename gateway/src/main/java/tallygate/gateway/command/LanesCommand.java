package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lanes of a running gateway. */
@Command(
        name = "lanes",
        mixinStandardHelpOptions = true,
        description = "Look at lanes, one a route, and pause or resume them.",
        footer = {
            "",
            "Exit: 0 done, 1 not allowed, 64 usage, 65 no such lane, 69 no answer.",
            "Example: tallygate lanes pause orders --reason 'the shop is being moved'"
        })
final class LanesCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say list, show, pause or resume");
    }

    static String line(JsonNode lane) {
        StringBuilder line = new StringBuilder(lane.path("route").asText());
        line.append(
                lane.path("isPaused").asBoolean()
                        ? "  paused by " + lane.path("by").asText()
                        : "  takes tasks"
                                + (lane.path("pausedVersions").isEmpty()
                                        ? ""
                                        : ", not with every version of its handler"));
        if (lane.hasNonNull("why") && lane.path("isPaused").asBoolean()) {
            line.append(": ").append(lane.path("why").asText());
        }
        for (JsonNode version : lane.path("pausedVersions")) {
            line.append("\n  version ")
                    .append(version.path("version").asText())
                    .append("  paused by ")
                    .append(version.path("by").asText())
                    .append(" since ")
                    .append(version.path("since").asText())
                    .append(": ")
                    .append(version.path("why").asText());
        }
        for (JsonNode node : lane.path("nodes")) {
            line.append("\n  ")
                    .append(node.path("node").asText())
                    .append("  under way ")
                    .append(node.path("running").asInt())
                    .append(" of ")
                    .append(node.path("limit").asInt())
                    .append(", waiting ")
                    .append(node.path("waiting").asInt())
                    .append(", breaker ")
                    .append(node.path("breaker").asText());
        }
        return line.toString();
    }

    @Command(mixinStandardHelpOptions = true, description = "All lanes, and what each node has under way for them.")
    int list(@Mixin Managing gateway) {
        return gateway.run(api -> api.get("/api/v1/lanes"), page -> Managing.lines(page, LanesCommand::line));
    }

    @Command(mixinStandardHelpOptions = true, description = "One lane.")
    int show(@Mixin Managing gateway, @Parameters(paramLabel = "ROUTE") String route) {
        return gateway.run(api -> api.get(path(route)), LanesCommand::line);
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "No node takes its tasks from now on; what runs may end. Callbacks are still stored.")
    int pause(@Mixin Managing gateway, @Mixin TasksCommand.Why why, @Parameters(paramLabel = "ROUTE") String route) {
        return change(gateway, why, route, "pause");
    }

    @Command(mixinStandardHelpOptions = true, description = "Its tasks go on within a second.")
    int resume(@Mixin Managing gateway, @Mixin TasksCommand.Why why, @Parameters(paramLabel = "ROUTE") String route) {
        return change(gateway, why, route, "resume");
    }

    private static int change(Managing gateway, TasksCommand.Why why, String route, String deed) {
        return gateway.run(api -> api.post(path(route) + "/" + deed, Map.of("reason", why.reason)), LanesCommand::line);
    }

    private static String path(String route) {
        return "/api/v1/lanes/" + Managing.encoded(route);
    }
}
