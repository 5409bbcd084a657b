package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.identity.Secrets;
import tallygate.signature.Header;

/** Does with cookies and forms what a browser does. */
final class Browser {
    private final DeskRig rig;
    private String cookie = "";

    Browser(DeskRig rig) {
        this.rig = rig;
    }

    HttpReply signIn(String name, String password) {
        return send("POST", "/login", form(Map.of("name", name, "password", password)), List.of());
    }

    HttpReply get(String target) {
        return send("GET", target, "", List.of());
    }

    /** With the form's token. */
    HttpReply post(String target, Map<String, String> fields) {
        String token = cookie.isEmpty() ? "" : "&form=" + Secrets.formToken(cookie);
        return send("POST", target, form(fields) + token, List.of());
    }

    /** As a page's script would: JSON, with the session's cookie and the form's token. */
    HttpReply api(String method, String target, String json) {
        return rig.send(
                method,
                target,
                json,
                new Header("Cookie", "tallygate=" + cookie),
                new Header("X-Form-Token", Secrets.formToken(cookie)),
                new Header("Content-Type", "application/json"));
    }

    HttpReply postWithoutToken(String target, Map<String, String> fields, Header... headers) {
        return send("POST", target, form(fields), List.of(headers));
    }

    String cookie() {
        return cookie;
    }

    private HttpReply send(String method, String target, String body, List<Header> more) {
        List<Header> headers = new ArrayList<>(more);
        headers.add(new Header("Accept", "text/html"));
        if (!cookie.isEmpty()) {
            headers.add(new Header("Cookie", "other=1; tallygate=" + cookie));
        }
        if (method.equals("POST")) {
            headers.add(new Header("Content-Type", "application/x-www-form-urlencoded"));
        }
        HttpReply reply = rig.send(method, target, body, headers.toArray(Header[]::new));
        reply.headers().stream()
                .filter(header -> header.isNamed("Set-Cookie"))
                .forEach(header -> cookie = header.value().replaceFirst("tallygate=([^;]*);.*", "$1"));
        return reply;
    }

    private static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    static String location(HttpReply reply) {
        assertThat(reply.status()).isEqualTo(303);
        return reply.headers().stream()
                .filter(header -> header.isNamed("Location"))
                .map(Header::value)
                .findFirst()
                .orElseThrow();
    }
}
