package tallygate.gateway.reconcile;

import java.time.Instant;
import java.util.Optional;

/**
 * What the shop has told of one of its orders.
 *
 * @param closedAt by the shop's clock; empty when it is not closed, or the shop does not say
 */
public record ShopOrder(State state, Optional<Instant> closedAt) {
    /** How it stands in the shop. */
    public enum State {
        OPEN(0),
        PAID(1),
        CLOSED(2),
        FAILED(3);

        private final int code;

        State(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }
    }
}
