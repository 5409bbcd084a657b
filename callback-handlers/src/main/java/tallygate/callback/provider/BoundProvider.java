package tallygate.callback.provider;

import java.time.Instant;
import java.util.Optional;
import tallygate.callback.Answer;
import tallygate.signature.RawRequest;

/**
 * A provider's definition bound to the credentials of one endpoint: compiled once, immutable, used by many threads.
 * It does no I/O and never throws for bad input.
 */
public interface BoundProvider {
    /** @param at the instant to judge the replay window at; empty: time is not judged */
    Judgement judge(RawRequest request, Optional<Instant> at);

    /** What to answer when nothing could be stored now and the provider is to send again (503 unless it demands another). */
    Answer tryAgain();

    /** True when one judgement takes longer than about 100 µs (SM2, ECDSA, RSA with decryption) and belongs off the event loop. */
    boolean isSlow();
}
