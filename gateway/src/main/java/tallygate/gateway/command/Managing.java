package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tallygate.gateway.desk.Legible;

/** What commands of several words have in common that ask a running gateway. */
final class Managing {
    @Mixin
    @SuppressWarnings("NullAway.Init")
    private ApiAccess api;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** One question to the gateway. */
    @FunctionalInterface
    interface Question {
        ApiAccess.Answer ask(ApiAccess api) throws ApiAccess.Unreachable;
    }

    /** Asks and prints the answer; done is good. */
    int run(Question question, Function<JsonNode, String> text) {
        return run(question, text, _ -> true);
    }

    /**
     * Asks and prints the answer.
     *
     * @param text the answer for people
     * @param isGood what exit 0 stands for; anything else is exit 1
     */
    int run(Question question, Function<JsonNode, String> text, Function<JsonNode, Boolean> isGood) {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        try {
            ApiAccess.Answer answer = question.ask(api);
            if (!answer.isDone()) {
                err.println("tallygate: " + Legible.text(answer.text()));
                return answer.exit();
            }
            out.println(api.isJson() ? json(answer.body()) : Legible.text(text.apply(answer.body())));
            out.flush();
            return isGood.apply(answer.body()) ? Exit.OK : Exit.REFUSED;
        } catch (ApiAccess.Unreachable e) {
            err.println("tallygate: " + e.getMessage());
            return Exit.UNAVAILABLE;
        }
    }

    /** The same JSON; what would steer a terminal or turn its text round is written by its number. */
    private static String json(JsonNode body) {
        StringBuilder safe = new StringBuilder();
        body.toString().chars().forEach(c -> {
            if (Legible.deceives((char) c)) {
                safe.append(String.format("\\u%04x", c));
            } else {
                safe.append((char) c);
            }
        });
        return safe.toString();
    }

    /** A part of a path, or a value of a query. */
    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** A path with those of the parameters that are there. */
    static String path(String path, Map<String, Optional<?>> parameters) {
        StringBuilder all = new StringBuilder(path);
        parameters.forEach((name, value) -> value.ifPresent(given -> all.append(all.indexOf("?") < 0 ? '?' : '&')
                .append(name)
                .append('=')
                .append(encoded(given.toString()))));
        return all.toString();
    }

    /** Lines of a list's items, and how to see more. */
    static String lines(JsonNode page, Function<JsonNode, String> line) {
        StringBuilder out = new StringBuilder();
        page.path("items").forEach(item -> out.append(line.apply(item)).append('\n'));
        if (page.has("next")) {
            out.append("more: --after ").append(page.get("next").asText()).append('\n');
        }
        return out.isEmpty() ? "none" : out.substring(0, out.length() - 1);
    }

    /** Every field of an object, a line each; one of an object inside by the names of both. */
    static String fields(JsonNode object) {
        List<String> lines = new ArrayList<>();
        fields(object, "", lines);
        return String.join("\n", lines);
    }

    private static void fields(JsonNode object, String outer, List<String> lines) {
        object.properties().forEach(field -> {
            JsonNode value = field.getValue();
            String name = outer + field.getKey();
            if (value.isObject()) {
                fields(value, name + ".", lines);
            } else {
                lines.add(name + ": " + (value.isValueNode() ? value.asText() : value.toString()));
            }
        });
    }
}
