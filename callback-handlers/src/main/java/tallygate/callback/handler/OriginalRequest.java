package tallygate.callback.handler;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tallygate.callback.Delivery;
import tallygate.callback.outbound.HttpCall;
import tallygate.callback.outbound.HttpTarget;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/**
 * A callback on its second way: method, query, headers and bytes as they came, so that the script's own signature check holds.
 * What belongs to one connection only is left out (RFC 9110, 7.6.1), and the host is the script's.
 */
final class OriginalRequest {
    private static final Set<String> OF_ONE_CONNECTION = Set.of(
            "host",
            "content-length",
            "connection",
            "keep-alive",
            "proxy-connection",
            "proxy-authenticate",
            "proxy-authorization",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "expect");

    private OriginalRequest() {}

    /** @param ours added where the callback has no header of that name */
    static HttpCall of(Delivery delivery, HttpTarget target, List<Header> ours) {
        RawRequest request = delivery.request();
        if (request.method().isEmpty()) {
            throw new IllegalArgumentException(
                    "the task was not made from a callback, so there is no original to send");
        }
        List<String> named = request.headerValues("Connection").stream()
                .flatMap(value -> List.of(value.split(",")).stream())
                .map(name -> name.strip().toLowerCase(Locale.ROOT))
                .toList();
        var headers = new ArrayList<Header>();
        for (Header header : request.headers()) {
            String name = header.name().toLowerCase(Locale.ROOT);
            if (!OF_ONE_CONNECTION.contains(name) && !named.contains(name)) {
                headers.add(header);
            }
        }
        for (Header header : ours) {
            if (request.headerValues(header.name()).isEmpty()) {
                headers.add(header);
            }
        }
        return new HttpCall(request.method(), target.withResource(resource(target, request)), headers, request.body());
    }

    private static String resource(HttpTarget target, RawRequest request) {
        if (request.query().isEmpty()) {
            return target.resource();
        }
        return target.resource() + (target.resource().contains("?") ? "&" : "?") + request.query();
    }
}
