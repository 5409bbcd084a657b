package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

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

    /**
     * Asks and prints the answer.
     *
     * @param text the answer for people
     * @param isGood what exit 0 stands for; anything else is exit 1
     */
    int run(Question question, Function<JsonNode, String> text, Function<JsonNode, Boolean> isGood) {
        try {
            ApiAccess.Answer answer = question.ask(api);
            if (!answer.isDone()) {
                spec.commandLine().getErr().println("tallygate: " + answer.text());
                return answer.exit();
            }
            spec.commandLine().getOut().println(api.isJson() ? answer.body().toString() : text.apply(answer.body()));
            spec.commandLine().getOut().flush();
            return isGood.apply(answer.body()) ? Exit.OK : Exit.REFUSED;
        } catch (ApiAccess.Unreachable e) {
            spec.commandLine().getErr().println("tallygate: " + e.getMessage());
            return Exit.UNAVAILABLE;
        }
    }
}
