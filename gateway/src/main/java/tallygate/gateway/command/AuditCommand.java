package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The audit log of a running gateway. */
@Command(name = "audit", mixinStandardHelpOptions = true, description = "The audit log.")
final class AuditCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say list or verify");
    }

    @Command(mixinStandardHelpOptions = true, description = "Who did what by hand, newest first.")
    int list(
            @Mixin Managing gateway,
            @Option(names = "--limit", defaultValue = "50", description = "At most so many, 1..200.") int limit,
            @Option(names = "--after", description = "The page behind: what \"more\" said.") Optional<String> after) {
        Map<String, Optional<?>> parameters = new LinkedHashMap<>();
        parameters.put("limit", Optional.of(limit));
        parameters.put("after", after);
        return gateway.run(
                api -> api.get(Managing.path("/api/v1/audit", parameters)),
                page -> Managing.lines(page, AuditCommand::line));
    }

    private static String line(JsonNode row) {
        return String.join(
                "  ",
                row.path("id").asText(),
                row.path("at").asText(),
                row.path("actor").asText(),
                row.path("action").asText(),
                row.path("objectType").asText() + ":" + row.path("objectId").asText(),
                row.path("reason").asText());
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Read the whole hash chain, and look for states that no attempt or deed explains.",
            footer = {"", "Exit: 0 intact, 1 at the first break or unexplained state, 69 no answer."})
    int verify(
            @Mixin Managing gateway,
            @Option(
                            names = "--heads",
                            description = "A file of digests that a node appended hourly: compare them with the chain.")
                    Optional<Path> heads) {
        return gateway.run(
                api -> asked(api, heads),
                AuditCommand::verdict,
                body -> body.path("isIntact").asBoolean());
    }

    private static ApiAccess.Answer asked(ApiAccess api, Optional<Path> heads) throws ApiAccess.Unreachable {
        if (heads.isPresent()) {
            ApiAccess.Answer compared = api.post("/api/v1/audit/compare", Map.of("heads", read(heads.get())));
            if (!compared.isDone() || !compared.body().path("isIntact").asBoolean()) {
                return compared;
            }
        }
        return api.get("/api/v1/audit/verify");
    }

    private static List<Map<String, Object>> read(Path file) throws ApiAccess.Unreachable {
        List<Map<String, Object>> heads = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(file)) {
                JsonNode head = new ObjectMapper().readTree(line);
                heads.add(Map.of(
                        "chainSeq",
                        head.path("chainSeq").asLong(),
                        "rowHash",
                        head.path("rowHash").asText()));
            }
        } catch (IOException e) {
            throw new ApiAccess.Unreachable("cannot read the digests in " + file + ": " + e.getMessage());
        }
        return heads;
    }

    private static String verdict(JsonNode body) {
        StringBuilder out = new StringBuilder("sealed rows: ")
                .append(body.path("sealed").asLong())
                .append(", not sealed yet: ")
                .append(body.path("unsealed").asLong());
        if (body.has("firstBreak")) {
            out.append("\nBROKEN ").append(body.get("firstBreak").asText());
        }
        body.path("unexplained").forEach(state -> out.append("\nUNEXPLAINED ").append(state.asText()));
        return out.append(body.path("isIntact").asBoolean() ? "\nintact" : "\nnot intact")
                .toString();
    }
}
