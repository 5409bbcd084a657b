package tallygate.gateway.saga;

import java.time.Duration;
import java.util.Optional;

/**
 * A saga to be started.
 *
 * @param payload what its steps are fed from: JSON with {@code event} and {@code payload}
 * @param holder the node that carries it on at once; empty: any node that finds it
 */
public record NewSaga(
        SagaId id, Kind kind, String bizId, Definition.Lock lock, byte[] payload, Optional<Holder> holder) {
    /** A definition's name and version: what a node must know to carry a saga on. */
    public record Kind(String type, int version) {}

    /**
     * Who gets the lease.
     *
     * @param owner the node's incarnation
     */
    public record Holder(long owner, Duration lease) {}

    /** Sagas without a business id keep out of nobody's way. */
    boolean takesLock() {
        return lock != Definition.Lock.NONE && !bizId.isEmpty();
    }
}
