package tallygate.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.gateway.mysql.TestDatabases;
import tallygate.gateway.mysql.TestDatabases.TestDatabase;

/** Duplicates that really meet, on the real database. */
class RealDuplicatesTest {
    private final TestDatabase database = TestDatabases.embedded();

    @Test
    @Tag("O-071")
    void oneEventDeliveredToTwoNodesAtOnceIsOneRowAndTwoAcknowledgements() throws Exception {
        try (RealNode one = new RealNode(database, 1, 1);
                RealNode two = new RealNode(database, 2, 1)) {
            List<Exchange> exchanges =
                    senders(2, loop -> i -> (loop == 0 ? one : two).post("evt_" + i + " 100"), 1_000);
            assertThat(exchanges).hasSize(2_000).allMatch(Exchange::isAcknowledged);
            assertThat(rows()).isEqualTo(1_000);
            assertThat(one.total("tallygate.events.stored") + two.total("tallygate.events.stored"))
                    .isEqualTo(1_000);
            assertThat(one.workers.given.size() + two.workers.given.size()).isEqualTo(1_000);
        }
    }

    @Test
    void threeInTenDuplicatesFromTwoNodesWithTwoWritersEachAreCountedExactly() throws Exception {
        try (RealNode one = new RealNode(database, 1, 2);
                RealNode two = new RealNode(database, 2, 2)) {
            List<Exchange> exchanges = senders(
                    4,
                    loop -> {
                        var dice = new SplittableRandom(loop);
                        return i -> (loop % 2 == 0 ? one : two)
                                .post("evt_" + (dice.nextInt(10) < 3 ? dice.nextInt(500) : loop * 10_000 + i) + " 100");
                    },
                    1_500);
            assertThat(exchanges).hasSize(6_000).allMatch(Exchange::isAcknowledged);
            double reportedNew = one.total("tallygate.events.stored") + two.total("tallygate.events.stored");
            assertThat(reportedNew).isEqualTo((double) rows());
            double duplicates = 0;
            for (RealNode node : List.of(one, two)) {
                duplicates += node.total("tallygate.dedup.cache.hits")
                        + node.total("tallygate.dedup.database.duplicates")
                        + node.total("tallygate.dedup.batch.duplicates");
            }
            assertThat(reportedNew + duplicates).isEqualTo(6_000);
            one.close();
            two.close();
            assertThat(number("SELECT SUM(copies) FROM callback_copy"))
                    .as("each of them is in its task's count")
                    .isEqualTo((long) duplicates);
            assertThat(number("SELECT COUNT(*) FROM callback_copy c JOIN async_task t ON t.id = c.task_id"
                            + " WHERE c.last_address = '" + IntakeRig.ANYWHERE + "' AND c.first_seen <= c.last_seen"
                            + " AND c.first_seen >= t.created_at - INTERVAL 1 SECOND"))
                    .isEqualTo(number("SELECT COUNT(*) FROM callback_copy"));
            assertThat(one.total("tallygate.callbacks.shed") + two.total("tallygate.callbacks.shed"))
                    .isZero();
        }
    }

    @Test
    @Tag("O-079")
    void oneMoneyEffectUnderManyEventIdsOnTwoNodesIsHandedOverOnce() throws Exception {
        try (RealNode one = new RealNode(database, 1, 1);
                RealNode two = new RealNode(database, 2, 1)) {
            List<Exchange> exchanges = senders(
                    2, loop -> i -> (loop == 0 ? one : two).post("evt_" + loop + "_" + i + " 100 pay_" + i % 100), 500);
            assertThat(exchanges).hasSize(1_000).allMatch(Exchange::isAcknowledged);
            assertThat(rows()).isEqualTo(1_000);
            assertThat(one.workers.given.size() + two.workers.given.size()).isEqualTo(100);
        }
    }

    /** Runs the senders side by side, each so many calls, and waits until everything is answered. */
    private static List<Exchange> senders(int count, IntFunction<IntFunction<Exchange>> sender, int calls)
            throws InterruptedException {
        List<Exchange> exchanges = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            IntFunction<Exchange> send = sender.apply(n);
            threads.add(Thread.ofPlatform().start(() -> {
                for (int i = 0; i < calls; i++) {
                    Exchange exchange = send.apply(i);
                    exchanges.add(exchange);
                    if (i % 64 == 63) {
                        await().atMost(Duration.ofSeconds(30)).until(exchange::isAnswered);
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> exchanges.stream().allMatch(Exchange::isAnswered));
        return exchanges;
    }

    private long rows() throws SQLException {
        return number("SELECT COUNT(*) FROM async_task");
    }

    private long number(String sql) throws SQLException {
        try (Connection connection = database.connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
