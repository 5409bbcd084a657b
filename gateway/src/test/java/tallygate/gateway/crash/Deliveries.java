package tallygate.gateway.crash;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.TreeMap;

/** The book of the downstream, asked over HTTP. */
final class Deliveries implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client = HttpClient.newHttpClient();
    private final int port;

    Deliveries(int port) {
        this.port = port;
    }

    /** Deliveries that came, refused ones included. */
    long requests() throws IOException, InterruptedException {
        return sums().path("requests").asLong();
    }

    JsonNode sums() throws IOException, InterruptedException {
        return JSON.readTree(get("/sums"));
    }

    /** How often each event was applied. */
    Map<String, Integer> applied() throws IOException, InterruptedException {
        var applied = new TreeMap<String, Integer>();
        JSON.readTree(get("/events"))
                .properties()
                .forEach(event -> applied.put(event.getKey(), event.getValue().asInt()));
        return applied;
    }

    private String get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    @Override
    public void close() {
        client.close();
    }
}
