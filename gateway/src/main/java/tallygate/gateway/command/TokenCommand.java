package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tokens of programs that use the API of a running gateway. */
@Command(
        name = "token",
        mixinStandardHelpOptions = true,
        description = "Tokens for the API.",
        subcommands = {TokenCommand.ListTokens.class, TokenCommand.Add.class, TokenCommand.Revoke.class})
final class TokenCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name what to do: list, add, revoke");
    }

    @Command(name = "list", mixinStandardHelpOptions = true, description = "List tokens, without their values.")
    static final class ListTokens extends ApiCommand {
        @Override
        ApiAccess.Answer ask(ApiAccess api) throws ApiAccess.Unreachable {
            return api.get("/api/v1/tokens");
        }

        @Override
        void print(JsonNode body, Consumer<String> line) {
            body.path("items")
                    .forEach(token -> line.accept(token.path("id").asText() + "  "
                            + token.path("name").asText() + "  " + token.path("permissions")
                            + (token.path("isRevoked").asBoolean() ? "  revoked" : "")));
        }
    }

    @Command(name = "add", mixinStandardHelpOptions = true, description = "Make a token; it is shown once.")
    static final class Add extends ApiCommand {
        @Parameters(paramLabel = "NAME", description = "What it is for.")
        @SuppressWarnings("NullAway.Init")
        private String name;

        @Option(
                names = "--permission",
                required = true,
                split = ",",
                description = "read, payload, operate, reconcile, audit, configure, users; comma between two.")
        @SuppressWarnings("NullAway.Init")
        private List<String> permissions;

        @Option(names = "--days", description = "How long it lives; default: until it is revoked.")
        private Optional<String> days = Optional.empty();

        @Override
        ApiAccess.Answer ask(ApiAccess api) throws ApiAccess.Unreachable {
            Map<String, Object> body = new HashMap<>(Map.of("name", name, "permissions", permissions));
            days.ifPresent(given -> body.put("days", given));
            return api.post("/api/v1/tokens", body);
        }

        @Override
        void print(JsonNode body, Consumer<String> line) {
            line.accept(body.path("secret").asText());
        }
    }

    @Command(name = "revoke", mixinStandardHelpOptions = true, description = "Revoke a token.")
    static final class Revoke extends ApiCommand {
        @Parameters(paramLabel = "ID", description = "Its number, see list.")
        private long id;

        @Override
        ApiAccess.Answer ask(ApiAccess api) throws ApiAccess.Unreachable {
            return api.post("/api/v1/tokens/" + id + "/revoke", Map.of());
        }

        @Override
        void print(JsonNode body, Consumer<String> line) {
            line.accept("token " + id + " is revoked");
        }
    }
}
