package tallygate.gateway.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/** Writes a request in the form that {@code verify} reads. */
final class RequestRecord {
    private RequestRecord() {}

    static ObjectNode of(RawRequest request) {
        ObjectNode out = new ObjectMapper().createObjectNode();
        out.put("method", request.method());
        out.put("url", request.url());
        ArrayNode headers = out.putArray("headers");
        for (Header header : request.headers()) {
            headers.addArray().add(header.name()).add(header.value());
        }
        Optional<String> text = utf8(request.body());
        out.put("body", text.orElseGet(() -> Base64.getEncoder().encodeToString(request.body())));
        out.put("bodyEncoding", text.isPresent() ? "utf8" : "base64");
        return out;
    }

    private static Optional<String> utf8(byte[] body) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** A shell line that sends the request; nothing when the body cannot stand in a shell line. */
    static Optional<String> curl(RawRequest request) {
        return utf8(request.body()).map(body -> {
            StringBuilder line = new StringBuilder("curl -sS -i -X ").append(request.method());
            for (Header header : request.headers()) {
                if (!header.isNamed("Content-Length") && !header.isNamed("Host")) {
                    line.append(" -H ").append(quoted(header.name() + ": " + header.value()));
                }
            }
            if (!body.isEmpty()) {
                line.append(" --data-binary ").append(quoted(body));
            }
            return line.append(' ').append(quoted(request.url())).toString();
        });
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
