package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import picocli.CommandLine.Option;
import tallygate.config.GatewayConfig;
import tallygate.config.Loading;

/** How a command reaches a running gateway's API: by its configuration on the same machine, or by address and token file. */
final class ApiAccess {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LONG_PATIENCE = Duration.ofMinutes(30);
    private static final Path DEMO = Path.of("data/demo/tallygate.yaml");

    @Option(names = "--config", description = "The running gateway's configuration; default: the demo's below ./data.")
    private Optional<Path> config = Optional.empty();

    @Option(names = "--url", description = "Base URL of the management listener, instead of --config.")
    private Optional<URI> url = Optional.empty();

    @Option(names = "--token-file", description = "File that holds an API token; default: DATA-DIR/management-token.")
    private Optional<Path> tokenFile = Optional.empty();

    @Option(names = "--json", description = "Print JSON.")
    private boolean isJson;

    /** By the configuration of a gateway on this machine. */
    static ApiAccess of(Path config) {
        ApiAccess access = new ApiAccess();
        access.config = Optional.of(config);
        return access;
    }

    boolean isJson() {
        return isJson;
    }

    /** An answer of the API. */
    record Answer(int status, JsonNode body) {
        boolean isDone() {
            return status >= 200 && status < 300;
        }

        /** The exit code of what did not work. */
        int exit() {
            return switch (status) {
                case 400, 404, 415, 422 -> Exit.DATA;
                case 401, 403, 409 -> Exit.REFUSED;
                default -> Exit.UNAVAILABLE;
            };
        }

        String text() {
            return body.path("title").asText("status " + status) + ": "
                    + body.path("detail").asText("");
        }
    }

    /** No answer, or no way to ask. */
    static final class Unreachable extends Exception {
        private static final long serialVersionUID = 1;

        Unreachable(String message) {
            super(message);
        }
    }

    Answer get(String path) throws Unreachable {
        return send(request(path).GET());
    }

    /** Repeated by nobody without being harmless: it carries a key of its own. */
    Answer post(String path, Map<String, ?> body) throws Unreachable {
        try {
            return send(request(path)
                    .header("Content-Type", "application/json")
                    .header("Idempotency-Key", UUID.randomUUID().toString())
                    .POST(HttpRequest.BodyPublishers.ofString(MAPPER.writeValueAsString(body))));
        } catch (IOException e) {
            throw new IllegalStateException("a map is always JSON", e);
        }
    }

    /** A file as it is; read as it is sent. @throws IOException when there is no such file */
    Answer upload(String path, Path file) throws Unreachable, IOException {
        if (!Files.exists(file)) {
            throw new NoSuchFileException(file.toString());
        }
        return send(request(path)
                .timeout(LONG_PATIENCE)
                .header("Content-Type", "application/octet-stream")
                .POST(HttpRequest.BodyPublishers.ofFile(file)));
    }

    /** What may take long and harms nothing when it is done twice. */
    Answer work(String path, Map<String, ?> body) throws Unreachable {
        try {
            return send(request(path)
                    .timeout(LONG_PATIENCE)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(MAPPER.writeValueAsString(body))));
        } catch (IOException e) {
            throw new IllegalStateException("a map is always JSON", e);
        }
    }

    private HttpRequest.Builder request(String path) throws Unreachable {
        Optional<GatewayConfig> loaded =
                url.isPresent() && tokenFile.isPresent() ? Optional.empty() : Optional.of(load());
        URI base = url.orElseGet(() -> address(loaded.orElseThrow()));
        Path file = tokenFile.orElseGet(() -> loaded.orElseThrow().dataDir().resolve("management-token"));
        try {
            String token = Files.readString(file, StandardCharsets.US_ASCII).strip();
            return HttpRequest.newBuilder(base.resolve(path))
                    .timeout(PATIENCE)
                    .header("Authorization", "Bearer " + token);
        } catch (IOException e) {
            throw new Unreachable(
                    "cannot read the token in " + file + ": run as the gateway's user, or give --token-file");
        }
    }

    private GatewayConfig load() throws Unreachable {
        Path file = config.orElse(DEMO);
        return switch (GatewayConfig.load(file, System.getenv())) {
            case Loading.Loaded loaded -> loaded.config();
            case Loading.Broken broken ->
                throw new Unreachable(
                        file + ": " + broken.problems().getFirst() + "; give --config, or --url and --token-file");
        };
    }

    private static URI address(GatewayConfig config) {
        var management = config.server().management();
        String host = management.bind().host();
        String reached = host.equals("0.0.0.0") || host.equals("::") ? "127.0.0.1" : host;
        String scheme = management.tls().isPresent() ? "https" : "http";
        String written = reached.indexOf(':') >= 0 ? "[" + reached + "]" : reached;
        return URI.create(scheme + "://" + written + ":" + management.bind().port());
    }

    private static Answer send(HttpRequest.Builder builder) throws Unreachable {
        HttpRequest request = builder.build();
        try (HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(PATIENCE)
                .build()) {
            HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            JsonNode body = answer.body().length == 0 ? MAPPER.createObjectNode() : MAPPER.readTree(answer.body());
            return new Answer(answer.statusCode(), body);
        } catch (IOException e) {
            throw new Unreachable(request.uri().resolve("/") + " does not answer: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Unreachable("interrupted");
        }
    }
}
