package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
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

/** Retries of many tasks at once. */
@Command(
        name = "jobs",
        mixinStandardHelpOptions = true,
        description = "Retry many failed tasks: look at causes, plan, start with the exact count, watch, pause, stop.",
        footer = {
            "",
            "Exit: 0 done, 1 refused (other count or state, not allowed), 64 usage, 65 nothing fits, 69 no answer.",
            "Example: tallygate jobs plan --route orders && tallygate jobs start 7 --count 41 --reason 'handler fixed'"
        })
final class JobsCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say causes, list, show, plan, start, pause, resume or stop");
    }

    private static String line(JsonNode job) {
        return job.path("id").asText() + "  " + job.path("state").asText() + "  of "
                + job.path("total").asText() + ": to go "
                + job.path("toGo").asText() + ", on their way "
                + job.path("sent").asText() + ", done "
                + job.path("done").asText() + ", failed "
                + job.path("failed").asText() + ", skipped "
                + job.path("skipped").asText() + "  "
                + job.path("cause").asText()
                + (job.has("approval")
                        ? "\napproval " + job.get("approval").asText() + " waits for a second person, for a day"
                        : "");
    }

    @Command(mixinStandardHelpOptions = true, description = "Failed tasks by cause, most first.")
    int causes(@Mixin Managing gateway) {
        return gateway.run(
                api -> api.get("/api/v1/causes"),
                page -> Managing.lines(
                        page,
                        cause -> cause.path("key").asText() + "  "
                                + cause.path("tasks").asText() + "  "
                                + cause.path("route").asText() + "  "
                                + cause.path("message").asText()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Plans and jobs, newest first.")
    int list(@Mixin Managing gateway) {
        return gateway.run(api -> api.get("/api/v1/jobs"), page -> Managing.lines(page, JobsCommand::line));
    }

    @Command(mixinStandardHelpOptions = true, description = "One job and how far it is.")
    int show(@Mixin Managing gateway, @Parameters(paramLabel = "JOB") long job) {
        return gateway.run(api -> api.get("/api/v1/jobs/" + job), JobsCommand::line);
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Fix which failed tasks it is about. Nothing is retried yet.")
    int plan(
            @Mixin Managing gateway,
            @Option(names = "--cause", description = "A cause by its key, see causes.") Optional<String> cause,
            @Option(names = "--task", split = ",", description = "These tasks; comma between two.") List<String> tasks,
            @Option(names = "--route", description = "Failed tasks of this route.") Optional<String> route,
            @Option(names = "--endpoint", description = "Failed tasks of this endpoint.") Optional<String> endpoint,
            @Option(names = "--error", description = "Failed tasks whose error contains this.") Optional<String> error,
            @Option(names = "--from", description = "Failed tasks received then or later: an instant, or a day, UTC.")
                    Optional<String> from,
            @Option(names = "--to", description = "Failed tasks received before then, or up to the end of that day.")
                    Optional<String> to,
            @Option(names = "--all", description = "All failed tasks; must be said.") boolean isAll) {
        Map<String, Object> wanted = new HashMap<>();
        cause.ifPresent(key -> wanted.put("cause", key));
        Optional.ofNullable(tasks).filter(some -> !some.isEmpty()).ifPresent(some -> wanted.put("tasks", some));
        route.ifPresent(name -> wanted.put("route", name));
        endpoint.ifPresent(name -> wanted.put("endpoint", name));
        error.ifPresent(text -> wanted.put("error", text));
        from.ifPresent(at -> wanted.put("from", at));
        to.ifPresent(at -> wanted.put("to", at));
        if (wanted.isEmpty() && !isAll) {
            throw new ParameterException(
                    spec.commandLine(),
                    "say which: --cause, --task, --route, --endpoint, --error, --from, --to, or --all");
        }
        wanted.put("all", isAll);
        return gateway.run(
                api -> api.post("/api/v1/jobs", wanted),
                job -> line(job) + "\nnothing is retried yet: tallygate jobs start "
                        + job.path("id").asText() + " --count "
                        + job.path("total").asText() + " --reason …");
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Begin a planned job; above 100 tasks a second person must agree.")
    int start(
            @Mixin Managing gateway,
            @Mixin TasksCommand.Why why,
            @Parameters(paramLabel = "JOB") long job,
            @Option(names = "--count", required = true, description = "Exactly how many tasks the plan has.") int count,
            @Option(names = "--pace", defaultValue = "5", description = "Tasks a second, 1..100.") int pace,
            @Option(names = "--no-canary", description = "All at once; failures do not stop it.") boolean isBlunt) {
        return gateway.run(
                api -> api.post(
                        "/api/v1/jobs/" + job + "/start",
                        Map.of("count", count, "reason", why.reason, "pace", pace, "canary", !isBlunt)),
                JobsCommand::line);
    }

    @Command(mixinStandardHelpOptions = true, description = "Pause a running one.")
    int pause(@Mixin Managing gateway, @Parameters(paramLabel = "JOB") long job) {
        return move(gateway, job, "pause");
    }

    @Command(mixinStandardHelpOptions = true, description = "Go on with a paused one.")
    int resume(@Mixin Managing gateway, @Parameters(paramLabel = "JOB") long job) {
        return move(gateway, job, "resume");
    }

    @Command(mixinStandardHelpOptions = true, description = "Stop one for good. Tasks not reached keep their state.")
    int stop(@Mixin Managing gateway, @Parameters(paramLabel = "JOB") long job) {
        return move(gateway, job, "stop");
    }

    private static int move(Managing gateway, long job, String deed) {
        return gateway.run(api -> api.post("/api/v1/jobs/" + job + "/" + deed, Map.of()), JobsCommand::line);
    }
}
