package tallygate.gateway;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.identity.Secrets;
import tallygate.signature.Header;

/** A browser that keeps all cookies and goes to the identity provider and back. */
final class ProviderBrowser {
    private final DeskRig rig;
    private final FakeProvider provider;
    private final Map<String, String> cookies = new HashMap<>();

    ProviderBrowser(DeskRig rig, FakeProvider provider) {
        this.rig = rig;
        this.provider = provider;
    }

    /** Where the provider is, with the request for it. */
    URI depart(String path) {
        return URI.create(Browser.location(get(path)));
    }

    /** There and back. */
    HttpReply signIn(String path) {
        return back(provider.approve(depart(path)));
    }

    HttpReply back(Map<String, String> query) {
        return get("/login/oidc/callback?"
                + query.entrySet().stream()
                        .map(field ->
                                field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                        .collect(Collectors.joining("&")));
    }

    HttpReply get(String target) {
        return send("GET", target, "");
    }

    HttpReply post(String target, String body) {
        return send("POST", target, body + "&form=" + Secrets.formToken(session()));
    }

    String session() {
        return cookies.getOrDefault("tallygate", "");
    }

    Map<String, String> cookies() {
        return cookies;
    }

    private HttpReply send(String method, String target, String body) {
        String held = cookies.entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
        HttpReply reply = rig.send(
                method,
                target,
                body,
                new Header("Cookie", held),
                new Header("Accept", "text/html"),
                new Header("Content-Type", "application/x-www-form-urlencoded"));
        reply.headers().stream()
                .filter(header -> header.isNamed("Set-Cookie"))
                .map(Header::value)
                .forEach(this::keep);
        return reply;
    }

    private void keep(String line) {
        String[] pair = line.substring(0, line.indexOf(';')).split("=", 2);
        if (line.contains("Max-Age=0")) {
            cookies.remove(pair[0]);
        } else {
            cookies.put(pair[0], pair[1]);
        }
    }
}
