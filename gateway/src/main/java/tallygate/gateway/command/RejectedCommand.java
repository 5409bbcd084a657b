package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Refused requests of a running gateway. */
@Command(
        name = "rejected",
        mixinStandardHelpOptions = true,
        description = "List and explain refused callbacks, and verify them again after a key or proxy was put right.",
        footer = {"", "Exit: 0 done (verify: every one is taken now or was before), 1 some are still refused."})
final class RejectedCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say list, show or verify");
    }

    @Command(mixinStandardHelpOptions = true, description = "The newest refused requests.")
    int list(
            @Mixin Managing gateway,
            @Option(names = "--endpoint", description = "Of this endpoint only.") Optional<String> endpoint,
            @Option(names = "--limit", defaultValue = "50", description = "1..200.") int limit) {
        String query = "?limit=" + limit
                + endpoint.map(name -> "&endpoint=" + encoded(name)).orElse("");
        return gateway.run(call -> call.get("/api/v1/rejected" + query), RejectedCommand::lines, _ -> true);
    }

    @Command(mixinStandardHelpOptions = true, description = "One refused request, judged with the keys of now.")
    int show(@Mixin Managing gateway, @Parameters(paramLabel = "ID") long id) {
        return gateway.run(call -> call.get("/api/v1/rejected/" + id), RejectedCommand::explained, _ -> true);
    }

    /** What was said at its arrival is left out when the keys of now say the same. */
    static String explained(JsonNode answer) {
        JsonNode request = answer.path("request");
        JsonNode verdict = answer.path("verdict");
        boolean isSame = request.path("reason").equals(verdict.path("reason"))
                && request.path("detail").asText().equals(VerdictText.detail(verdict));
        return line(request, isSame ? "" : request.path("detail").asText()) + "\n"
                + VerdictText.of("with the keys of now", verdict);
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Judge refused requests again as of their arrival; genuine ones are stored and worked off.")
    int verify(
            @Mixin Managing gateway,
            @Parameters(paramLabel = "ID", arity = "0..1", description = "One request.") Optional<Long> id,
            @Option(names = "--endpoint", description = "All of this endpoint.") Optional<String> endpoint,
            @Option(names = "--reason", description = "Only those refused for this.") Optional<String> reason,
            @Option(names = "--limit", defaultValue = "1000", description = "At most so many, 1..1000.") int limit) {
        if (id.isPresent() == endpoint.isPresent()) {
            throw new ParameterException(spec.commandLine(), "name one ID, or an --endpoint");
        }
        if (id.isPresent()) {
            return gateway.run(
                    call -> call.post("/api/v1/rejected/" + id.get() + "/verify", Map.of()),
                    RejectedCommand::outcome,
                    RejectedCommand::isTaken);
        }
        Map<String, Object> which = new HashMap<>(Map.of("endpoint", endpoint.orElseThrow(), "limit", limit));
        reason.ifPresent(code -> which.put("reason", code));
        return gateway.run(
                call -> call.post("/api/v1/rejected/verify", which),
                RejectedCommand::outcomes,
                answer -> answer.path("results").valueStream().allMatch(RejectedCommand::isTaken));
    }

    private static boolean isTaken(JsonNode verified) {
        return verified.path("outcome").asText().startsWith("taken");
    }

    private static String lines(JsonNode page) {
        StringBuilder out = new StringBuilder();
        page.path("items").forEach(item -> out.append(line(item)).append('\n'));
        return out.append(page.path("items").size()).append(" refused requests").toString();
    }

    private static String line(JsonNode item) {
        return line(item, item.path("detail").asText());
    }

    private static String line(JsonNode item, String detail) {
        String result = item.path("result").asText();
        return item.path("id").asText() + "  " + item.path("arrivedAt").asText() + "  "
                + item.path("endpoint").asText() + "  "
                + item.path("remoteAddress").asText() + "  "
                + item.path("reason").asText() + (detail.isEmpty() ? "" : ": " + detail)
                + (result.isEmpty() ? "" : "  [verified again: " + result + "]");
    }

    private static String outcomes(JsonNode answer) {
        StringBuilder out = new StringBuilder();
        answer.path("results").forEach(result -> out.append(outcome(result)).append('\n'));
        return out.append(answer.path("verified").asInt())
                .append(" verified again, ")
                .append(answer.path("taken").asInt())
                .append(" taken")
                .toString();
    }

    private static String outcome(JsonNode verified) {
        StringBuilder out = new StringBuilder(verified.path("id").asText())
                .append("  ")
                .append(verified.path("outcome").asText());
        verified.path("tasks").forEach(task -> out.append("  task ").append(task.asText()));
        String detail = verified.path("detail").asText();
        return detail.isEmpty()
                ? out.toString()
                : out.append("  ").append(detail).toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
