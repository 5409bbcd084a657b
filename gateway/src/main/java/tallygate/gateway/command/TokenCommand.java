package tallygate.gateway.command;

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

/** Tokens of programs that use the API of a running gateway. */
@Command(
        name = "token",
        mixinStandardHelpOptions = true,
        description = "Tokens for the API.",
        footer = {"", "Exit: 0 done, 1 refused, 64 usage, 65 bad input, 69 no answer."})
final class TokenCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say list, add or revoke");
    }

    @Command(mixinStandardHelpOptions = true, description = "List tokens, without their values.")
    int list(@Mixin Managing gateway) {
        return gateway.run(
                api -> api.get("/api/v1/tokens"),
                page -> Managing.lines(
                        page,
                        token -> token.path("id").asText() + "  "
                                + token.path("name").asText() + "  " + token.path("permissions")
                                + (token.path("isRevoked").asBoolean() ? "  revoked" : "")));
    }

    @Command(mixinStandardHelpOptions = true, description = "Make a token; it is shown once.")
    int add(
            @Mixin Managing gateway,
            @Parameters(paramLabel = "NAME", description = "What it is for.") String name,
            @Option(
                            names = "--permission",
                            required = true,
                            split = ",",
                            description = "read, payload, operate, reconcile, audit, configure, users; comma between.")
                    List<String> permissions,
            @Option(names = "--days", description = "How long it lives; default: until it is revoked.")
                    Optional<String> days) {
        Map<String, Object> body = new HashMap<>(Map.of("name", name, "permissions", permissions));
        days.ifPresent(given -> body.put("days", given));
        return gateway.run(
                api -> api.post("/api/v1/tokens", body),
                made -> made.path("secret").asText());
    }

    @Command(mixinStandardHelpOptions = true, description = "Revoke a token.")
    int revoke(@Mixin Managing gateway, @Parameters(paramLabel = "ID", description = "Its number, see list.") long id) {
        return gateway.run(
                api -> api.post("/api/v1/tokens/" + id + "/revoke", Map.of()), _ -> "token " + id + " is revoked");
    }
}
