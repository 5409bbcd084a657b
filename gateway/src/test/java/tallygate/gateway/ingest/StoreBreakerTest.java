package tallygate.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StoreBreakerTest {
    private static final long MS = 1_000_000;
    private final StoreBreaker breaker = new StoreBreaker(Duration.ofSeconds(3));

    @Test
    void closedItLetsEveryoneThrough() {
        assertThat(breaker.admits(0)).isTrue();
        assertThat(breaker.admits(0)).isTrue();
        assertThat(breaker.isOpen()).isFalse();
        assertThat(breaker.admitsIn(0)).isZero();
    }

    @Test
    void openItLetsOneThroughAfterAPauseAndTheNextOnlyWhenThatOneHasNoResult() {
        breaker.failed(0, "refused");
        assertThat(breaker.admits(99 * MS)).isFalse();
        assertThat(breaker.admitsIn(99 * MS)).isEqualTo(MS);
        assertThat(breaker.admits(100 * MS)).isTrue();
        assertThat(breaker.admits(101 * MS)).isFalse();
        assertThat(breaker.admits(3_100 * MS)).isTrue();
    }

    @Test
    void pausesGrowToNearlyASecondAndStartAnewAfterASuccess() {
        for (int i = 0; i < 10; i++) {
            breaker.failed(0, "refused");
        }
        assertThat(breaker.admits(799 * MS)).isFalse();
        assertThat(breaker.admits(800 * MS)).isTrue();
        breaker.succeeded();
        assertThat(breaker.admits(801 * MS)).isTrue();
        assertThat(breaker.admits(801 * MS)).isTrue();
        breaker.failed(900 * MS, "refused");
        assertThat(breaker.admits(1_000 * MS)).isTrue();
    }
}
