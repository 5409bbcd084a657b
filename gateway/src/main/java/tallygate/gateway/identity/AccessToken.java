package tallygate.gateway.identity;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * A program's token as people see it; its value is shown once, when it is made, and kept only as a digest.
 *
 * @param owner who made it
 * @param lastUsedAt to the minute
 */
public record AccessToken(
        long id,
        String name,
        Set<Permission> permissions,
        String owner,
        Instant createdAt,
        Optional<Instant> expiresAt,
        Optional<Instant> lastUsedAt,
        Optional<Instant> revokedAt) {
    /** What the audit log puts before a token's name. */
    public static final String CALLER = "token:";

    public AccessToken {
        permissions = Set.copyOf(permissions);
    }

    public boolean isGood(Instant now) {
        return revokedAt.isEmpty() && expiresAt.map(now::isBefore).orElse(true);
    }
}
