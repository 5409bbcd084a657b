package tallygate.callback.provider;

import java.time.Instant;
import java.util.Optional;

/**
 * A key of an endpoint, without its material.
 *
 * @param id as in {@link Judgement.Genuine#keyId()}: the provider's own id, or {@code key:} and a short digest of the key
 * @param slot where it is configured, for example {@code secrets[0]}
 * @param notBefore from when it counts, empty: always
 * @param notAfter until when it counts: the certificate's own end or a configured one
 */
public record HeldKey(String id, String slot, Optional<Instant> notBefore, Optional<Instant> notAfter) {}
