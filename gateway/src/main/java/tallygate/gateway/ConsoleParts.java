package tallygate.gateway;

import java.security.SecureRandom;
import java.util.function.Supplier;
import tallygate.config.Loading;

/**
 * What console and API are given besides the stores.
 *
 * @param token the management token
 * @param secure for passwords, cookies and tokens
 * @param configuration the one in force
 */
public record ConsoleParts(
        Surroundings around,
        String token,
        SecureRandom secure,
        Supplier<Loading.Loaded> configuration,
        Supplier<EndpointBindings> bindings) {
    /** Not the token. */
    @Override
    public String toString() {
        return "ConsoleParts";
    }
}
