package tallygate.gateway.admin.account;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("T-29")
class AddressPaceTest {
    private static final Instant NOW = Instant.parse("2026-12-01T08:00:00Z");

    private final AddressPace pace = new AddressPace();

    private void spent(String address) {
        for (int i = 0; i < AddressPace.TRIES; i++) {
            assertThat(pace.take(address, NOW)).isEmpty();
        }
    }

    @Test
    void thirtyWrongTriesAreFreeAndThenOneComesBackEveryThreeSeconds() {
        spent("203.0.113.7");
        assertThat(pace.take("203.0.113.7", NOW)).contains(NOW.plusSeconds(3));
        assertThat(pace.take("203.0.113.7", NOW)).as("asking costs nothing").contains(NOW.plusSeconds(3));
        assertThat(pace.take("203.0.113.8", NOW)).as("another address").isEmpty();
        assertThat(pace.take("203.0.113.7", NOW.plusSeconds(3))).isEmpty();
        assertThat(pace.take("203.0.113.7", NOW.plusSeconds(3))).isPresent();
    }

    @Test
    void aRightOneIsGivenBack() {
        for (int i = 0; i < 100; i++) {
            assertThat(pace.take("203.0.113.7", NOW)).isEmpty();
            pace.right("203.0.113.7");
        }
    }

    @Test
    void addressesOfOneNetworkOfIpv6AreOne() {
        spent("2001:db8:1:2::1");
        assertThat(pace.take("2001:db8:1:2:ffff::9", NOW)).isPresent();
        assertThat(pace.take("2001:db8:1:3::1", NOW)).isEmpty();
    }

    @Test
    void memoryIsBounded() {
        for (int i = 0; i < 30_000; i++) {
            pace.take("198.51." + i / 256 + "." + i % 256, NOW);
        }
        assertThat(pace.size()).isLessThanOrEqualTo(10_000);
    }
}
