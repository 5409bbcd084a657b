package tallygate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tallygate.chaos.Evidence.Audited;
import tallygate.chaos.Evidence.Delivery;
import tallygate.chaos.Evidence.Move;
import tallygate.chaos.Evidence.Notice;
import tallygate.chaos.Evidence.Operated;
import tallygate.chaos.Evidence.Row;
import tallygate.chaos.Evidence.SagaRow;
import tallygate.chaos.Evidence.Script;
import tallygate.chaos.Evidence.Steps;
import tallygate.chaos.Evidence.Traces;
import tallygate.chaos.Evidence.Try;

/** The checker of the chaos rig sees each thing that may not be, and nothing in a history that is right. */
class CheckerTest {
    private static final Instant AT = Instant.parse("2026-12-01T10:00:00Z");
    private static final Row DONE = new Row(1, "evt_1", 2, 1, 1, 100, false, 0, "");
    private static final Delivery FIRST = new Delivery("key-1", "evt_1", 1, Optional.empty(), true);
    private static final Delivery ANSWERED = new Delivery("key-1", "evt_1", 1, Optional.of(AT), false);
    private static final Move END = new Move(1, 1, 2, 1, 1, 1, 0, AT.plusMillis(5));
    private static final Traces QUIET = new Traces(
            Set.of("whsec_hidden"),
            Map.of("log", "nothing"),
            Duration.ofSeconds(3),
            Duration.ofSeconds(60),
            "",
            List.of(),
            Map.of("stored", new long[] {1, 1}));

    private static final Evidence RIGHT = new Evidence(
            List.of(
                    new Notice("evt_1", Script.PLAIN, "pi_1", 100),
                    new Notice("evt_2", Script.FORGED, "pi_2", 100),
                    new Notice("evt_3", Script.FLOW, "pi_3", 100)),
            List.of(
                    new Try("evt_1", AT, 0),
                    new Try("evt_1", AT, 200),
                    new Try("evt_2", AT, 401),
                    new Try("evt_3", AT, 200)),
            List.of(DONE, new Row(3, "evt_3", 2, 1, 1, 100, false, 0, "")),
            List.of(END),
            List.of(FIRST, ANSWERED),
            List.of(new SagaRow("s", "pi_3", 2, 0, 0)),
            Map.of("pi_3/stock", new Steps(1, 0)),
            List.of(new Audited("task-retry", "1")),
            List.of(new Operated("task-retry", "1", 200)),
            QUIET);

    private static <T> List<T> and(List<T> some, T more) {
        List<T> all = new ArrayList<>(some);
        all.add(more);
        return all;
    }

    private static Evidence rows(Row... rows) {
        return with(RIGHT.tries(), List.of(rows), RIGHT.moves(), RIGHT.deliveries());
    }

    private static Evidence deliveries(Delivery... deliveries) {
        return with(RIGHT.tries(), RIGHT.rows(), RIGHT.moves(), List.of(deliveries));
    }

    private static Evidence with(List<Try> tries, List<Row> rows, List<Move> moves, List<Delivery> deliveries) {
        return new Evidence(
                RIGHT.notices(),
                tries,
                rows,
                moves,
                deliveries,
                RIGHT.sagas(),
                RIGHT.books(),
                RIGHT.audited(),
                RIGHT.operated(),
                RIGHT.traces());
    }

    private static Evidence moves(Move more) {
        return with(RIGHT.tries(), RIGHT.rows(), and(RIGHT.moves(), more), RIGHT.deliveries());
    }

    private static Evidence sagas(SagaRow saga, Steps book) {
        return new Evidence(
                RIGHT.notices(),
                RIGHT.tries(),
                RIGHT.rows(),
                RIGHT.moves(),
                RIGHT.deliveries(),
                List.of(saga),
                Map.of("pi_3/stock", book),
                RIGHT.audited(),
                RIGHT.operated(),
                RIGHT.traces());
    }

    private static Evidence people(List<Audited> audited, List<Operated> operated, UnaryOperator<Traces> traces) {
        return new Evidence(
                RIGHT.notices(),
                RIGHT.tries(),
                RIGHT.rows(),
                RIGHT.moves(),
                RIGHT.deliveries(),
                RIGHT.sagas(),
                RIGHT.books(),
                audited,
                operated,
                traces.apply(QUIET));
    }

    private static Evidence traces(
            Map<String, String> texts, Duration quiet, String chain, List<String> leaks, long found) {
        return people(
                RIGHT.audited(),
                RIGHT.operated(),
                old -> new Traces(
                        old.secrets(), texts, quiet, old.quietMax(), chain, leaks, Map.of("stored", new long[] {1, found
                        })));
    }

