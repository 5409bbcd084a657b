package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tallygate.gateway.identity.Secrets;

/** Somebody at the console: signs in and follows every link there is. */
final class ConsoleClient implements AutoCloseable {
    private static final int ALIKE_MAX = 3;
    private static final Pattern LINK = Pattern.compile("(?:href|src|hx-get)=\"(/[^\"#]*)");
    private static final Pattern COOKIE = Pattern.compile("tallygate=([^;]*).*");
    private static final Duration PAGE_MAX = Duration.ofSeconds(60);

    private final String base;
    private final HttpClient client = HttpClient.newHttpClient();
    private String cookie = "";

    ConsoleClient(RunningGateway gateway) {
        base = gateway.managementUrl();
    }

    /** With the one-time password, which is replaced. @return the session's cookie */
    String signIn(String oneTime, String fresh) throws IOException, InterruptedException {
        assertThat(post("/login", Map.of("name", "admin", "password", oneTime)).statusCode())
                .isEqualTo(303);
        assertThat(post("/password", Map.of("old", oneTime, "fresh", fresh)).statusCode())
                .isEqualTo(303);
        return cookie;
    }

    HttpResponse<String> post(String path, Map<String, String> fields) throws IOException, InterruptedException {
        String form = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return send(HttpRequest.newBuilder(URI.create(base + path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(
                        cookie.isEmpty() ? form : form + "&form=" + Secrets.formToken(cookie))));
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(base + path)));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        if (!cookie.isEmpty()) {
            request.header("Cookie", "tallygate=" + cookie);
        }
        HttpResponse<String> answer =
                client.send(request.timeout(PAGE_MAX).build(), HttpResponse.BodyHandlers.ofString());
        answer.headers().allValues("set-cookie").forEach(value -> {
            Matcher own = COOKIE.matcher(value);
            if (own.matches()) {
                cookie = own.group(1);
            }
        });
        return answer;
    }

    /** Every page, export and file that links lead to, but for the door and streams; of those that differ by numbers a few. */
    Map<String, String> everyPage() throws IOException, InterruptedException {
        Map<String, Integer> kinds = new HashMap<>();
        Map<String, String> pages = new LinkedHashMap<>();
        Deque<String> next = new ArrayDeque<>();
        next.add("/");
        while (!next.isEmpty()) {
            String path = next.remove();
            if (pages.containsKey(path) || path.matches("/log(in|out).*|.*(live|stream|events)([/?].*|$)")) {
                continue;
            }
            if (kinds.merge(path.replaceAll("[0-9]+", "N"), 1, Integer::sum) > ALIKE_MAX) {
                continue;
            }
            HttpResponse<String> page = get(path);
            pages.put(path, page.headers().map() + page.body());
            Matcher link = LINK.matcher(page.body());
            while (link.find()) {
                next.add(link.group(1).replace("&amp;", "&"));
            }
        }
        return pages;
    }

    @Override
    public void close() {
        client.close();
    }
}
