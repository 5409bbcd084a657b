package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** People who may sign in to the console of a running gateway. */
@Command(
        name = "user",
        mixinStandardHelpOptions = true,
        description = "Users of the console.",
        subcommands = {
            UserCommand.ListUsers.class,
            UserCommand.Add.class,
            UserCommand.Reset.class,
            UserCommand.Disable.class
        })
final class UserCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name what to do: list, add, reset, disable");
    }

    @Command(name = "list", mixinStandardHelpOptions = true, description = "List users.")
    static final class ListUsers extends ApiCommand {
        @Override
        ApiAccess.Answer ask(ApiAccess api) throws ApiAccess.Unreachable {
            return api.get("/api/v1/users");
        }

        @Override
        void print(JsonNode body, Consumer<String> line) {
            body.path("items")
                    .forEach(user -> line.accept(user.path("name").asText() + "  "
                            + user.path("role").asText()
                            + (user.path("isDisabled").asBoolean() ? "  disabled" : "")));
        }
    }

    /** What answers with a one-time password. */
    abstract static class Once extends ApiCommand {
        @Override
        void print(JsonNode body, Consumer<String> line) {
            line.accept(body.path("name").asText() + "  one-time password: "
                    + body.path("secret").asText());
        }
    }

    @Command(name = "add", mixinStandardHelpOptions = true, description = "Add a user; prints a one-time password.")
    static final class Add extends Once {
        @Parameters(paramLabel = "NAME", description = "a-z 0-9 . _ @ -")
        @SuppressWarnings("NullAway.Init")
        private String name;

        @Option(names = "--role", defaultValue = "viewer", description = "viewer, operator, finance or admin.")
        @SuppressWarnings("NullAway.Init")
        private String role;

        @Override
        ApiAccess.Answer ask(ApiAccess api) throws ApiAccess.Unreachable {
            return api.post("/api/v1/users", Map.of("name", name, "role", role));
        }
    }

    @Command(name = "reset", mixinStandardHelpOptions = true, description = "A new one-time password; sessions end.")
    static final class Reset extends Once {
        @Parameters(paramLabel = "NAME", description = "The user.")
        @SuppressWarnings("NullAway.Init")
        private String name;

        @Override
        ApiAccess.Answer ask(ApiAccess api) throws ApiAccess.Unreachable {
            return api.post("/api/v1/users/" + name + "/reset", Map.of());
        }
    }

    @Command(name = "disable", mixinStandardHelpOptions = true, description = "Sessions end, no way in.")
    static final class Disable extends ApiCommand {
        @Parameters(paramLabel = "NAME", description = "The user.")
        @SuppressWarnings("NullAway.Init")
        private String name;

        @Override
        ApiAccess.Answer ask(ApiAccess api) throws ApiAccess.Unreachable {
            return api.post("/api/v1/users/" + name + "/disable", Map.of());
        }

        @Override
        void print(JsonNode body, Consumer<String> line) {
            line.accept(name + " is disabled, its sessions have ended");
        }
    }
}
