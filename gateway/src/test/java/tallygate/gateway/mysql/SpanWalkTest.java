package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.gateway.desk.FoundTasks;
import tallygate.gateway.desk.TaskSearch;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.Samples;
import tallygate.gateway.task.StoreRig;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskStatus;

/**
 * A state within a span of time, page by page to its end, as an export reads it: all of it is found, and it costs what the shorter of
 * both walks costs. The rows of {@link RowFactory} came in 2020.
 */
class SpanWalkTest {
    private static final int WANTED = 250;
    private static final int OTHERS = 15_000;
    private static final Instant SPRING = Instant.parse("2020-05-01T00:00:00Z");

    private final RealRig rig = new RealRig(TestDatabases.embedded());
    private final RowFactory factory = new RowFactory(rig);
    private final int lane = factory.lane("orders");

    @AfterEach
    void close() {
        rig.close();
    }

    private List<TaskId> all(TaskSearch.Filter filter, TaskSearch.Span span) {
        List<TaskId> found = new ArrayList<>();
        Optional<String> after = Optional.empty();
        do {
            FoundTasks page =
                    rig.stores().desk().search(new TaskSearch(Optional.empty(), Set.of(), filter, span, after, 100));
            page.tasks().forEach(task -> found.add(task.id()));
            after = page.next();
        } while (after.isPresent());
        return found;
    }

    private static TaskSearch.Filter failed() {
        return new TaskSearch.Filter(
                Optional.of(TaskStatus.FAILED), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** What reading all of it costs; each is found once. */
    private long cost(TaskSearch.Span span) throws SQLException {
        all(failed(), span); // what is prepared and opened at the first time
        long before = ServerReads.of(rig.database());
        assertThat(all(failed(), span)).doesNotHaveDuplicates().hasSize(WANTED);
        return ServerReads.of(rig.database()) - before;
    }

    private static void isFlat(long before, long after) {
        assertThat(after).isLessThanOrEqualTo(before + before / 10 + 20);
    }

    @Test
    void aShortSpanIsReadInTheSameStepsHoweverManyOthersAreInItsState() throws SQLException {
        List<NewTask> now = IntStream.range(0, WANTED)
                .mapToObj(i -> Samples.due(rig.ids().next(), "evt-%03d".formatted(i))
                        .on("orders")
                        .task())
                .toList();
        rig.intake().insert(now, StoreRig.ME, StoreRig.LEASE);
        rig.execute("UPDATE async_task SET status = 3");
        factory.fill(OTHERS, 3, lane, Duration.ofDays(1), 1_000);
        var lately = new TaskSearch.Span(Optional.of(Instant.now().minus(Duration.ofHours(1))), Optional.empty());
        long before = cost(lately);
        factory.fill(OTHERS, 3, lane, Duration.ofDays(1), 1_000);
        isFlat(before, cost(lately));
    }

    @Test
    void aRareStateIsReadInTheSameStepsHoweverManyOthersCameWithinItsSpan() throws SQLException {
        factory.fill(WANTED, 3, lane, Duration.ofDays(1), 1_000);
        factory.fill(OTHERS, 2, lane, Duration.ofDays(1), 1_000);
        var long2020 = new TaskSearch.Span(Optional.empty(), Optional.of(SPRING));
        long before = cost(long2020);
        factory.fill(OTHERS, 2, lane, Duration.ofDays(1), 1_000);
        isFlat(before, cost(long2020));
    }

    @Test
    @Tag("T-24")
    void textOfAFilterIsComparedAndNeverRead() {
        factory.fill(3, 3, lane, Duration.ofDays(1), 1_000);
        for (String text : List.of("' OR '1'='1", "x' OR 1=1 -- ", "\\' OR 1=1 -- ")) {
            for (TaskSearch.Filter filter : List.of(
                    new TaskSearch.Filter(
                            Optional.of(TaskStatus.FAILED),
                            Optional.empty(),
                            Optional.of(text),
                            Optional.empty(),
                            Optional.empty()),
                    new TaskSearch.Filter(
                            Optional.empty(),
                            Optional.of(text),
                            Optional.empty(),
                            Optional.of(text),
                            Optional.of(text)))) {
                assertThat(all(filter, TaskSearch.Span.EVER)).as(text).isEmpty();
            }
        }
        assertThat(all(failed(), TaskSearch.Span.EVER)).hasSize(3);
    }
}
