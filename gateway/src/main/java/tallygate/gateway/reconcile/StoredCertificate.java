package tallygate.gateway.reconcile;

import java.time.Instant;
import java.time.LocalDate;

/**
 * A certificate as it was kept.
 *
 * @param body the JSON it was made of
 * @param digest SHA-256 of the body in hex: the same facts have the same
 */
public record StoredCertificate(
        String endpoint,
        String source,
        LocalDate day,
        boolean isComplete,
        String body,
        String digest,
        Instant madeAt) {}
