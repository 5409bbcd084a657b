package tallygate.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchPageTest {
    private static final Instant AT = Instant.parse("2026-11-30T12:00:00.123Z");

    private static BenchResult result(long perSecond) {
        var drive = new BenchDrive(64, 20_000, 28, 0, 7, 900, 4_000, 0, "");
        var intake = new BenchResult.Intake(perSecond, 51, 40, 0.86, 0.66, 64, 0.4, 30, 8, 4_100, 19_000, 0);
        var wide = new BenchResult.Intake(perSecond, 45, 33, 0.86, 0.81, 256, 0.6, 90, 8, 14_000, 40_000, 0);
        return new BenchResult(
                false,
                List.of("<script> & others"),
                new BenchResult.Box(2, "25.0.3", "11.4.5-MariaDB", "ext4"),
                new BenchResult.Floor(drive, drive),
                new BenchResult.Raw(1, 256, 23_000, 29, 5, 11_000, 0),
                new BenchWriter.Result(1, 255, 0, new BenchRate(100, 19_800, 20, 30, 1, 0)),
                new BenchVerify.Result(15),
                intake,
                wide,
                new BenchResult.Through(3_000, 2_900, 150, 80, 64, 0),
                new BenchRate(100, 9_000, 20, 70, 1, 0),
                new BenchLife.Result(
                        new BenchRate(100, 9_100, 20, 66, 1, 0), new BenchRate(100, 4_500, 20, 112, 1, 0), 2.02),
                List.of(new BenchPickup.Result(300, 900, 0, 800, 4_000, 9_000)),
                new BenchSaga.Result(400, 900, 0.44, 120.0, 16),
                new BenchResult.Lone(400, 300, 1.33),
                new BenchResult.Duplicates(4_000, 28_000, 28_000, 28_000, true),
                new BenchSettings(true, true, 512L << 20, 200),
                List.of("plan for half of it"));
    }

    @Test
    void thePageSaysWhatTheFiguresSayInBothLanguagesAndLoadsNothing(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("bench.html");
        BenchPage.write(result(9_400), AT, file);
        String page = Files.readString(file);
        assertThat(page)
                .contains("2026-11-30T12:00:00Z")
                .contains("9400", "51 + 40", "4100 / 19000", "800 / 9000", "0.86", "1.33", "2.02", "exact / 完全一致")
                .contains("Not valid / 结果无效", "plan for half of it")
                .doesNotContain("http://", "https://", "src=", "<script");
        assertThat(page).contains("&lt;script&gt; &amp; others");
    }

    @Test
    void barsStandInTheirPlotAndTheLongestFillsIt() {
        String page = BenchPage.page(result(0), AT);
        List<Double> widths = Pattern.compile("<rect[^>]* width=\"([0-9.]+)\"")
                .matcher(page)
                .results()
                .map(bar -> Double.valueOf(bar.group(1)))
                .toList();
        assertThat(widths).hasSizeGreaterThan(20).allMatch(width -> width >= 0 && width <= 300);
        assertThat(widths).contains(300.0, 0.0);
    }
}
