package tallygate.gateway;

import java.security.SecureRandom;
import java.util.List;
import java.util.function.Supplier;
import tallygate.config.Loading;
import tallygate.gateway.admin.console.Trend;
import tallygate.gateway.admin.web.Route;

/**
 * What console and API are given besides the stores.
 *
 * @param token the management token
 * @param secure for passwords, cookies and tokens
 * @param trend how this node's figures went
 * @param configuration the one in force
 * @param ofGateway routes that need the running gateway
 */
public record ConsoleParts(
        Surroundings around,
        String token,
        SecureRandom secure,
        Trend trend,
        Supplier<Loading.Loaded> configuration,
        Supplier<EndpointBindings> bindings,
        List<Route> ofGateway) {
    /** Not the token. */
    @Override
    public String toString() {
        return "ConsoleParts";
    }
}
