package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tallygate.gateway.identity.Role;

/** The overview keeps itself up to date by server-sent events, over the real port. */
class LiveViewTest {
    private static HttpRequest request(ManagedRig rig, String cookie) {
        return HttpRequest.newBuilder(URI.create(rig.url() + "/overview/live"))
                .header("Cookie", "tallygate=" + cookie)
                .header("Accept", "text/event-stream")
                .build();
    }

    /** The next event's data, its lines joined. */
    private static String event(BufferedReader in) throws IOException {
        StringBuilder data = new StringBuilder();
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            if (line.startsWith("data: ")) {
                data.append(line.substring(6)).append('\n');
            } else {
                assertThat(line).isEqualTo("event: part");
            }
        }
        return data.toString();
    }

    @Test
    void aFailureShowsWithoutAskingAgain() throws Exception {
        try (ManagedRig rig = new ManagedRig();
                HttpClient client = HttpClient.newHttpClient()) {
            String cookie = rig.person("lin", Role.VIEWER);
            HttpResponse<InputStream> live =
                    client.send(request(rig, cookie), HttpResponse.BodyHandlers.ofInputStream());
            assertThat(live.statusCode()).isEqualTo(200);
            assertThat(live.headers().firstValue("content-type")).contains("text/event-stream");
            try (BufferedReader in = new BufferedReader(new InputStreamReader(live.body(), StandardCharsets.UTF_8))) {
                assertThat(event(in)).contains("Nobody needs to act").doesNotContain("<html");
                rig.failed("evt-1", "422 from orders");
                assertThat(event(in)).contains("1 failed task").doesNotContain("Last actions by people");
            }
        }
    }

    @Test
    void nobodyIsToldAnythingWithoutASession() throws Exception {
        try (ManagedRig rig = new ManagedRig();
                HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> refused = client.send(request(rig, "guess"), HttpResponse.BodyHandlers.ofString());
            assertThat(refused.statusCode()).isEqualTo(303);
            assertThat(refused.body()).isEmpty();
        }
    }
}
