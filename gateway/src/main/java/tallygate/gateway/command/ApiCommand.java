package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that asks a running gateway's API one thing and prints the answer: JSON as it came, or lines for people. */
abstract class ApiCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init")
    private ApiAccess api;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** What is asked. */
    abstract ApiAccess.Answer ask(ApiAccess api) throws ApiAccess.Unreachable;

    /** The answer for people, when it is good. */
    abstract void print(JsonNode body, Consumer<String> line);

    /** The exit code of a good answer. */
    int exit(JsonNode body) {
        return Exit.OK;
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        try {
            ApiAccess.Answer answer = ask(api);
            if (!answer.isDone()) {
                err.println("tallygate: " + answer.text());
                return answer.exit();
            }
            if (api.isJson()) {
                out.println(answer.body());
            } else {
                print(answer.body(), out::println);
            }
            return exit(answer.body());
        } catch (ApiAccess.Unreachable e) {
            err.println("tallygate: " + e.getMessage());
            return Exit.UNAVAILABLE;
        }
    }
}
