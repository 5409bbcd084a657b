package tallygate.callback.handler;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tallygate.callback.outbound.HttpTarget;

/**
 * Where to ask for the result of a call that was accepted with a 202. The task's row keeps the URL, so any node can ask; it is
 * checked again whenever it is used.
 */
final class AcceptedCalls {
    private static final int URL_BYTES_MAX = 2048;

    private final HttpTarget server;
    private final URI base;

    AcceptedCalls(URI base) {
        this.base = base;
        this.server = HttpTarget.of(base);
    }

    /** Empty when it cannot be read or leads to another server: that is not asked, since the answer came from outside. */
    Optional<HttpTarget> target(String location) {
        try {
            HttpTarget target = HttpTarget.of(base.resolve(new URI(location)));
            return target.isSameServerAs(server) ? Optional.of(target) : Optional.empty();
        } catch (URISyntaxException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /** The location as it is to be kept; empty when it is not to be asked. */
    String kept(String location) {
        if (target(location).isEmpty()) {
            return "";
        }
        String url = base.resolve(location).toString();
        return url.getBytes(StandardCharsets.UTF_8).length <= URL_BYTES_MAX ? url : "";
    }
}
