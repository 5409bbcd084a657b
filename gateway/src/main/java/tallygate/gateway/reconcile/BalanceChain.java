package tallygate.gateway.reconcile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tallygate.gateway.reconcile.FundStore.Movement;

/**
 * Follows a balance from movement to movement. Within one second a provider's bill has no order, so any order in which the balances
 * follow from each other is right.
 */
final class BalanceChain {
    /** More in one second are followed in the order of the bill only. */
    private static final int SHUFFLED_MAX = 256;

    private final List<Movement> second = new ArrayList<>();
    private OptionalLong balance;

    /** @param before the balance before the first movement; empty: taken from it */
    BalanceChain(OptionalLong before) {
        this.balance = before;
    }

    /**
     * A movement whose balance does not follow.
     *
     * @param expectedMinor what the balance behind it should be
     */
    record Gap(Movement at, long expectedMinor) {}

    /** @return the first gap of the second that this movement ends, if there is one */
    Optional<Gap> next(Movement movement) {
        boolean isOfAnother =
                !second.isEmpty() && !second.getFirst().occurredAt().equals(movement.occurredAt());
        Optional<Gap> gap = isOfAnother ? end() : Optional.empty();
        second.add(movement);
        return gap;
    }

    /** Ends the last second. */
    Optional<Gap> end() {
        Optional<Gap> gap = Optional.empty();
        while (!second.isEmpty()) {
            int place = follower();
            if (place < 0) {
                // Said once for a second; the chain goes on from its last balance.
                Movement at = second.getFirst();
                gap = Optional.of(new Gap(at, balance.orElse(0) + at.amountMinor()));
                balance = OptionalLong.of(second.getLast().balanceMinor());
                second.clear();
            } else {
                balance = OptionalLong.of(second.remove(place).balanceMinor());
            }
        }
        return gap;
    }

    /** The place of a movement that follows; -1: none does. */
    private int follower() {
        if (balance.isEmpty()) {
            return first();
        }
        int most = second.size() > SHUFFLED_MAX ? 1 : second.size();
        for (int i = 0; i < most; i++) {
            if (balance.getAsLong() + second.get(i).amountMinor()
                    == second.get(i).balanceMinor()) {
                return i;
            }
        }
        return -1;
    }

    /** Where nothing is known before, the first is the one whose balance before it is no other's behind it. */
    private int first() {
        for (int i = 0; i < second.size() && second.size() <= SHUFFLED_MAX; i++) {
            long before = second.get(i).balanceMinor() - second.get(i).amountMinor();
            if (second.stream().noneMatch(other -> other.balanceMinor() == before)) {
                return i;
            }
        }
        return 0;
    }
}
