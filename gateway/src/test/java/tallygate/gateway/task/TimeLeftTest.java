package tallygate.gateway.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TimeLeftTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000);

    @Test
    void aStepHasWhatTheOthersHaveLeftAndNeverLessThanNothing() {
        TimeLeft left = new TimeLeft(nanos::get, Duration.ofSeconds(10));
        assertThat(left.now()).isEqualTo(Duration.ofSeconds(10));
        nanos.addAndGet(Duration.ofSeconds(7).toNanos());
        assertThat(left.now()).isEqualTo(Duration.ofSeconds(3));
        nanos.addAndGet(Duration.ofSeconds(7).toNanos());
        assertThat(left.now()).isZero();
    }
}
