package tallygate.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.callback.provider.Judgement;
import tallygate.signature.RawRequest;

class BenchTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    @Test
    void whatTheFeedMakesIsGenuineOfOneKilobyteAndNeverTheSameEvent() {
        var feed = new BenchFeed("r", NOW.getEpochSecond());
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 500; i++) {
            RawRequest request = feed.request(i);
            assertThat(request.body()).hasSize(1024);
            Judgement judgement = BenchVerify.provider().judge(request, Optional.of(NOW));
            assertThat(judgement).isInstanceOf(Judgement.Genuine.class);
            var event = ((Judgement.Genuine) judgement).events().getFirst();
            assertThat(event.effect()).as("a paid event has an effect").isPresent();
            ids.add(event.eventId());
        }
        assertThat(ids).hasSize(500);
    }

    @Test
    void aRunInWhichEverythingWasAcceptedHasNoProblem() throws Exception {
        BenchDrive drive = BenchDrive.of(printed(1000, 1000, 0, false), "gateway");
        assertThat(drive).isEqualTo(new BenchDrive(64, 5_000, 42.5, 20.1, 8.2, 900, 4_000, 0.12, ""));
    }

    @Test
    void aRunWithAnotherAnswerOrWithoutEnoughCallbacksSaysSo() throws Exception {
        assertThat(BenchDrive.of(printed(1000, 998, 2, false), "gateway").problem())
                .contains("not all callbacks were accepted")
                .contains("\"503\":2");
        assertThat(BenchDrive.of(printed(1000, 1000, 0, true), "gateway").problem())
                .contains("feed of signed callbacks ended");
    }

    @Test
    void processorTimeIsReadForThisProcessAndTheRestCountsAsOthers() {
        var before = new BenchCpu.Reading(1_000_000, 2_000_000, 10_000_000, 0);
        var after = new BenchCpu.Reading(2_000_000, 5_000_000, 15_000_000, 4_000_000_000L);
        BenchCpu.Use use = before.until(after);
        assertThat(use.self()).isEqualTo(1_000_000);
        assertThat(use.database()).isEqualTo(3_000_000);
        assertThat(use.othersCores()).as("1 s of 5 s in 4 s").isEqualTo(0.25);
        BenchRate rate = BenchRate.of(40_000, use);
        assertThat(rate.perSecond()).isEqualTo(10_000);
        assertThat(rate.gatewayMicros()).isEqualTo(25.0);
        assertThat(rate.databaseMicros()).isEqualTo(75.0);
        assertThat(BenchRate.of(0, use).gatewayMicros()).isZero();
        assertThat(new BenchCpu(OptionalLong.empty()).read().self()).isPositive();
    }

    @Test
    void adviceNamesWhatIsOutOfTheOrdinary() {
        var single = new BenchResult.Raw(1, 1, 120, 200, 90, 8_000, 0);
        var slow = new BenchResult.Lone(20_000, 8_000, 2.5);
        assertThat(BenchAdvice.of(seen(intake(0.5, 200, 2), single, slow)))
                .anyMatch(line -> line.contains("one durable commit takes 8000 µs"))
                .anyMatch(line -> line.contains("writer reaches 0.50"))
                .anyMatch(line -> line.contains("a callback costs 260 µs"))
                .anyMatch(line -> line.contains("2.5 times one plain insert"))
                .anyMatch(line -> line.contains("commits hold 2.0 rows"));
    }

    @Test
    void anInstallationInGoodOrderGetsItsCapacityAndNothingElse() {
        var single = new BenchResult.Raw(1, 1, 1_400, 200, 90, 600, 0);
        var lone = new BenchResult.Lone(800, 600, 1.33);
        assertThat(BenchAdvice.of(seen(intake(0.9, 45, 40), single, lone)))
                .singleElement()
                .asString()
                .contains("about 9000 callbacks a second");
    }

    @Test
    void aDiskThatIsTooFastIsDoubted() {
        var single = new BenchResult.Raw(1, 1, 20_000, 200, 90, 40, 0);
        assertThat(BenchAdvice.of(seen(intake(0.9, 45, 40), single, new BenchResult.Lone(50, 40, 1.25))))
                .anyMatch(line -> line.contains("tmpfs"));
    }

    @Test
    void aPartIsMeasuredBetweenOneSecondAndTwoMinutes() {
        assertThat(BenchPlan.of(1).warmup()).isEqualTo(BenchPlan.of(1).window());
        assertThatThrownBy(() -> BenchPlan.of(0)).hasMessageContaining("PT0S");
        assertThatThrownBy(() -> BenchPlan.of(121)).hasMessageContaining("asked for");
    }

    @Test
    void benchOutsideOfADistributionSaysWhatItNeeds(@TempDir Path directory) {
        assertThatThrownBy(() -> BenchTools.in(directory)).hasMessageContaining("bin/tallygate bench");
    }

    @Test
    void thePasswordOfTheDatabaseIsNotPrinted() {
        var database = new BenchDatabase("jdbc:mysql://h/d", "u", "hidden", OptionalLong.empty());
        assertThat(database.toString()).doesNotContain("hidden");
    }

    private static BenchAdvice.Seen seen(BenchResult.Intake intake, BenchResult.Raw single, BenchResult.Lone lone) {
        var pickup = new BenchPickup.Result(300, 900, 0, 800, 4_000, 9_000);
        var settings = new BenchSettings(true, true, 512L << 30, 200);
        return new BenchAdvice.Seen(intake, single, lone, List.of(pickup), settings, true);
    }

    @Test
    void adviceSpeaksOfTheServersSettingsAndOfTasksThatWait() {
        var pickup = new BenchPickup.Result(300, 900, 0, 800, 40_000, 90_000);
        var settings = new BenchSettings(false, false, 512L << 20, 200);
        var single = new BenchResult.Raw(1, 1, 1_400, 200, 90, 600, 0);
        var seen = new BenchAdvice.Seen(
                intake(0.9, 45, 40), single, new BenchResult.Lone(800, 600, 1.33), List.of(pickup), settings, true);
        assertThat(BenchAdvice.of(seen))
                .anyMatch(line -> line.contains("innodb_flush_log_at_trx_commit is not 1"))
                .anyMatch(line -> line.contains("sync_binlog is not 1"))
                .anyMatch(line -> line.contains("of 512 MiB keeps the indexes of about 2 million tasks"))
                .anyMatch(line -> line.contains("waits 40 ms for a worker at 300 a second"));
    }

    @Test
    void pickUpTimesAreThoseOfTasksThatWereCalled() {
        var committed = Map.of(1L, 1_000_000L, 2L, 1_000_000L, 3L, 1_000_000L);
        var called = Map.of(1L, 3_000_000L, 2L, 500_000L);
        assertThat(BenchPickup.Result.of(300, committed, called))
                .isEqualTo(new BenchPickup.Result(300, 3, 1, 2_000, 2_000, 2_000));
    }

    private static BenchResult.Intake intake(double writerRatio, double micros, double batch) {
        return new BenchResult.Intake(9_000, micros, 60, writerRatio, 0.6, 64, 0.4, batch, 8, 900, 4_000, 0);
    }

    private static JsonNode printed(long sent, long accepted, long busy, boolean usedUp) throws Exception {
        return JSON.readTree("""
            {"connections":64,
             "window":{"perSecond":5000.4,"microsPerAccepted":{"gateway":42.5,"database":20.1,"generator":8.2},
                       "latencyMicros":{"p50":900,"p99":4000},"cpu":{"othersCores":0.12}},
             "whole":{"books":{"sent":%d,"accepted":%d,"busy":%d},"statuses":{"200":%d,"503":%d},"usedUp":%s}}
            """.formatted(sent, accepted, busy, accepted, busy, usedUp));
    }
}
