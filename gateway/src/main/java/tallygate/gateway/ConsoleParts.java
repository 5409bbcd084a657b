package tallygate.gateway;

import java.security.SecureRandom;
import java.util.List;
import java.util.function.Supplier;
import tallygate.config.Loading;
import tallygate.gateway.admin.console.Trend;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.ingest.EndpointDesk;

/**
 * What console and API are given besides the stores.
 *
 * @param token the management token
 * @param secure for passwords, cookies and tokens
 * @param trend how this node's figures went
 * @param configuration the one in force
 * @param endpoints what this node has seen of each
 * @param ofGateway routes that need the running gateway
 */
public record ConsoleParts(
        Surroundings around,
        String token,
        SecureRandom secure,
        Trend trend,
        Supplier<Loading.Loaded> configuration,
        Supplier<EndpointBindings> bindings,
        Supplier<List<EndpointDesk.EndpointUse>> endpoints,
        List<Route> ofGateway) {
    /** Not the token. */
    @Override
    public String toString() {
        return "ConsoleParts";
    }
}
