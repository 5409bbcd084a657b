package tallygate.gateway.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/** Up to where the event lists of accounts were compared with what came. */
public interface GapStore {
    /**
     * Where an account's comparison stands.
     *
     * @param confirmedUntil by the provider's clock; the epoch when it never was compared
     */
    record Mark(Instant confirmedUntil) {}

    /** The mark, leased to the caller; empty while another node compares the account. */
    Optional<Mark> take(String source, Duration lease);

    /** Which of these events the account has. */
    Set<String> known(String source, Collection<String> eventIds);

    /** The whole span up to there was compared. Ends the lease. */
    void confirm(String source, Instant until);
}
