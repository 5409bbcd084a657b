package tallygate.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.signature.RawRequest;

/** Who is judged while somebody sends forgeries faster than they are judged. */
@Tag("T-37")
class RefusalRatesTest {
    private static final String FORGER = "198.51.100.66";
    private static final String SHOP = "203.0.113.7";
    private static final int BURST = 100;

    private final TestClock clock = new TestClock();
    private final RefusalRates rates = new RefusalRates(new RefusalLimits.Rates(20, 500), clock);

    /** How many of so many forgeries that come at once are judged. */
    private int judged(String source, int forgeries) {
        int judged = 0;
        for (int i = 0; i < forgeries; i++) {
            if (rates.admits("shop", source)) {
                rates.refused("shop", source);
                judged++;
            }
        }
        return judged;
    }

    @Test
    void aSourceIsJudgedForFiveSecondsWorthAndThenAtItsRate() {
        assertThat(judged(FORGER, 5_000)).isEqualTo(BURST);
        assertThat(rates.admits("shop", SHOP)).isTrue();
        assertThat(rates.admits("other", FORGER)).as("at another endpoint").isTrue();
        for (int second = 0; second < 30; second++) {
            clock.tick(Duration.ofSeconds(1));
            assertThat(judged(FORGER, 5_000)).as("second %d", second).isEqualTo(20);
        }
        clock.tick(Duration.ofSeconds(5));
        assertThat(judged(FORGER, 5_000)).isEqualTo(BURST);
    }

    @Test
    void oneGenuineCallbackFreesItsSourceForADay() {
        assertThat(judged(SHOP, 5_000)).isEqualTo(BURST);
        rates.genuine(SHOP);
        assertThat(judged(SHOP, 5_000)).isEqualTo(5_000);
        clock.tick(Duration.ofHours(23));
        assertThat(judged(SHOP, 5_000)).isEqualTo(5_000);
        clock.tick(Duration.ofHours(2));
        assertThat(judged(SHOP, 5_000)).isEqualTo(BURST);
    }

    @Test
    void aNetworkOfIPv6CountsAsOneSource() {
        int judged = 0;
        for (int i = 0; i < 1_000; i++) {
            judged += judged("2001:db8:0:1::" + Integer.toHexString(i), 1);
        }
        assertThat(judged).isEqualTo(BURST);
        assertThat(rates.admits("shop", "2001:db8:0:2::1")).isTrue();
    }

    @Test
    void manySourcesTogetherAreBoundedAndThoseThatAreKnownGoOn() {
        rates.genuine(SHOP);
        int judged = 0;
        for (int i = 0; i < 60_000; i++) {
            judged += judged("10." + i / 65_536 + "." + i / 256 % 256 + "." + i % 256, 1);
        }
        assertThat(judged).isEqualTo(5 * 500);
        assertThat(rates.admits("shop", SHOP)).isTrue();
        assertThat(rates.admits("shop", "203.0.113.8")).isFalse();
        clock.tick(Duration.ofSeconds(1));
        assertThat(rates.admits("shop", "203.0.113.8")).isTrue();
    }

    @Test
    void theMemoryOfSourcesIsBounded() {
        for (int i = 0; i < 100_000; i++) {
            rates.refused("shop", "10." + i / 65_536 + "." + i / 256 % 256 + "." + i % 256);
        }
        assertThat(rates.counted()).isLessThanOrEqualTo(20_000);
        clock.tick(Duration.ofMinutes(2));
        long left = rates.counted();
        for (int i = 0; i < 100 && left > 0; i++) {
            left = rates.counted(); // it forgets a part at a time
        }
        assertThat(left).isZero();
    }

    @Test
    void nobodyJudgedIsNoRate() {
        assertThatThrownBy(() -> new RefusalLimits.Rates(0, 1)).hasMessageContaining("somebody must be judged");
    }

    private static RawRequest from(String address, String body) {
        return new RawRequest(
                "POST",
                "https",
                "pay.example",
                "/callbacks/shop",
                List.of(),
                body.getBytes(StandardCharsets.UTF_8),
                address);
    }

    @Test
    void aForgerIsTurnedAwayUnjudgedAndEverybodyElseIsServed() {
        IntakeRig rig = new IntakeRig();
        for (int i = 0; i < BURST; i++) {
            assertThat(rig.send(from(FORGER, "forged " + i)).status()).isEqualTo(401);
        }
        Exchange limited = rig.send(from(FORGER, "forged"));
        assertThat(limited.status()).isEqualTo(503);
        assertThat(limited.header("Retry-After")).isEqualTo("5");
        Exchange genuine = rig.send(from(SHOP, "evt_1 100"));
        rig.work();
        assertThat(genuine.isAcknowledged()).isTrue();
        assertThat(rig.count("tallygate.callbacks", "answer", "limited")).isEqualTo(1);
        assertThat(rig.count("tallygate.callbacks", "answer", "refused")).isEqualTo(BURST);
    }

    @Test
    void whatWaitsForAVerificationThreadIsNotJudgedOnceItsSourceIsLimited() throws InterruptedException {
        IntakeRig rig = new IntakeRig();
        CountDownLatch go = new CountDownLatch(1);
        rig.intake.replace(new EndpointTable(List.of(LifecycleTest.slow(go))));
        rig.intake.start();
        List<Exchange> flood = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            flood.add(rig.send(from(FORGER, "forged " + i)));
        }
        Exchange genuine = rig.send(from(SHOP, "nothing"));
        go.countDown();
        await().atMost(Duration.ofSeconds(20)).until(genuine::isAnswered);
        await().atMost(Duration.ofSeconds(20)).until(() -> flood.stream().allMatch(Exchange::isAnswered));
        assertThat(genuine.status()).isEqualTo(200);
        assertThat(flood.stream().filter(e -> e.status() == 401).count())
                .isBetween((long) BURST, BURST + IngestLimits.standard().verifyThreads() - 1L);
        rig.intake.drain(Duration.ofSeconds(5));
    }

    /** Behind a proxy that is not declared, or where a stranger makes the provider itself call us. */
    @Test
    void genuineCallbacksFromTheAddressOfAForgerArriveWhenTheyAreSentAgain() {
        IntakeRig rig = new IntakeRig();
        for (int i = 0; i < 1_000; i++) {
            rig.send(from(FORGER, "forged " + i));
        }
        assertThat(rig.send(from(FORGER, "evt_1 100")).status())
                .as("told to come again")
                .isEqualTo(503);
        rig.clock.tick(Duration.ofSeconds(1));
        Exchange again = rig.send(from(FORGER, "evt_1 100"));
        for (int i = 0; i < 1_000; i++) {
            assertThat(rig.send(from(FORGER, "forged " + i)).status()).isEqualTo(401);
        }
        Exchange next = rig.send(from(FORGER, "evt_2 100"));
        rig.work();
        assertThat(again.isAcknowledged()).isTrue();
        assertThat(next.isAcknowledged()).isTrue();
    }
}
