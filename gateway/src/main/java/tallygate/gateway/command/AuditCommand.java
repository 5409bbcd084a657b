package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The audit log of a running gateway. */
@Command(
        name = "audit",
        mixinStandardHelpOptions = true,
        description = "The audit log.",
        subcommands = {AuditCommand.Verify.class})
final class AuditCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name what to do: verify");
    }

    @Command(
            name = "verify",
            mixinStandardHelpOptions = true,
            description = "Read the whole hash chain, and look for states that no attempt or deed explains.",
            footer = {"", "Exit: 0 intact, 1 at the first break or unexplained state, 69 no answer."})
    static final class Verify extends ApiCommand {
        @Override
        ApiAccess.Answer ask(ApiAccess api) throws ApiAccess.Unreachable {
            return api.get("/api/v1/audit/verify");
        }

        @Override
        void print(JsonNode body, Consumer<String> line) {
            line.accept("sealed rows: " + body.path("sealed").asLong() + ", not sealed yet: "
                    + body.path("unsealed").asLong());
            if (body.has("firstBreak")) {
                line.accept("BROKEN " + body.get("firstBreak").asText());
            }
            body.path("unexplained").forEach(state -> line.accept("UNEXPLAINED " + state.asText()));
            line.accept(body.path("isIntact").asBoolean() ? "intact" : "not intact");
        }

        @Override
        int exit(JsonNode body) {
            return body.path("isIntact").asBoolean() ? Exit.OK : Exit.REFUSED;
        }
    }
}
