package tallygate.callback.handler;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.callback.Outcome;
import tallygate.callback.handler.LateResults.Taken;

/** Messages in the result queue that no consumer of ours wrote. */
@Tag("T-41")
class FakeResultsTest {
    private final List<Long> settled = new ArrayList<>();
    private final AwaitedResults results = new AwaitedResults(
            (task, _) -> {
                settled.add(task);
                return Taken.NOT_OURS;
            },
            System::nanoTime);

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{}",
                "{\"taskId\":1}",
                "{\"taskId\":1,\"result\":\"DONE\"}",
                "{\"taskId\":-1,\"result\":\"done\"}",
                "{\"taskId\":1e3,\"result\":\"done\"}",
                "{\"taskId\":99999999999999999999,\"result\":\"done\"}",
                "{\"taskId\":{\"id\":1},\"result\":\"done\"}",
                "{\"taskId\":1,\"result\":[\"done\"]}",
                "{\"taskId\":1,\"result\":\"done\"} {\"taskId\":2,\"result\":\"done\"}",
                "{\"taskId\":1,\"result\":\"done\"",
                "\u00ac\u00ed\u0000\u0005sr\u0000\u0011java.util.HashMap"
            })
    void whatIsNoResultEndsNothingAndIsCounted(String message) {
        try (AwaitedResults.Awaited waiting = results.await(1)) {
            assertThat(results.take(utf8(message)))
                    .as("dropped, not asked for again")
                    .isTrue();
            assertThat(waiting).isNotNull();
        }
        assertThat(settled).isEmpty();
        assertThat(results.readings()).containsEntry("unreadable.results", 1.0);
    }

    @Test
    void aResultOfATaskThatIsNotOursOrHasEndedMovesNothing() throws InterruptedException {
        try (AwaitedResults.Awaited waiting = results.await(1)) {
            assertThat(results.take(utf8("{\"taskId\":2,\"result\":\"done\"}"))).isTrue();
            assertThat(waiting.orUnknown(Duration.ZERO, Duration.ofSeconds(1))).isInstanceOf(Outcome.Unknown.class);
        }
        assertThat(settled).containsExactly(2L);
    }

    @Test
    void anyBytesAreReadOrDroppedAndLargeOnesAreNotRead() {
        var dice = new SplittableRandom(4);
        for (int i = 0; i < 5_000; i++) {
            byte[] bytes = new byte[dice.nextInt(200)];
            dice.nextBytes(bytes);
            assertThat(results.take(bytes)).isTrue();
        }
        byte[] large = utf8("{\"taskId\":1,\"result\":\"done\",\"x\":\"" + "x".repeat(1 << 20) + "\"}");
        assertThat(results.take(large)).isTrue();
        assertThat(settled).isEmpty();
    }
}
