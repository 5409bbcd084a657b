package tallygate.gateway.command;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.CallbackMaker;
import tallygate.callback.provider.SampleEvent;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/** Makes a genuine callback as the endpoint's provider would, or a spoiled one, and sends it when asked to. */
@Command(
        name = "sign",
        mixinStandardHelpOptions = true,
        description = "Make a callback with an endpoint's own test credentials.",
        footer = {"", "Exit: 0 made (and answered 2xx when sent), 1 answered otherwise, 69 not answered."})
final class SignCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Option(names = "--config", required = true, description = "The configuration file.")
    @SuppressWarnings("NullAway.Init")
    private Path config;

    @Option(names = "--endpoint", required = true, description = "The endpoint to make a callback for.")
    @SuppressWarnings("NullAway.Init")
    private String endpoint;

    @Option(
            names = "--event",
            defaultValue = "",
            description = "The provider's event type; default: a finished payment.")
    @SuppressWarnings("NullAway.Init")
    private String type;

    @Option(names = "--event-id", description = "The event's id; default: a new one.")
    private Optional<String> eventId = Optional.empty();

    @Option(names = "--delivery", defaultValue = "1", description = "Number of the delivery of this event, from 1.")
    private int delivery;

    @Option(names = "--order", description = "The merchant's order id.")
    private Optional<String> order = Optional.empty();

    @Option(names = "--amount-minor", defaultValue = "1099", description = "In minor units; default ${DEFAULT-VALUE}.")
    private long amountMinor;

    @Option(names = "--currency", defaultValue = "", description = "ISO 4217 code; default: the provider's usual one.")
    @SuppressWarnings("NullAway.Init")
    private String currency;

    @Option(names = "--spoil", description = "Make it wrong: ${COMPLETION-CANDIDATES}.")
    private Optional<CallbackMaker.Spoil> spoil = Optional.empty();

    @Option(names = "--at", description = "Sign for this instant instead of now.")
    private Optional<Instant> at = Optional.empty();

    @Option(names = "--send", description = "Send it to this URL and print the answer.")
    private Optional<URI> send = Optional.empty();

    @Option(names = "--curl", description = "Print a shell line instead of a record.")
    private boolean asCurl;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        Judge judge = Judge.of(config);
        Optional<BoundProvider> provider = judge.provider(endpoint);
        if (provider.isEmpty()) {
            spec.commandLine().getErr().println("tallygate: endpoint " + endpoint + ": " + judge.whyBroken(endpoint));
            return Exit.CONFIG;
        }
        CallbackMaker maker = provider.get()
                .maker()
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "only the provider itself can sign for " + endpoint
                                + ": give the endpoint a test-private-key whose public half it trusts"));
        Optional<RawRequest> made = make(maker);
        if (made.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "a callback of this provider cannot be spoiled by "
                            + spoil.map(s -> s.name().toLowerCase(Locale.ROOT)).orElse(""));
        }
        return send.isPresent() ? send(made.get(), send.get()) : print(made.get());
    }

    private Optional<RawRequest> make(CallbackMaker maker) {
        String id =
                eventId.orElseGet(() -> "evt_" + UUID.randomUUID().toString().replace("-", ""));
        String unique = id.substring(Math.max(0, id.length() - 16));
        SampleEvent event = new SampleEvent(
                type,
                id,
                delivery,
                order.orElse("order-" + unique),
                "txn-" + unique,
                OptionalLong.of(amountMinor),
                currency);
        String url = send.map(URI::toString).orElse("http://127.0.0.1:8080/callbacks/" + endpoint);
        Instant when = at.orElseGet(Instant::now);
        return spoil.map(how -> maker.spoiled(event, url, when, how))
                .orElseGet(() -> Optional.of(maker.genuine(event, url, when)));
    }

    private int print(RawRequest request) {
        Optional<String> curl = asCurl ? RequestRecord.curl(request) : Optional.empty();
        spec.commandLine()
                .getOut()
                .println(curl.orElseGet(() -> RequestRecord.of(request).toString()));
        spec.commandLine().getOut().flush();
        return Exit.OK;
    }

    private int send(RawRequest made, URI url) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(made.url()))
                .timeout(PATIENCE)
                .method(made.method(), HttpRequest.BodyPublishers.ofByteArray(made.body()));
        for (Header header : made.headers()) {
            if (!header.isNamed("Content-Length") && !header.isNamed("Host")) {
                request.header(header.name(), header.value());
            }
        }
        try (HttpClient client =
                HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
            HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            spec.commandLine().getOut().println(answer.statusCode() + " " + answer.body());
            spec.commandLine().getOut().flush();
            return answer.statusCode() / 100 == 2 ? Exit.OK : Exit.REFUSED;
        } catch (IOException e) {
            spec.commandLine().getErr().println("tallygate: " + url + " did not answer: " + e);
            return Exit.UNAVAILABLE;
        }
    }
}
