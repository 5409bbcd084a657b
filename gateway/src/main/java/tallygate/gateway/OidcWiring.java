package tallygate.gateway;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.config.ManagementConfig;
import tallygate.config.OidcConfig;
import tallygate.config.value.Secret;
import tallygate.gateway.identity.Role;
import tallygate.gateway.identity.oidc.OidcSettings;

/** The identity provider as the configuration has it. */
final class OidcWiring {
    private OidcWiring() {}

    /** Empty: people sign in with local passwords only. */
    static Optional<OidcSettings> settings(ManagementConfig management) {
        return management.oidc().map(OidcWiring::of);
    }

    private static OidcSettings of(OidcConfig config) {
        Map<Role, List<String>> roles = new LinkedHashMap<>();
        roles.put(Role.ADMIN, config.groups().admin());
        roles.put(Role.OPERATOR, config.groups().operator());
        roles.put(Role.FINANCE, config.groups().finance());
        roles.put(Role.VIEWER, config.groups().viewer());
        return new OidcSettings(
                config.issuer(),
                new OidcSettings.Client(
                        config.clientId(),
                        config.clientSecret().map(Secret::reveal).orElse(""),
                        config.redirectUri()),
                config.scopes(),
                config.groupsClaim(),
                config.nameClaim(),
                roles);
    }
}
