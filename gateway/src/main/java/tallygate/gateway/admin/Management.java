package tallygate.gateway.admin;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import tallygate.gateway.http.HttpReply;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/**
 * Answers the management listener: {@code /livez}, {@code /readyz} and {@code /metrics} without login, {@code POST
 * /api/v1/reload} with the token that lies in the data directory. Metrics are in the OpenMetrics format, which alone has
 * exemplars, for whoever accepts it. May block.
 */
public final class Management {
    private static final Set<String> READ = Set.of("/livez", "/readyz", "/metrics");
    private static final String RELOAD = "/api/v1/reload";
    /** What Prometheus has understood ever since; a browser gets this too. */
    private static final String TEXT_METRICS = "text/plain; version=0.0.4; charset=utf-8";

    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    private final Supplier<Health> health;
    private final UnaryOperator<String> metrics;
    private final Supplier<Reload> reload;
    private final byte[] token;

    /** What a reload came to. */
    public sealed interface Reload {
        record Applied(List<String> changes) implements Reload {
            public Applied {
                changes = List.copyOf(changes);
            }
        }

        /** Nothing changed; the running configuration stays. */
        record Kept(List<String> problems) implements Reload {
            public Kept {
                problems = List.copyOf(problems);
            }
        }
    }

    /**
     * @param metrics for a content type, that of OpenMetrics or that of Prometheus' own text
     * @param token what {@code Authorization: Bearer} must carry to change anything
     */
    public Management(Supplier<Health> health, UnaryOperator<String> metrics, Supplier<Reload> reload, String token) {
        this.health = health;
        this.metrics = metrics;
        this.reload = reload;
        this.token = token.getBytes(StandardCharsets.UTF_8);
    }

    public HttpReply answer(RawRequest request) {
        String path = request.path();
        if (READ.contains(path)) {
            return request.method().equals("GET") || request.method().equals("HEAD")
                    ? read(path, request)
                    : notAllowed("GET, HEAD");
        }
        if (path.equals(RELOAD)) {
            return request.method().equals("POST") ? reload(request) : notAllowed("POST");
        }
        return problem(404, "no such page: " + (path.length() > 100 ? path.substring(0, 100) : path));
    }

    private HttpReply read(String path, RawRequest request) {
        return switch (path) {
            case "/livez" -> health(health.get().live());
            case "/readyz" -> health(health.get().ready());
            default -> {
                String type = takesOpenMetrics(request) ? OPEN_METRICS : TEXT_METRICS;
                yield text(200, type, metrics.apply(type));
            }
        };
    }

    private static boolean takesOpenMetrics(RawRequest request) {
        return request.headerValues("Accept").stream()
                .anyMatch(accept -> accept.contains("application/openmetrics-text"));
    }

    private HttpReply health(boolean good) {
        return text(good ? 200 : 503, "application/json", health.get().json());
    }

    private HttpReply reload(RawRequest request) {
        List<String> given = request.headerValues("Authorization");
        byte[] offered = (given.size() == 1 ? given.getFirst() : "").getBytes(StandardCharsets.UTF_8);
        byte[] wanted = ("Bearer " + new String(token, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
        if (!MessageDigest.isEqual(offered, wanted)) {
            return problem(401, "needs Authorization: Bearer with the token in DATA-DIR/management-token");
        }
        return switch (reload.get()) {
            case Reload.Applied applied -> text(200, "text/plain; charset=utf-8", lines("reloaded", applied.changes()));
            case Reload.Kept kept ->
                problem(422, lines("nothing changed, the running configuration stays:", kept.problems()));
        };
    }

    private static String lines(String first, List<String> rest) {
        return rest.isEmpty() ? first : first + "\n" + String.join("\n", rest);
    }

    private static HttpReply notAllowed(String allowed) {
        return new HttpReply(405, List.of(new Header("Allow", allowed)), "", new byte[0]);
    }

    private static HttpReply problem(int status, String text) {
        return text(status, "text/plain; charset=utf-8", text + "\n");
    }

    private static HttpReply text(int status, String type, String text) {
        List<Header> headers =
                List.of(new Header("Cache-Control", "no-store"), new Header("X-Content-Type-Options", "nosniff"));
        return new HttpReply(status, headers, type, text.getBytes(StandardCharsets.UTF_8));
    }
}
