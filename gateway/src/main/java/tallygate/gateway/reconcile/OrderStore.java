package tallygate.gateway.reconcile;

import java.util.Collection;
import java.util.Map;
import java.util.OptionalLong;

/** Orders beyond one account: what the shop told of them, and over which other accounts they were paid. */
public interface OrderStore {
    /**
     * A payment of an order over another account that was carried out.
     *
     * @param task its id: the smaller was first
     */
    record Elsewhere(String source, String transaction, long task) {
        /** Before ours, or ours is not there. */
        boolean isBefore(OptionalLong ours) {
            return ours.isEmpty() || task < ours.getAsLong();
        }
    }

    /** Keeps what the shop tells; the last word counts. */
    void tell(String order, ShopOrder told);

    /** By order number; any number is asked in parts. */
    Map<String, ShopOrder> told(Collection<String> orders);

    /** The first payment of each order over another account than this. */
    Map<String, Elsewhere> elsewhere(String source, Collection<String> orders);
}
