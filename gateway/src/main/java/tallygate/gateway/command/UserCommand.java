package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** People who may sign in to the console of a running gateway. */
@Command(
        name = "user",
        mixinStandardHelpOptions = true,
        description = "Users of the console and where they are signed in.",
        footer = {"", "Exit: 0 done, 1 refused (taken, not allowed), 64 usage, 65 no such user, 69 no answer."})
final class UserCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "say list, add, reset, role, disable, enable, sessions or sign-out");
    }

    private static String place(String name) {
        return "/api/v1/users/" + Managing.encoded(name);
    }

    private static String once(JsonNode body) {
        return body.path("name").asText() + "  one-time password: "
                + body.path("secret").asText();
    }

    @Command(mixinStandardHelpOptions = true, description = "List users.")
    int list(@Mixin Managing gateway) {
        return gateway.run(
                api -> api.get("/api/v1/users"),
                page -> Managing.lines(
                        page,
                        user -> user.path("name").asText() + "  "
                                + user.path("role").asText()
                                + (user.path("isDisabled").asBoolean() ? "  disabled" : "")));
    }

    @Command(mixinStandardHelpOptions = true, description = "Add a user; prints a one-time password.")
    int add(
            @Mixin Managing gateway,
            @Parameters(paramLabel = "NAME", description = "a-z 0-9 . _ @ -") String name,
            @Option(names = "--role", defaultValue = "viewer", description = "viewer, operator, finance or admin.")
                    String role) {
        return gateway.run(api -> api.post("/api/v1/users", Map.of("name", name, "role", role)), UserCommand::once);
    }

    @Command(mixinStandardHelpOptions = true, description = "A new one-time password; sessions end.")
    int reset(@Mixin Managing gateway, @Parameters(paramLabel = "NAME") String name) {
        return gateway.run(api -> api.post(place(name) + "/reset", Map.of()), UserCommand::once);
    }

    @Command(mixinStandardHelpOptions = true, description = "Another role.")
    int role(
            @Mixin Managing gateway,
            @Mixin TasksCommand.Why why,
            @Parameters(paramLabel = "NAME") String name,
            @Parameters(paramLabel = "ROLE", description = "viewer, operator, finance or admin.") String role) {
        return gateway.run(
                api -> api.post(place(name) + "/role", Map.of("role", role, "reason", why.reason)),
                _ -> name + " is " + role);
    }

    @Command(mixinStandardHelpOptions = true, description = "Sessions end, no way in.")
    int disable(@Mixin Managing gateway, @Parameters(paramLabel = "NAME") String name) {
        return gateway.run(
                api -> api.post(place(name) + "/disable", Map.of()),
                _ -> name + " is disabled, its sessions have ended");
    }

    @Command(mixinStandardHelpOptions = true, description = "May sign in again.")
    int enable(@Mixin Managing gateway, @Parameters(paramLabel = "NAME") String name) {
        return gateway.run(api -> api.post(place(name) + "/enable", Map.of()), _ -> name + " may sign in");
    }

    @Command(mixinStandardHelpOptions = true, description = "Where a user is signed in.")
    int sessions(@Mixin Managing gateway, @Parameters(paramLabel = "NAME") String name) {
        return gateway.run(
                api -> api.get(place(name) + "/sessions"),
                page -> Managing.lines(
                        page,
                        session -> session.path("key").asText() + "  since "
                                + session.path("since").asText() + "  "
                                + session.path("origin").asText() + "  "
                                + session.path("agent").asText()));
    }

    @Command(name = "sign-out", mixinStandardHelpOptions = true, description = "End one session of a user.")
    int signOut(
            @Mixin Managing gateway,
            @Parameters(paramLabel = "NAME") String name,
            @Parameters(paramLabel = "SESSION", description = "Its key, see sessions.") String key) {
        return gateway.run(
                api -> api.post(place(name) + "/sessions/" + Managing.encoded(key) + "/end", Map.of()),
                _ -> "the session has ended");
    }
}
