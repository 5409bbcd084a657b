package tallygate.blackbox;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Sends Stripe events and keeps book of what was answered. */
public final class Sender {
    public static final String SECRET = "whsec_sender0123456789";

    private final Map<String, Integer> answers = new ConcurrentHashMap<>();
    private final List<String> acknowledged = new CopyOnWriteArrayList<>();

    /** What one callback was answered, and how fast; status 0 when the connection broke. */
    public record Answered(int status, Duration took, String retryAfter) {}

    public static String newId() {
        return "evt_" + UUID.randomUUID();
    }

    public Answered send(RunningGateway gateway, String id) throws GeneralSecurityException, InterruptedException {
        return send(gateway, id, StripeCallback.of(id, SECRET));
    }

    public Answered send(RunningGateway gateway, String id, StripeCallback callback) throws InterruptedException {
        long began = System.nanoTime();
        int status;
        String retryAfter = "";
        try {
            HttpResponse<String> answer = gateway.callback("/callbacks/shop", callback.body(), callback.headers());
            status = answer.statusCode();
            retryAfter = answer.headers().firstValue("Retry-After").orElse("");
        } catch (IOException e) {
            status = 0;
        }
        answers.merge(id, status, Math::max);
        if (status == 200) {
            acknowledged.add(id);
        }
        return new Answered(status, Duration.ofNanos(System.nanoTime() - began), retryAfter);
    }

    /** Ids that got a success answer, in order, with repetitions. */
    public List<String> acknowledged() {
        return List.copyOf(acknowledged);
    }
}
