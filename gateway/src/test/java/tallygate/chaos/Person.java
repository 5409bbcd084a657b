package tallygate.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import tallygate.blackbox.RunningGateway;
import tallygate.chaos.Evidence.Operated;

/** An operator who looks at failed tasks and tries each of them once more, by the API. */
final class Person implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<RunningGateway> nodes;
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<Operated> operated = new CopyOnWriteArrayList<>();
    private final Set<String> handled = new HashSet<>();

    Person(List<RunningGateway> nodes) {
        this.nodes = List.copyOf(nodes);
    }

    List<Operated> operated() {
        return List.copyOf(operated);
    }

    /** One look at the list. A node that does not answer is left for the next look. */
    synchronized void look() throws InterruptedException {
        for (RunningGateway node : nodes) {
            try {
                JsonNode page = JSON.readTree(send(
                                node,
                                request(node, "/api/v1/tasks?status=failed&limit=20")
                                        .GET())
                        .body());
                for (JsonNode task : page.path("items")) {
                    retry(node, task.path("id").asText());
                }
                return;
            } catch (IOException e) {
                // The next node, or the next look.
            }
        }
    }

    /** At most once for each task, whatever becomes of it. */
    private void retry(RunningGateway node, String task) throws IOException, InterruptedException {
        if (handled.add(task)) {
            operated.add(new Operated("task-retry", task, retryNow(node, task)));
        }
    }

    int retryNow(RunningGateway node, String task) throws IOException, InterruptedException {
        HttpRequest.Builder post = request(node, "/api/v1/tasks/" + task + "/retry")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"reason\":\"tried once more\"}"));
        try {
            return send(node, post).statusCode();
        } catch (IOException e) {
            return 0;
        }
    }

    /** What the API says of the whole audit chain. */
    String verifyChain(RunningGateway node) throws IOException, InterruptedException {
        return send(node, request(node, "/api/v1/audit/verify").GET()).body();
    }

    void note(String task, int status) {
        operated.add(new Operated("task-retry", task, status));
    }

    private static HttpRequest.Builder request(RunningGateway node, String path) throws IOException {
        return HttpRequest.newBuilder(URI.create(node.managementUrl() + path))
                .timeout(Duration.ofSeconds(10))
                .header("Authorization", "Bearer " + node.token());
    }

    private HttpResponse<String> send(RunningGateway node, HttpRequest.Builder request)
            throws IOException, InterruptedException {
        if (!node.isAlive()) {
            throw new IOException("the node is down");
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        client.close();
    }
}
