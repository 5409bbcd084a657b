package tallygate.gateway.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged {@code bench}, as short as it can be: not for its figures, but for what scripts rely on. */
class BenchIT {
    @Test
    void benchPrintsTheFiguresThatScriptsReadAndLeavesNothingBehind(@TempDir Path directory) throws Exception {
        List<String> command =
                Distribution.packaged().gateway("bench", "--json", "--seconds", "1", "--dir", directory.toString());
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        // 1: measured while others used the machine, as they do where tests run.
        assertThat(process.waitFor()).as(out).isIn(0, 1);
        JsonNode result = new ObjectMapper().readTree(out);
        for (String figure : List.of(
                "/intake/perSecond",
                "/intake/gatewayMicros",
                "/intake/databaseMicros",
                "/intake/writerRatio",
                "/intake/costRatio",
                "/work/perSecond",
                "/work/databaseMicros",
                "/life/handedOver/databaseMicros",
                "/life/claimed/databaseMicros",
                "/life/ratio",
                "/intakeWide/perSecond",
                "/saga/perSecond",
                "/saga/plainPerSecond",
                "/saga/ratio",
                "/saga/guardMicros",
                "/lone/ratio",
                "/verify/micros")) {
            assertThat(result.at(figure).isNumber()).as("%s in %s", figure, out).isTrue();
        }
        assertThat(result.at("/intake/connections").asInt()).isEqualTo(64);
        assertThat(result.at("/duplicates/rows").asLong())
                .as("rows and what two nodes report as new, in %s", out)
                .isPositive()
                .isEqualTo(result.at("/duplicates/reportedNew").asLong());
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }
}
