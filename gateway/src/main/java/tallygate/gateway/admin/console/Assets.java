package tallygate.gateway.admin.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.http.HttpReply;
import tallygate.signature.Header;

/** Style, script and sign of the console, read once. */
public final class Assets {
    private static final String HTMX = "/META-INF/resources/webjars/htmx.org/2.0.10/dist/htmx.min.js";
    private static final Header KEEP = new Header("Cache-Control", "public, max-age=3600");

    private final Map<String, HttpReply> files = new LinkedHashMap<>();

    public Assets() {
        add("console.css", "text/css; charset=utf-8", "/tallygate/console/console.css");
        add("console.js", "text/javascript; charset=utf-8", "/tallygate/console/console.js");
        add("icon.svg", "image/svg+xml", "/tallygate/console/icon.svg");
        add("htmx.js", "text/javascript; charset=utf-8", HTMX);
    }

    private void add(String name, String type, String resource) {
        try (InputStream in = Assets.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the distribution lacks " + resource);
            }
            files.put(name, new HttpReply(200, List.of(KEEP), type, in.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public List<Route> routes() {
        return files.entrySet().stream()
                .map(file -> Route.open("GET", "/assets/" + file.getKey(), "", _ -> new Reply.Whole(file.getValue())))
                .toList();
    }
}
