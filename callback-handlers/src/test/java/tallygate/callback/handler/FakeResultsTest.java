package tallygate.callback.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.callback.Delivery;
import tallygate.callback.Outcome;
import tallygate.callback.handler.LateResults.Taken;

/** Messages in the result queue that no consumer of ours wrote. */
@Tag("T-41")
class FakeResultsTest {
    private final List<String> settled = new ArrayList<>();
    private final ResultTokens tokens = new ResultTokens(() -> new byte[32]);
    private Taken answer = Taken.NOT_OURS;
    private final AwaitedResults results = new AwaitedResults(new HandlerTools(
            InstantSource.system(),
            System::nanoTime,
            new Random(1),
            (task, handOut, _) -> {
                settled.add(task + "/" + handOut.orElse(-1));
                return answer;
            },
            tokens,
            1));

    private static final Delivery DELIVERY = Deliveries.json("{}");
    private static final long TASK = DELIVERY.taskId();

    private String token(long task, int handOut) {
        return tokens.of(ResultTokens.task(task), handOut);
    }

    private static byte[] result(long task, String token, String result) {
        return utf8("{\"taskId\":\"" + task + "\",\"resultToken\":\"" + token + "\",\"result\":\"" + result + "\"}");
    }

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
        try (AwaitedResults.Awaited waiting = results.await(DELIVERY)) {
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
        try (AwaitedResults.Awaited waiting = results.await(DELIVERY)) {
            assertThat(results.take(result(2, token(2, 7), "done"))).isTrue();
            assertThat(waiting.orUnknown(Duration.ZERO, Duration.ofSeconds(1))).isInstanceOf(Outcome.Unknown.class);
        }
        assertThat(settled).containsExactly("2/7");
    }

    @Test
    void theResultThatBringsBackItsTokenEndsTheTry() throws InterruptedException {
        try (AwaitedResults.Awaited waiting = results.await(DELIVERY)) {
            assertThat(results.take(result(TASK, token(TASK, DELIVERY.handOut()), "done")))
                    .isTrue();
            assertThat(waiting.orUnknown(Duration.ZERO, Duration.ofSeconds(1))).isInstanceOf(Outcome.Done.class);
        }
        assertThat(settled).isEmpty();
    }

    /** Who may write to the queue, knows all task numbers and has seen tokens of others. */
    @Test
    void whatDoesNotBringBackTheTokenOfItsTaskAndHandOutEndsNothing() throws InterruptedException {
        String genuine = token(TASK, DELIVERY.handOut());
        String otherKey = ResultTokens.ofThisProcess().of(ResultTokens.task(TASK), DELIVERY.handOut());
        List<String> forged = List.of(
                token(2, DELIVERY.handOut()),
                otherKey,
                DELIVERY.handOut() + 1 + genuine.substring(genuine.indexOf('.')),
                genuine.substring(0, genuine.length() - 1),
                genuine + "A",
                genuine.toUpperCase(Locale.ROOT),
                "0" + genuine,
                ".",
                "1.",
                "99999999999.AAAA",
                "-1" + genuine.substring(genuine.indexOf('.')),
                "x".repeat(10_000));
        try (AwaitedResults.Awaited waiting = results.await(DELIVERY)) {
            for (String token : forged) {
                for (String said : List.of("done", "permanent")) {
                    assertThat(results.take(result(TASK, token, said)))
                            .as("dropped, not asked for again")
                            .isTrue();
                }
            }
            assertThat(results.take(utf8("{\"taskId\":" + TASK + ",\"result\":\"done\"}")))
                    .isTrue();
            assertThat(waiting.orUnknown(Duration.ZERO, Duration.ofSeconds(1))).isInstanceOf(Outcome.Unknown.class);
        }
        assertThat(settled).isEmpty();
        assertThat(tokens.count(ResultTokens.Why.FORGED)).isEqualTo(2L * forged.size());
        assertThat(tokens.count(ResultTokens.Why.MISSING)).isEqualTo(1);
    }

    @Test
    void aResultOfAnEarlierHandOutDoesNotEndTheTryThatWaitsAndTheStoreJudgesIt() throws InterruptedException {
        answer = Taken.SUPERSEDED;
        try (AwaitedResults.Awaited waiting = results.await(DELIVERY)) {
            assertThat(results.take(result(TASK, token(TASK, 0), "done"))).isTrue();
            assertThat(waiting.orUnknown(Duration.ZERO, Duration.ofSeconds(1))).isInstanceOf(Outcome.Unknown.class);
        }
        assertThat(settled).containsExactly(TASK + "/0");
        assertThat(tokens.count(ResultTokens.Why.SUPERSEDED)).isEqualTo(1);
    }

    @Test
    void withoutItsKeyANodeAsksForTheResultAgain() {
        var noKey = new AwaitedResults(new HandlerTools(
                InstantSource.system(),
                System::nanoTime,
                new Random(1),
                (_, _, _) -> Taken.APPLIED,
                new ResultTokens(() -> {
                    throw new IllegalStateException("the database is away");
                }),
                1));
        assertThat(noKey.take(result(TASK, token(TASK, 1), "done"))).isFalse();
    }

    @Test
    void aShortKeyIsNoKey() {
        var weak = new ResultTokens(() -> new byte[8]);
        assertThatThrownBy(() -> weak.of("task 1", 1)).isInstanceOf(IllegalStateException.class);
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
