package tallygate.gateway.identity.oidc;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.gateway.identity.Role;

/**
 * The provider and what it is believed.
 *
 * @param roles groups by role; the first role that fits is taken, in the order of the map
 */
public record OidcSettings(
        URI issuer,
        Client client,
        List<String> scopes,
        String groupsClaim,
        String nameClaim,
        Map<Role, List<String>> roles) {
    /**
     * What we are there.
     *
     * @param secret empty for a public client
     */
    public record Client(String id, String secret, URI redirectUri) {
        /** Without the secret. */
        @Override
        public String toString() {
            return "Client[" + id + "]";
        }
    }

    public OidcSettings {
        scopes = List.copyOf(scopes);
        roles = new LinkedHashMap<>(roles);
    }

    /** Empty when none of the groups has a role: then the person is not let in. */
    Optional<Role> role(List<String> groups) {
        return roles.entrySet().stream()
                .filter(entry -> entry.getValue().stream().anyMatch(groups::contains))
                .map(Map.Entry::getKey)
                .findFirst();
    }
}
