package tallygate.callback.provider.offline;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tallygate.callback.provider.read.JsonPath;
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.Moments;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/**
 * One request as it was recorded: method, absolute URL, headers in order, exact body.
 *
 * @param endpoint whom it was sent to, empty when the record does not say
 * @param at when it arrived; empty: its time is not judged
 */
public record RecordedRequest(String endpoint, Optional<Instant> at, RawRequest request) {
    private static final JsonPath REQUEST = JsonPath.of("/request");
    private static final JsonPath HEADERS = JsonPath.of("/headers");

    /**
     * Reads a record: either the request alone or {@code {endpoint, at, request}}.
     *
     * @throws UnreadableException when it is no such record; the message says what is missing
     */
    public static RecordedRequest read(byte[] json) throws UnreadableException {
        JsonValue root = JsonReader.read(json);
        JsonValue request = root.at(REQUEST).orElse(root);
        String at = root.scalarAt("/at");
        Optional<Instant> instant = at.isEmpty() ? Optional.empty() : Moments.iso(at);
        if (!at.isEmpty() && instant.isEmpty()) {
            throw UnreadableException.notThisForm("'at' takes an instant such as 2026-01-01T00:00:00Z");
        }
        return new RecordedRequest(root.scalarAt("/endpoint"), instant, request(request));
    }

    private static RawRequest request(JsonValue request) throws UnreadableException {
        String url = request.scalarAt("/url");
        int slashes = url.indexOf("://");
        if (slashes < 0) {
            throw UnreadableException.notThisForm("'url' takes the absolute URL as the provider called it");
        }
        int target = firstOf(url, slashes + 3);
        String method = request.scalarAt("/method");
        String rest = url.substring(target);
        return new RawRequest(
                method.isEmpty() ? "POST" : method.toUpperCase(Locale.ROOT),
                url.substring(0, slashes),
                url.substring(slashes + 3, target),
                rest.startsWith("/") ? rest : "/" + rest,
                headers(request),
                body(request),
                "");
    }

    /** Where the authority ends: at the path or the query. */
    private static int firstOf(String url, int from) {
        for (int i = from; i < url.length(); i++) {
            if (url.charAt(i) == '/' || url.charAt(i) == '?') {
                return i;
            }
        }
        return url.length();
    }

    private static List<Header> headers(JsonValue request) throws UnreadableException {
        List<Header> headers = new ArrayList<>();
        for (JsonValue pair : request.at(HEADERS).map(JsonValue::elements).orElse(List.of())) {
            List<JsonValue> parts = pair.elements();
            if (parts.size() != 2) {
                throw UnreadableException.notThisForm("'headers' takes pairs of name and value");
            }
            headers.add(new Header(parts.get(0).scalar(), parts.get(1).scalar().strip()));
        }
        return headers;
    }

    private static byte[] body(JsonValue request) throws UnreadableException {
        String body = request.scalarAt("/body");
        String encoding = request.scalarAt("/bodyEncoding");
        try {
            return switch (encoding) {
                case "", "utf8" -> body.getBytes(StandardCharsets.UTF_8);
                case "base64" -> Base64.getDecoder().decode(body);
                default -> throw UnreadableException.notThisForm("'bodyEncoding' takes utf8 or base64");
            };
        } catch (IllegalArgumentException e) {
            throw UnreadableException.notThisForm("'body' is not base64");
        }
    }
}
