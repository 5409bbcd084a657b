package tallygate.loadtest.downstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DownstreamTest {
    private final Downstream downstream = new Downstream(0, 1, new Behaviour.Applies());
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void stop() {
        client.close();
        downstream.close();
    }

    @Test
    void eachEffectIsBookedByItsKeyAndRepeatsAreCounted() throws Exception {
        assertThat(deliver("paid:pi_1", "evt_1").statusCode()).isEqualTo(200);
        assertThat(deliver("paid:pi_2", "evt_2").statusCode()).isEqualTo(200);
        assertThat(deliver("paid:pi_1", "evt_1").statusCode()).isEqualTo(200);
        assertThat(downstream.book().sums()).isEqualTo(new EffectBook.Sums(3, 2, 1, 0, 0));
        assertThat(downstream.book().appliedByEvent()).isEqualTo(Map.of("evt_1", 2, "evt_2", 1));
        assertThat(get("/sums")).contains("\"requests\":3", "\"repeats\":1");
        assertThat(get("/events")).isEqualTo("{\"evt_1\":2,\"evt_2\":1}");
    }

    @Test
    void anEventThatChangesItsKeyAndADeliveryWithoutOneAreCounted() throws Exception {
        deliver("a", "evt_1");
        deliver("b", "evt_1");
        deliver("", "evt_2");
        EffectBook.Sums sums = downstream.book().sums();
        assertThat(sums.keyChanges()).isEqualTo(1);
        assertThat(sums.keyless()).isEqualTo(1);
    }

    @Test
    void aRefusalAppliesNothing() throws Exception {
        assertThat(switchTo("429:7s")).isEqualTo(200);
        HttpResponse<String> refused = deliver("k", "evt_1");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).contains("7");
        assertThat(downstream.book().appliedByEvent()).isEqualTo(Map.of("evt_1", 0));
        switchTo("ok");
        assertThat(deliver("k", "evt_1").statusCode()).isEqualTo(200);
        assertThat(downstream.book().appliedByEvent()).isEqualTo(Map.of("evt_1", 1));
    }

    @Test
    void anEffectCanBeAppliedThoughTheAnswerSaysOtherwise() throws Exception {
        downstream.behave(new Behaviour.AppliesAndFails(500));
        assertThat(deliver("k", "evt_1").statusCode()).isEqualTo(500);
        assertThat(downstream.book().sums().keys()).isEqualTo(1);
    }

    @Test
    void aHangingDownstreamNeverAnswersAndAppliesNothing() {
        downstream.behave(new Behaviour.Hangs());
        assertThatThrownBy(() -> deliver("k", "evt_1", Duration.ofMillis(150)))
                .isInstanceOf(HttpTimeoutException.class);
        assertThat(downstream.book().sums().requests()).isEqualTo(1);
        assertThat(downstream.book().sums().keys()).isZero();
    }

    @Test
    void aLateAnswerComesAfterTheEffect() throws Exception {
        assertThat(switchTo("late:0.2s")).isEqualTo(200);
        long before = System.nanoTime();
        assertThat(deliver("k", "evt_1").statusCode()).isEqualTo(200);
        assertThat(System.nanoTime() - before).isGreaterThan(190_000_000);
        assertThat(downstream.book().sums().keys()).isEqualTo(1);
    }

    @Test
    void aSwitchThatMeansNothingIsRefusedAndChangesNothing() throws Exception {
        assertThat(switchTo("sometimes")).isEqualTo(400);
        assertThat(switchTo("200")).isEqualTo(400);
        assertThat(deliver("k", "evt_1").statusCode()).isEqualTo(200);
    }

    @Test
    void aBodyThatIsNoEnvelopeIsStillADelivery() throws Exception {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(uri("/"))
                        .header("Idempotency-Key", "k")
                        .POST(HttpRequest.BodyPublishers.ofString("a=b&"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(downstream.book().sums()).isEqualTo(new EffectBook.Sums(1, 1, 0, 0, 0));
    }

    private HttpResponse<String> deliver(String key, String eventId) throws Exception {
        return deliver(key, eventId, Duration.ofSeconds(5));
    }

    private HttpResponse<String> deliver(String key, String eventId, Duration patience) throws Exception {
        String envelope =
                "{\"payload\":{\"eventId\":\"inner\",\"list\":[1,2]},\"eventId\":\"" + eventId + "\",\"attempt\":1}";
        HttpRequest.Builder request = HttpRequest.newBuilder(uri("/orders"))
                .timeout(patience)
                .POST(HttpRequest.BodyPublishers.ofString(envelope));
        if (!key.isEmpty()) {
            request.header("Idempotency-Key", key);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private int switchTo(String answer) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri("/behaviour?answer=" + answer))
                .PUT(HttpRequest.BodyPublishers.noBody())
                .build();
        return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    private String get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + downstream.port() + path);
    }
}
