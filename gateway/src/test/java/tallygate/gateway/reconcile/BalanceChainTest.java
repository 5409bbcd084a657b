package tallygate.gateway.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tallygate.gateway.reconcile.FundStore.Movement;
import tallygate.gateway.reconcile.statement.RowKind;

class BalanceChainTest {
    private static Movement moved(int second, long amount, long balance) {
        return new Movement(
                1, second, RowKind.PAY, "F" + balance, "T", amount, balance, "CNY", Instant.EPOCH.plusSeconds(second));
    }

    private static List<String> gaps(OptionalLong before, Movement... movements) {
        BalanceChain chain = new BalanceChain(before);
        List<BalanceChain.Gap> gaps = new ArrayList<>();
        for (Movement one : movements) {
            chain.next(one).ifPresent(gaps::add);
        }
        chain.end().ifPresent(gaps::add);
        return gaps.stream()
                .map(gap -> gap.at().flow() + " expected " + gap.expectedMinor())
                .toList();
    }

    @Test
    void aBalanceFollowsFromTheOneBeforeAndTheMovement() {
        assertThat(gaps(OptionalLong.of(100), moved(1, 10, 110), moved(2, -30, 80)))
                .isEmpty();
        assertThat(gaps(OptionalLong.empty(), moved(1, 10, 110), moved(2, -30, 80)))
                .isEmpty();
    }

    @Test
    void aMissingMovementIsToldOnceWhereItIsMissed() {
        assertThat(gaps(OptionalLong.of(100), moved(1, 10, 110), moved(3, -30, 85), moved(4, 5, 90)))
                .containsExactly("F85 expected 80");
        assertThat(gaps(OptionalLong.of(99), moved(1, 10, 110))).containsExactly("F110 expected 109");
    }

    @Test
    void withinOneSecondTheBillHasNoOrder() {
        assertThat(gaps(OptionalLong.of(100), moved(1, 5, 115), moved(1, -1, 114), moved(1, 10, 110)))
                .isEmpty();
        assertThat(gaps(OptionalLong.empty(), moved(1, 5, 115), moved(1, -1, 114), moved(1, 10, 110)))
                .isEmpty();
    }
}
