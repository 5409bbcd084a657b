package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/**
 * A recorded callback as {@code verify} reads it: {@code
 * {"endpoint","at","request":{"method","url","headers":[[k,v]…],"body","bodyEncoding":"utf8"|"base64"}}}.
 *
 * @param endpoint empty when the record does not say
 * @param at empty: time is not judged
 */
record RecordedRequest(String endpoint, Optional<Instant> at, RawRequest request) {
    /** The record cannot be read; the message says which field and why. */
    static final class UnreadableRecordException extends Exception {
        private static final long serialVersionUID = 1L;

        UnreadableRecordException(String message) {
            super(message);
        }
    }

    static RecordedRequest of(JsonNode json) throws UnreadableRecordException {
        if (!json.isObject()) {
            throw new UnreadableRecordException("a record is a JSON object");
        }
        JsonNode request = json.has("request") ? json.get("request") : json;
        return new RecordedRequest(json.path("endpoint").asText(""), at(json.path("at")), request(request));
    }

    private static Optional<Instant> at(JsonNode at) throws UnreadableRecordException {
        if (at.isMissingNode() || at.isNull()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Instant.parse(at.asText()));
        } catch (DateTimeException e) {
            throw new UnreadableRecordException(
                    "at: must be an instant such as 2026-01-01T00:00:00Z or null, was '" + at.asText() + "'");
        }
    }

    private static RawRequest request(JsonNode request) throws UnreadableRecordException {
        URI url;
        try {
            url = URI.create(text(request, "url"));
        } catch (IllegalArgumentException e) {
            // A URL that java.net.URI refuses may still be what a sender wrote: split by hand, nothing is normalised.
            return ofParts(request, text(request, "url"));
        }
        if (url.getScheme() == null || url.getRawAuthority() == null) {
            throw new UnreadableRecordException("request.url: must be absolute, was '" + url + "'");
        }
        return ofParts(request, text(request, "url"));
    }

    private static RawRequest ofParts(JsonNode request, String url) throws UnreadableRecordException {
        int scheme = url.indexOf("://");
        if (scheme < 1) {
            throw new UnreadableRecordException("request.url: must be absolute, was '" + url + "'");
        }
        int path = scheme + 3;
        while (path < url.length() && "/?#".indexOf(url.charAt(path)) < 0) {
            path++;
        }
        String target = url.substring(path);
        return new RawRequest(
                text(request, "method").toUpperCase(Locale.ROOT),
                url.substring(0, scheme).toLowerCase(Locale.ROOT),
                url.substring(scheme + 3, path),
                target.startsWith("/") ? target : "/" + target,
                headers(request.path("headers")),
                body(request),
                "");
    }

    private static List<Header> headers(JsonNode pairs) throws UnreadableRecordException {
        List<Header> headers = new ArrayList<>();
        for (JsonNode pair : pairs) {
            if (!pair.isArray() || pair.size() != 2) {
                throw new UnreadableRecordException("request.headers: must be a list of [name, value] pairs");
            }
            headers.add(new Header(pair.get(0).asText(), pair.get(1).asText().strip()));
        }
        return headers;
    }

    private static byte[] body(JsonNode request) throws UnreadableRecordException {
        String body = request.path("body").asText("");
        String encoding = request.path("bodyEncoding").asText("utf8");
        return switch (encoding) {
            case "utf8" -> body.getBytes(StandardCharsets.UTF_8);
            case "base64" -> decoded(body);
            default ->
                throw new UnreadableRecordException("request.bodyEncoding: must be utf8 or base64, was '" + encoding + "'");
        };
    }

    private static byte[] decoded(String body) throws UnreadableRecordException {
        try {
            return Base64.getDecoder().decode(body);
        } catch (IllegalArgumentException e) {
            throw new UnreadableRecordException("request.body: is not base64: " + e.getMessage());
        }
    }

    private static String text(JsonNode request, String field) throws UnreadableRecordException {
        JsonNode value = request.path(field);
        if (!value.isTextual() || value.asText().isEmpty()) {
            throw new UnreadableRecordException("request." + field + ": is missing");
        }
        return value.asText();
    }
}