    @Test
    void aHistoryThatIsRightIsPassed() {
        assertThat(Checker.broken(RIGHT)).isEmpty();
    }

    static Stream<Arguments> whatMayNotBe() {
        Row other = RIGHT.rows().getLast();
        Duration soon = QUIET.quiet();
        return Stream.of(
                Arguments.of("I1: evt_1 was acknowledged", rows(other)),
                Arguments.of("I1: evt_1 stands", rows(DONE, new Row(9, "evt_1", 2, 1, 1, 100, false, 0, ""), other)),
                Arguments.of("I1: evt_1 was stored", rows(new Row(1, "evt_1", 2, 1, 1, 99, false, 0, ""), other)),
                Arguments.of(
                        "I2: evt_1 was sent again",
                        with(
                                List.of(new Try("evt_1", AT, 503), new Try("evt_3", AT, 200)),
                                RIGHT.rows(),
                                List.of(END),
                                RIGHT.deliveries())),
                Arguments.of(
                        "I2: evt_2 is a forgery",
                        with(
                                and(RIGHT.tries(), new Try("evt_2", AT, 200)),
                                RIGHT.rows(),
                                List.of(END),
                                RIGHT.deliveries())),
                Arguments.of("I2: evt_9 is stored", rows(DONE, other, new Row(9, "evt_9", 2, 1, 1, 1, false, 0, ""))),
                Arguments.of("I3: key key-1", deliveries(FIRST, FIRST, ANSWERED)),
                Arguments.of(
                        "I3: evt_1 came under several",
                        deliveries(FIRST, ANSWERED, new Delivery("key-2", "evt_1", 2, Optional.empty(), false))),
                Arguments.of("I3: evt_1 is done and its effect", deliveries(ANSWERED)),
                Arguments.of(
                        "I3: evt_1 is done at try 2", rows(new Row(1, "evt_1", 2, 2, 2, 100, false, 0, ""), other)),
                Arguments.of(
                        "I3: evt_1 was ended by a try",
                        deliveries(FIRST, new Delivery("key-1", "evt_1", 1, Optional.of(AT.plusSeconds(9)), false))),
                Arguments.of("I4: task 7 moved 0 to 2", moves(new Move(7, 0, 2, 1, 1, 1, 0, AT))),
                Arguments.of("I4: task 7 moved 3 to 0", moves(new Move(7, 3, 0, 1, 1, 1, 0, AT))),
                Arguments.of("I4: task 7 moved 0 to 1 without", moves(new Move(7, 0, 1, 1, 1, 1, 0, AT))),
                Arguments.of("I4: task 7 moved 1 to 1 with", moves(new Move(7, 1, 1, 3, 2, 1, 0, AT))),
                Arguments.of("I5: s is left", sagas(new SagaRow("s", "pi_3", 1, 0, 0), new Steps(1, 0))),
                Arguments.of("I5: s is completed", sagas(new SagaRow("s", "pi_3", 2, 0, 0), new Steps(2, 0))),
                Arguments.of("I5: s is compensated", sagas(new SagaRow("s", "pi_3", 4, 0, 0), new Steps(1, 0))),
                Arguments.of("I5: s is stuck", sagas(new SagaRow("s", "pi_3", 5, 0, 0), new Steps(1, 0))),
                Arguments.of("I5: evt_3", sagas(new SagaRow("s", "pi_8", 2, 0, 0), new Steps(1, 0))),
                Arguments.of("I6: task 1", people(List.of(), RIGHT.operated(), UnaryOperator.identity())),
                Arguments.of("I6: task 1", people(RIGHT.audited(), List.of(), UnaryOperator.identity())),
                Arguments.of("I6: the audit chain", traces(QUIET.texts(), soon, "at 5", List.of(), 1)),
                Arguments.of("I7: not everything", traces(QUIET.texts(), Duration.ofSeconds(60), "", List.of(), 1)),
                Arguments.of("I7: Row", rows(new Row(1, "evt_1", 1, 1, 1, 100, false, 0, ""), other)),
                Arguments.of("I8: log", traces(Map.of("log", "key whsec_hidden"), soon, "", List.of(), 1)),
                Arguments.of("I9: stored", traces(QUIET.texts(), soon, "", List.of(), 2)),
                Arguments.of("I9: Row", rows(new Row(1, "evt_1", 3, 1, 1, 100, false, 0, "x"), other)),
                Arguments.of("I10: Row", rows(new Row(1, "evt_1", 2, 1, 1, 100, false, 7, ""), other)),
                Arguments.of("I10: threads", traces(QUIET.texts(), soon, "", List.of("threads"), 1)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void whatMayNotBe(String flagged, Evidence evidence) {
        assertThat(Checker.broken(evidence)).anySatisfy(line -> assertThat(line).startsWith(flagged));
    }
}
