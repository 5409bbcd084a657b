package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.admin.web.WebServer;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.identity.Role;
import tallygate.house.Repository;
import tallygate.signature.Header;

/** Everything that can be asked of the management side, asked by somebody who means harm. */
class HostileQueriesTest {
    private static final Pattern QUERY = Pattern.compile("quer(?:y|ies)\\(\\s*\"([A-Za-z]+)\"");
    private static final Pattern PATH_VALUE = Pattern.compile("\\{[^}]+}");
    private static final List<String> XSS = List.of(
            "<script>alert(1)</script>",
            "\"><svg onload=alert(1)>",
            "'><img src=x onerror=alert(1)>",
            "</textarea><script>alert(1)</script>",
            "\" autofocus onfocus=\"alert(1)",
            "\u202e<b>\u0000</b>",
            "<math><mi xlink:href=\"data:x,<script>alert(1)</script>\">");

    private static DeskRig rig = null;
    private static Set<String> names = Set.of();
    private static Browser lin = null;

    @BeforeAll
    static void open() {
        rig = new DeskRig();
        rig.change("DELETE FROM async_task");
        rig.failed("evt-1", "it broke");
        rig.task("evt-2");
        lin = rig.person("hostile", Role.ADMIN);
        names = new TreeSet<>(Set.of("limit", "after", "sort", "order"));
        Repository.files(".java").stream()
                .filter(file -> file.toString().contains("src/main/java/tallygate/gateway/admin"))
                .flatMap(file -> QUERY.matcher(Repository.text(file)).results())
                .map((MatchResult found) -> found.group(1))
                .forEach(names::add);
        assertThat(names).contains("bizId", "error", "actor", "status");
    }

    @AfterAll
    static void close() {
        rig.close();
    }

    /** Every GET route, with each value of its path and each parameter that any route reads set to the text. */
    private static List<String> targets(String text) {
        String value = URLEncoder.encode(text, StandardCharsets.UTF_8);
        String query = names.stream().map(name -> name + "=" + value).collect(Collectors.joining("&", "?", ""));
        return rig.routes().stream()
                .filter(route ->
                        route.method().equals("GET") && !route.pattern().contains("stream"))
                .map(Route::pattern)
                .map(pattern -> PATH_VALUE.matcher(pattern).replaceAll(value.replace("+", "%20")) + query)
                .toList();
    }

    private static HttpReply ask(String target) {
        return target.startsWith("/api/") ? rig.get(target) : lin.get(target);
    }

    @ParameterizedTest
    @Tag("T-24")
    @ValueSource(
            strings = {
                "' OR '1'='1",
                "1; DROP TABLE async_task; -- ",
                "') UNION SELECT name, password_hash FROM user_account -- ",
                "1' AND (SELECT SLEEP(5)) AND '1",
                "id DESC, (SELECT 1)",
                "\u0000' OR 1=1"
            })
    void textOfAFilterIsNeverPartOfAStatement(String text) {
        for (String target : targets(text)) {
            HttpReply reply = ask(target);
            assertThat(reply.status()).as(target).isNotEqualTo(500);
            assertThat(DeskRig.body(reply)).as(target).doesNotContain("evt-2").doesNotContain("$argon2");
        }
        assertThat(rig.column("SELECT COUNT(*) FROM async_task")).containsExactly("2");
    }

    @Test
    @Tag("T-25")
    void hostileTextOfAQueryOrARowIsShownAsText() {
        for (String text : XSS) {
            rig.change(
                    "UPDATE async_task SET last_error = ?, event_type = ?, biz_id = ? WHERE status = 3",
                    text,
                    text,
                    text);
            String id = rig.column("SELECT id FROM async_task WHERE status = 3").getFirst();
            List<String> pages = new ArrayList<>(targets(text).stream()
                    .filter(target -> !target.startsWith("/api/") && !target.startsWith("/metrics"))
                    .toList());
            pages.addAll(List.of("/tasks", "/failed", "/tasks/" + id, "/tasks?status=failed"));
            for (String page : pages) {
                HttpReply reply = lin.get(page);
                if (reply.contentType().startsWith("text/html")) {
                    assertThat(DeskRig.body(reply))
                            .as("%s with %s", page, text)
                            .doesNotContain(text.startsWith("\" ") ? "=\"" + text : text);
                }
            }
        }
    }

    @Test
    @Tag("T-27")
    @Tag("T-44")
    void everyAnswerForbidsFramesScriptsOfOthersAndGuessingOfTypes() throws Exception {
        try (WebServer web = WebServer.start(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        Optional.empty(),
                        rig.desk()::answer);
                HttpClient client = HttpClient.newHttpClient()) {
            List<String> targets = new ArrayList<>(targets("1").stream()
                    .map(target -> target.replaceAll("\\?.*", ""))
                    .toList());
            targets.addAll(List.of("/nowhere", "/api/v1/nowhere", "/login?to=//evil.example"));
            for (String target : targets) {
                for (String method : List.of("GET", "POST", "DELETE")) {
                    var answer = client.send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + web.port() + target))
                                    .method(method, HttpRequest.BodyPublishers.noBody())
                                    .header("Cookie", "tallygate=" + lin.cookie())
                                    .build(),
                            BodyHandlers.ofInputStream());
                    answer.body().close();
                    var headers = answer.headers();
                    assertThat(headers.firstValue("content-security-policy").orElse(""))
                            .as(target)
                            .contains("frame-ancestors 'none'", "default-src 'none'", "script-src 'self'")
                            .doesNotContain("unsafe");
                    assertThat(headers.firstValue("x-frame-options")).as(target).hasValue("DENY");
                    assertThat(headers.firstValue("x-content-type-options"))
                            .as(target)
                            .hasValue("nosniff");
                    assertThat(headers.firstValue("referrer-policy")).as(target).hasValue("same-origin");
                    assertThat(headers.firstValue("cache-control"))
                            .as(target)
                            .hasValue(
                                    target.startsWith("/assets/") && answer.statusCode() == 200
                                            ? "public, max-age=3600"
                                            : "no-store");
                    assertThat(headers.map()).as(target).doesNotContainKeys("server", "x-powered-by");
                }
            }
        }
    }

    @Test
    @Tag("T-38")
    void managementRoutesHaveOneSpelling() {
        Header token = DeskRig.bearer(DeskRig.TOKEN);
        for (String target : List.of(
                "/api/v1/../v1/tasks",
                "/api//v1/tasks",
                "/API/v1/tasks",
                "/api/v1/tasks;x=1",
                "/api/v1/%74asks",
                "/api/v1/tasks%2f1",
                "/api\\v1\\tasks",
                "/./api/v1/tasks",
                "/api/v1/tasks/%2e%2e/audit")) {
            assertThat(rig.send("GET", target, "", token).status()).as(target).isIn(400, 404);
        }
    }
}
