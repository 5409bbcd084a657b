package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.alert.AlertChannel;
import tallygate.gateway.alert.AlertDesk;
import tallygate.gateway.alert.AlertMessage;
import tallygate.gateway.alert.AlertPace;
import tallygate.gateway.alert.LoggedAlerts;

/** Nodes that see the same alerts, on a real database: people are told once, whoever dies. */
class AlertLedgerTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final RealRig rig = new RealRig(TestDatabases.embedded());
    private final List<AlertMessage> told = new ArrayList<>();
    private final Node one = new Node(1);
    private final Node two = new Node(2);
    private boolean isDown;

    @AfterEach
    void close() {
        rig.close();
    }

    /** Its clock is moved by hand. */
    private final class Node {
        private final MySqlStores stores = rig.database().open();
        private long nanos;
        private final AlertDesk desk = new AlertDesk(new LoggedAlerts(), () -> nanos, new SimpleMeterRegistry());

        Node(long incarnation) {
            desk.channels(List.of(new Recorded()), new AlertPace(Duration.ZERO, Duration.ofHours(4), 60, 20));
            desk.share(stores.alertLedger(incarnation));
        }

        void pass() throws InterruptedException {
            nanos += SOON.toNanos();
            desk.round();
        }
    }

    private final class Recorded implements AlertChannel {
        @Override
        public String name() {
            return "ops";
        }

        @Override
        public Alert.Severity least() {
            return Alert.Severity.NOTICE;
        }

        @Override
        public Told tell(AlertMessage message) {
            if (isDown) {
                return new Told.Failed("down");
            }
            told.add(message);
            return new Told.Delivered();
        }
    }

    private static Alert backlog(String route) {
        return new Alert("backlog-age", route, Alert.Severity.CRITICAL, "A task waits.", Map.of("error", "a\\b\nc"));
    }

    /** The teller's lease and what it saw grow old. */
    private void die(int incarnation) {
        rig.execute("UPDATE alert_teller SET lease_until = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE owner = "
                + incarnation);
        rig.execute("UPDATE alert_open SET seen_at = seen_at - INTERVAL 30 SECOND WHERE incarnation = " + incarnation);
    }

    private void bothPass() throws InterruptedException {
        one.pass();
        two.pass();
        one.pass();
        two.pass();
    }

    @Test
    void whatAllNodesSeeIsToldOnceAndItsEndWhenNoneSeesItAnyMore() throws Exception {
        one.desk.raise(backlog("orders"));
        two.desk.raise(backlog("orders"));
        two.desk.raise(backlog("mails"));
        bothPass();
        assertThat(told.stream().flatMap(message -> message.raised().stream()).toList())
                .containsExactlyInAnyOrder(backlog("orders"), backlog("mails"));
        one.desk.resolve("backlog-age", "orders");
        bothPass();
        assertThat(told).allMatch(message -> message.resolved().isEmpty());
        two.desk.resolve("backlog-age", "orders");
        bothPass();
        assertThat(told.stream().flatMap(message -> message.resolved().stream()).toList())
                .extracting(Alert::subject)
                .containsExactly("orders");
    }

    @Test
    void anotherNodeGoesOnWhereTheTellerDied() throws Exception {
        one.desk.raise(backlog("orders"));
        two.desk.raise(backlog("orders"));
        one.desk.raise(backlog("of the dead node"));
        one.pass();
        two.pass();
        one.pass();
        assertThat(told.stream().mapToInt(message -> message.raised().size()).sum())
                .isEqualTo(2);
        die(1);
        two.pass();
        assertThat(told.stream().flatMap(message -> message.resolved().stream()).toList())
                .extracting(Alert::subject)
                .containsExactly("of the dead node");
        two.desk.resolve("backlog-age", "orders");
        two.pass();
        assertThat(told.getLast().resolved()).extracting(Alert::subject).containsExactly("orders");
        assertThat(told.stream().mapToInt(message -> message.raised().size()).sum())
                .as("nothing is told twice")
                .isEqualTo(2);
    }

    @Test
    void aMessageThatWasNotDeliveredIsToldByTheNextTeller() throws Exception {
        isDown = true;
        one.desk.raise(backlog("orders"));
        two.desk.raise(backlog("orders"));
        bothPass();
        isDown = false;
        die(1);
        two.pass();
        assertThat(told)
                .singleElement()
                .satisfies(message -> assertThat(message.raised()).hasSize(1));
    }

    @Test
    void withoutTheDatabaseEachNodeTellsWhatItSeesAndNotWhatWasToldBefore() throws Exception {
        one.desk.raise(backlog("orders"));
        two.desk.raise(backlog("orders"));
        bothPass();
        one.stores.close();
        two.stores.close();
        two.desk.raise(backlog("mails"));
        bothPass();
        assertThat(told.stream().flatMap(message -> message.raised().stream()).map(Alert::subject))
                .containsExactly("orders", "mails");
    }
}
