package tallygate.gateway.identity.oidc;

import java.time.Instant;
import java.util.Optional;
import tallygate.gateway.identity.Role;

/**
 * A person whom the identity provider vouches for.
 *
 * @param subject the provider's own id of the person: with the issuer, who it is
 * @param name what they would be called here
 * @param authenticatedAt when they proved themselves there; empty when it does not say
 */
public record Proven(String issuer, String subject, String name, Role role, Optional<Instant> authenticatedAt) {}
