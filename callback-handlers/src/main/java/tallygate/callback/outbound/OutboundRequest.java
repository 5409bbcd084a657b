package tallygate.callback.outbound;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tallygate.signature.Header;

/**
 * One request to send.
 *
 * @param headers besides Host, Content-Length and Connection; User-Agent is added when it is not among them
 * @param body nobody may write to the array
 */
public record OutboundRequest(String method, Destination to, List<Header> headers, byte[] body, OutboundLimits limits) {
    private static final byte[] NOTHING = {};

    public OutboundRequest {
        headers = List.copyOf(headers);
    }

    public static OutboundRequest get(Destination to) {
        return new OutboundRequest("GET", to, List.of(), NOTHING, OutboundLimits.STANDARD);
    }

    public static OutboundRequest post(Destination to, String contentType, byte[] body) {
        return new OutboundRequest(
                "POST", to, List.of(new Header("Content-Type", contentType)), body, OutboundLimits.STANDARD);
    }

    public static OutboundRequest post(Destination to, String contentType, String body) {
        return post(to, contentType, body.getBytes(StandardCharsets.UTF_8));
    }

    public OutboundRequest with(String header, String value) {
        List<Header> more = new ArrayList<>(headers);
        more.add(new Header(header, value));
        return new OutboundRequest(method, to, more, body, limits);
    }

    public OutboundRequest within(OutboundLimits other) {
        return new OutboundRequest(method, to, headers, body, other);
    }

    public URI url() {
        return to.url();
    }

    /** Headers and bodies hold secrets. */
    @Override
    public String toString() {
        return "OutboundRequest[" + method + " " + to + "]";
    }
}
