package tallygate.gateway.command;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Asks a running gateway whether it lives: for container health checks, where no other HTTP client is installed. */
@Command(
        name = "health",
        description = "Ask a running gateway for /livez; exit 0 when it lives.",
        mixinStandardHelpOptions = true)
final class HealthCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    @Option(
            names = "--url",
            defaultValue = "http://127.0.0.1:8081",
            description = "Base URL of the management listener (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private URI url;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        try (HttpClient client =
                HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(url.resolve("/livez"))
                            .timeout(PATIENCE)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            spec.commandLine().getOut().println(answer.body().strip());
            return answer.statusCode() == 200 ? Exit.OK : Exit.UNAVAILABLE;
        } catch (IOException e) {
            spec.commandLine().getErr().println("tallygate: " + url + " does not answer: " + e.getMessage());
            return Exit.UNAVAILABLE;
        }
    }
}
