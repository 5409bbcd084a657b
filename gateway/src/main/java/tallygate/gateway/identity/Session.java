package tallygate.gateway.identity;

import java.time.Instant;

/**
 * One signing-in of a person, known by the digest of what the browser holds.
 *
 * @param key hex SHA-256 of the cookie's value: shown in lists, useless for signing in
 * @param confirmedAt when the password was last typed; dangerous actions want it fresh
 * @param endsAt its absolute end
 */
public record Session(
        String key,
        long userId,
        Instant createdAt,
        Instant seenAt,
        Instant confirmedAt,
        Instant endsAt,
        Device device) {
    /** From where, as the browser said. */
    public record Device(String origin, String agent) {}
}
