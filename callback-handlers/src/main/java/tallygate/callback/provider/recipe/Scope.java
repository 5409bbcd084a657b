package tallygate.callback.provider.recipe;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tallygate.callback.provider.read.FormFields;
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.RawRequest;

/**
 * One request while it is judged: what templates read their values from. Body, form and query are parsed when first asked for.
 * Belongs to one thread.
 */
final class Scope {
    private final RawRequest request;
    private final Endpoint endpoint;
    private final Map<String, String> event = new HashMap<>();

    private String secret = "";
    private Carried carried = Carried.NONE;
    private Optional<Source> timestamp = Optional.empty();
    private Optional<Canonical> canonical = Optional.empty();
    private Optional<Source> innerText = Optional.empty();
    private @Nullable JsonValue json;
    private @Nullable JsonValue item;
    private @Nullable JsonValue inner;
    private @Nullable FormFields form;
    private @Nullable FormFields query;

    Scope(RawRequest request, Endpoint endpoint) {
        this.request = request;
        this.endpoint = endpoint;
    }

    RawRequest request() {
        return request;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    /** The only value of a header; none, or several, is no value: a header that can be read two ways is refused elsewhere. */
    String header(String name) {
        List<String> values = request.headerValues(name);
        return values.size() == 1 ? values.getFirst() : "";
    }

    JsonValue json() throws UnreadableException {
        if (json == null) {
            json = JsonReader.read(request.body());
        }
        return json;
    }

    /** The element of a batch that is looked at, else the whole document. */
    JsonValue item() throws UnreadableException {
        return item == null ? json() : item;
    }

    void item(@Nullable JsonValue element) {
        item = element;
    }

    /** A JSON document that stands as text inside the body. */
    JsonValue inner() throws UnreadableException {
        if (inner == null) {
            inner = JsonReader.read(innerText.isPresent() ? innerText.get().text(this) : "");
        }
        return inner;
    }

    void innerFrom(Optional<Source> text) {
        innerText = text;
    }

    FormFields form() throws UnreadableException {
        if (form == null) {
            form = FormFields.decode(request.body(), StandardCharsets.UTF_8);
        }
        return form;
    }

    FormFields query() throws UnreadableException {
        if (query == null) {
            query = FormFields.decode(request.query(), StandardCharsets.UTF_8);
        }
        return query;
    }

    /** A named field wherever this request keeps its fields: a JSON body's members, a form body, or the query. */
    String field(String name) throws UnreadableException {
        if (request.body().length == 0) {
            return query().text(name);
        }
        return isJson() ? json().scalarAt("/" + name) : form().text(name);
    }

    /** All fields, from the same place as {@link #field}. */
    List<FormFields.Field> fields() throws UnreadableException {
        if (request.body().length == 0) {
            return query().fields();
        }
        return isJson() ? Canonical.members(json()) : form().fields();
    }

    private boolean isJson() {
        for (byte b : request.body()) {
            if (b > ' ') {
                return b == '{' || b == '[';
            }
        }
        return false;
    }

    /** The target as the sender wrote it: of the public URL where one is configured. */
    String target() {
        return endpoint.options().publicUrl().map(Scope::targetOf).orElse(request.target());
    }

    String url() {
        return endpoint.options().publicUrl().orElse(request.url());
    }

    /** What follows the endpoint in the path, for providers that append paths of their own to the registered URL. */
    String rest() {
        String prefix = "/callbacks/" + endpoint.options().endpoint();
        String path = request.path();
        return path.startsWith(prefix) ? path.substring(prefix.length()) : path;
    }

    static String pathOf(String target) {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    private static String targetOf(String url) {
        int path = url.indexOf('/', url.indexOf("://") + "://".length());
        return path < 0 ? "/" : url.substring(path);
    }

    String key(String name) {
        return endpoint.words().getOrDefault(name, "");
    }

    String secret() {
        return secret;
    }

    void secret(String text) {
        secret = text;
    }

    Carried carried() {
        return carried;
    }

    void carried(Carried signature) {
        carried = signature;
    }

    String timestamp() throws UnreadableException {
        return timestamp.isPresent() ? timestamp.get().text(this) : "";
    }

    void timestampFrom(Optional<Source> source) {
        timestamp = source;
    }

    String canonical() throws UnreadableException {
        return canonical.isPresent() ? canonical.get().text(this) : "";
    }

    void canonicalBy(Optional<Canonical> rule) {
        canonical = rule;
    }

    String event(String name) {
        return event.getOrDefault(name, "");
    }

    void event(String name, String value) {
        event.put(name, value);
    }
}
