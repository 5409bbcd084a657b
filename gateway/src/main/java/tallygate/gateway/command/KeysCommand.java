package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The keys of a running gateway's endpoints, never their material. */
@Command(
        name = "keys",
        mixinStandardHelpOptions = true,
        description =
                "List an endpoint's keys, try the keys of the edited configuration file on recorded traffic before"
                        + " a reload, and find what a key has signed.",
        footer = {"", "Exit: 0 done (try: nothing that was taken would be refused), 1 something would."})
final class KeysCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say list, try, signed, revoke or rewrap");
    }

    @Command(mixinStandardHelpOptions = true, description = "The keys an endpoint holds now.")
    int list(@Mixin Managing gateway, @Option(names = "--endpoint", required = true) String endpoint) {
        return gateway.run(call -> call.get(path(endpoint)), KeysCommand::keys, _ -> true);
    }

    @Command(
            name = "try",
            mixinStandardHelpOptions = true,
            description = "Judge recorded callbacks with the keys that the configuration file has now.")
    int tried(
            @Mixin Managing gateway,
            @Option(names = "--endpoint", required = true) String endpoint,
            @Option(names = "--limit", defaultValue = "200", description = "1..200 stored and refused ones.")
                    int limit) {
        return gateway.run(
                call -> call.post(path(endpoint) + "/try?limit=" + limit, Map.of()),
                KeysCommand::trial,
                answer -> answer.path("isSafe").asBoolean());
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "What a key has signed, newest first: for a key that leaked.")
    int signed(
            @Mixin Managing gateway,
            @Option(names = "--endpoint", required = true) String endpoint,
            @Option(names = "--key", required = true, description = "Its id or slot, as list says.") String key) {
        return gateway.run(
                call -> call.get(path(endpoint) + "/" + encoded(key) + "/signed"), KeysCommand::callbacks, _ -> true);
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Ask for a hold on everything that came since a key leaked; another person has to agree.")
    int revoke(
            @Mixin Managing gateway,
            @Option(names = "--endpoint", required = true) String endpoint,
            @Option(names = "--key", required = true, description = "Its id or slot, as list says.") String key,
            @Option(names = "--from", required = true, description = "Since when, as 2026-11-30T08:00:00Z.")
                    Instant from,
            @Option(names = "--reason", required = true, description = "For the audit log.") String reason) {
        return gateway.run(
                call -> call.post(
                        path(endpoint) + "/" + encoded(key) + "/revoke",
                        Map.of("from", from.toString(), "reason", reason)),
                KeysCommand::asked,
                _ -> true);
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Ask to wrap all payload keys with the first of privacy.keys; another person has to agree.")
    int rewrap(
            @Mixin Managing gateway,
            @Mixin TasksCommand.Why why,
            @Option(names = "--tasks", description = "Ask to seal all tasks anew instead, in the background.")
                    boolean withTasks) {
        return gateway.run(
                call -> call.post(
                        "/api/v1/privacy/" + (withTasks ? "reencrypt" : "rewrap"), Map.of("reason", why.reason)),
                KeysCommand::asked,
                _ -> true);
    }

    private static String asked(JsonNode answer) {
        return "approval " + answer.path("approval").asText() + ": another person has to agree within 24 hours";
    }

    private static String path(String endpoint) {
        return "/api/v1/endpoints/" + encoded(endpoint) + "/keys";
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String keys(JsonNode answer) {
        StringBuilder out = new StringBuilder();
        answer.path("keys")
                .forEach(key -> out.append(key.path("slot").asText())
                        .append("  ")
                        .append(key.path("id").asText())
                        .append("  ")
                        .append(key.path("notBefore").asText(".."))
                        .append('/')
                        .append(key.path("notAfter").asText(".."))
                        .append('\n'));
        return out.toString().stripTrailing();
    }

    private static String trial(JsonNode answer) {
        StringBuilder out = new StringBuilder(answer.path("isSafe").asBoolean() ? "SAFE" : "NOT SAFE")
                .append(": of ")
                .append(answer.path("stored").asInt())
                .append(" taken callbacks ")
                .append(answer.path("lost").size())
                .append(" would be refused; of ")
                .append(answer.path("refused").asInt())
                .append(" refused ones ")
                .append(answer.path("gained").size())
                .append(" would be taken");
        answer.path("byKey")
                .properties()
                .forEach(key -> out.append("\n  key ")
                        .append(key.getKey())
                        .append(" signs ")
                        .append(key.getValue().asInt()));
        answer.path("lost")
                .properties()
                .forEach(task -> out.append("\n  lost: task ")
                        .append(task.getKey())
                        .append("  ")
                        .append(task.getValue().asText()));
        answer.path("gained")
                .forEach(id -> out.append("\n  gained: refused request ").append(id.asText()));
        return out.toString();
    }

    private static String callbacks(JsonNode answer) {
        StringBuilder out = new StringBuilder();
        answer.path("callbacks")
                .forEach(one -> out.append("task ")
                        .append(one.path("task").asText())
                        .append("  ")
                        .append(one.path("storedAt").asText())
                        .append("  event ")
                        .append(one.path("eventId").asText())
                        .append("  order ")
                        .append(one.path("bizId").asText())
                        .append("  ")
                        .append(one.path("amountMinor").asText(""))
                        .append(' ')
                        .append(one.path("currency").asText())
                        .append(one.path("isProven").asBoolean() ? "" : "  perhaps: card values were dropped from it")
                        .append('\n'));
        return out.append(answer.path("callbacks").size())
                .append(" callbacks signed with ")
                .append(answer.path("key").asText())
                .toString();
    }
}
