package tallygate.gateway.reconcile;

import java.time.Instant;
import java.util.Optional;

/**
 * What the shop has told of one of its orders.
 *
 * @param closedAt by the shop's clock; empty when it is not closed, or the shop does not say
 * @param due what its payments are to come to; empty when the shop does not say
 */
public record ShopOrder(State state, Optional<Instant> closedAt, Optional<Due> due) {
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

    /**
     * What all payments of an order come to.
     *
     * @param currency ISO 4217
     * @param until by the shop's clock: until then more of them may come; empty: without end
     */
    public record Due(long amountMinor, String currency, Optional<Instant> until) {
        public Due {
            if (amountMinor < 1 || currency.length() != 3) {
                throw new IllegalArgumentException("an order is to come to at least 1 minor unit of a currency, got "
                        + amountMinor + " '" + currency + "'");
            }
        }

        boolean isOver(Instant now) {
            return until.isPresent() && !now.isBefore(until.get());
        }
    }

    /** Of an order whose amount the shop does not tell. */
    public ShopOrder(State state, Optional<Instant> closedAt) {
        this(state, closedAt, Optional.empty());
    }
}
