package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.crypto.SecretKey;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.desk.ApprovalStore.Outcome;
import tallygate.gateway.desk.PayloadVault;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.RejectedStore;
import tallygate.gateway.task.Rejection;
import tallygate.gateway.task.Samples;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskIds;
import tallygate.gateway.task.WorkStore;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

/** Payloads sealed at rest: nothing readable in the tables, everything readable through us, and nothing exchanged unnoticed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SealedPayloadTest {
    private static final String CANARY = "{\"buyer\":\"canary-buyer-4711\"}";
    private static final Actor LIN = new Actor("lin", "127.0.0.1");
    private static final Actor MARTA = new Actor("marta", "127.0.0.1");
    private static final SecretKey OLD = WrappingKeys.key(filled(1));
    private static final SecretKey NEW = WrappingKeys.key(filled(2));

    private final TestDatabases.TestDatabase database = TestDatabases.embedded();
    private final TaskIds ids = new TaskIds(1, 0, Clock.systemUTC());

    private static byte[] filled(int value) {
        byte[] bytes = new byte[32];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private MySqlStores stores(Map<String, SecretKey> keys) {
        MySqlStores stores = MySqlStores.open(database.settings(), new WrappingKeys(keys), System::nanoTime);
        assertThat(stores.vault().prepare()).isEmpty();
        return stores;
    }

    private static Map<String, SecretKey> oldAlone() {
        return Map.of("k-old", OLD);
    }

    private static Map<String, SecretKey> newFirst() {
        Map<String, SecretKey> keys = new LinkedHashMap<>();
        keys.put("k-new", NEW);
        keys.put("k-old", OLD);
        return keys;
    }

    @BeforeEach
    void empty() {
        for (String table :
                List.of("async_task", "payload_key", "rejected_callback", "callback_conflict", "audit_log")) {
            execute("DELETE FROM " + table);
        }
        execute("DELETE FROM retention_mark WHERE name = 'reencrypt'");
    }

    @AfterAll
    void close() {
        empty();
    }

    private void execute(String sql) {
        try (Connection connection = database.connectAsRoot();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private String cell(String sql) {
        try (Connection connection = database.connectAsRoot();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return new String(row.getBytes(1), StandardCharsets.ISO_8859_1);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private TaskId store(MySqlStores stores, String eventId) {
        TaskId id = ids.next();
        stores.shopIntake(ids::next)
                .insert(List.of(Samples.due(id, eventId).saying(CANARY).task()), 0, Duration.ofSeconds(30));
        return id;
    }

    private static List<LeasedTask> claim(MySqlStores stores) {
        return stores.work().claim(WorkStore.Scan.DUE, Set.of("orders"), 10, 7, Duration.ofSeconds(30), true);
    }

    private static String content(MySqlStores stores, TaskId task) {
        byte[] content = stores.admin().content(task).orElseThrow().content();
        return new String(content, StandardCharsets.UTF_8);
    }

    @Test
    void nothingOfAPaymentIsReadableInTheTablesAndAllOfItIsThroughUs() {
        try (MySqlStores stores = stores(oldAlone())) {
            TaskId task = store(stores, "evt-1");
            store(stores, "evt-1-other");
            stores.shopIntake(ids::next)
                    .insert(
                            List.of(Samples.due(ids.next(), "evt-1")
                                    .saying(CANARY.replace("4711", "4712"))
                                    .task()),
                            0,
                            Duration.ofSeconds(30));
            RawRequest refused =
                    Samples.due(task, "evt-9").saying(CANARY).task().request();
            stores.rejected()
                    .keep(
                            List.of(new Rejection(
                                    "shop-stripe",
                                    "stripe",
                                    Reason.SIGNATURE_MISMATCH,
                                    "no key fits",
                                    Instant.parse("2026-01-01T00:00:00Z"),
                                    Duration.ofDays(3),
                                    refused)),
                            new RejectedStore.Caps(10, 10));
            for (String cell : List.of(
                    "SELECT CONCAT_WS('|', payload, content, request_target, request_headers) FROM async_task LIMIT 1",
                    "SELECT CONCAT_WS('|', request, content) FROM callback_conflict",
                    "SELECT request FROM rejected_callback")) {
                assertThat(cell(cell)).as(cell).isNotEmpty().doesNotContain("canary", "Stripe-Signature");
            }
            assertThat(content(stores, task)).isEqualTo(CANARY);
            assertThat(stores.rejected().list("", Long.MAX_VALUE, 5).getFirst().isIntact())
                    .isTrue();
            long conflict = Long.parseLong(cell("SELECT id FROM callback_conflict"));
            assertThat(stores.desk().readConflict(conflict, LIN).orElseThrow().content())
                    .asString(StandardCharsets.UTF_8)
                    .contains("canary-buyer-4712");
            LeasedTask leased = claim(stores).getFirst();
            assertThat(leased.content()).asString(StandardCharsets.UTF_8).isEqualTo(CANARY);
            assertThat(leased.request())
                    .usingRecursiveComparison()
                    .isEqualTo(Samples.due(task, "evt-1").saying(CANARY).task().request());
        }
    }

    @Test
    void bytesOfAnotherRowOrChangedOnesDoNotOpenAndTheirTaskWaits() {
        try (MySqlStores stores = stores(oldAlone())) {
            TaskId mine = store(stores, "evt-1");
            TaskId other = store(stores, "evt-2");
            execute("UPDATE async_task a JOIN async_task b ON b.id = " + other.value()
                    + " SET a.payload = b.payload WHERE a.id = " + mine.value());
            assertThatThrownBy(() -> stores.admin().content(mine))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.REFUSED))
                    .hasMessageContaining("belongs to another row");
            assertThat(claim(stores)).extracting(task -> task.lease().id()).containsExactly(other);
            assertThat(cell("SELECT CONCAT(status, ' ', retry_count, ' ', attempts, ' ', last_error) FROM async_task"
                            + " WHERE id = " + mine.value()))
                    .startsWith("0 0 0 payload sealed with key 1 does not open")
                    .endsWith("parked, tried again in 60 s");
            assertThat(stores.vault().unreadable()).isPositive();
        }
    }

    @Test
    @Tag("T-33")
    void aTaskWhoseMoneyOrOrderWasChangedByHandIsNotRun() {
        try (MySqlStores stores = stores(oldAlone())) {
            for (String change :
                    List.of("amount_minor = 1", "amount_minor = NULL", "currency = 'USD'", "biz_id = 'x'")) {
                execute("DELETE FROM async_task");
                store(stores, "evt-1");
                execute("UPDATE async_task SET " + change);
                assertThat(claim(stores)).as(change).isEmpty();
            }
            execute("DELETE FROM async_task");
            store(stores, "evt-1");
            assertThat(claim(stores)).hasSize(1);
        }
    }

    @Test
    @Tag("T-36")
    void aLostKeyParksItsTasksAndTheyRunWhenItIsBack() {
        TaskId task;
        try (MySqlStores stores = stores(oldAlone())) {
            task = store(stores, "evt-1");
        }
        try (MySqlStores stores = stores(Map.of("k-new", NEW))) {
            assertThat(claim(stores)).isEmpty();
            assertThat(cell("SELECT CONCAT(status, ' ', retry_count, ' ', last_error) FROM async_task"))
                    .startsWith("0 0 ")
                    .contains("its wrapping key \"k-old\" is not among privacy.keys");
            assertThat(stores.vault().standing().lost()).containsExactly("k-old");
        }
        execute("UPDATE async_task SET next_retry_time = '2020-01-01'");
        try (MySqlStores stores = stores(newFirst())) {
            assertThat(claim(stores)).extracting(one -> one.lease().id()).containsExactly(task);
        }
    }

    @Test
    @Tag("T-36")
    void aWrongKeyUnderAKnownNameAndNoKeyAtAllRefuseTheStart() {
        try (MySqlStores stores = stores(oldAlone())) {
            store(stores, "evt-1");
        }
        try (MySqlStores wrong = MySqlStores.open(
                        database.settings(), new WrappingKeys(Map.of("k-old", NEW)), System::nanoTime);
                MySqlStores none = database.open()) {
            assertThat(wrong.vault().prepare()).get().asString().contains("does not open with privacy.keys \"k-old\"");
            assertThat(none.vault().prepare()).get().asString().contains("privacy.keys is empty");
            assertThatThrownBy(() -> store(wrong, "evt-2")).isInstanceOf(StoreException.class);
        }
    }

    @Test
    void afterRewrappingTheOldKeyIsNeededNoMore() {
        TaskId task;
        try (MySqlStores stores = stores(oldAlone())) {
            task = store(stores, "evt-1");
        }
        try (MySqlStores stores = stores(newFirst())) {
            long asked = stores.approvals().askToRewrap(LIN, "rotation");
            assertThat(stores.approvals().decide(asked, true, LIN, "")).isEqualTo(Outcome.SAME_PERSON);
            assertThat(cell("SELECT wrapped_by FROM payload_key ORDER BY id LIMIT 1"))
                    .as("nobody has agreed")
                    .isEqualTo("k-old");
            assertThat(stores.approvals().decide(asked, true, MARTA, "")).isEqualTo(Outcome.DONE);
        }
        try (MySqlStores stores = stores(Map.of("k-new", NEW))) {
            assertThat(content(stores, task)).isEqualTo(CANARY);
        }
        assertThat(cell("SELECT CONCAT(actor, ' ', before_state, ' ', after_state) FROM audit_log"
                        + " WHERE action = 'payload-key-rewrap'"))
                .matches("marta wrapped_by=k-old approval \\d+ asked by lin: DONE; 1 keys wrapped_by=k-new");
    }

    @Test
    void aRunOverAllTasksSealsOldOnesAndThoseInClearAndGoesOnWhereItStopped() {
        try (MySqlStores stores = database.open()) {
            for (int i = 0; i < 3; i++) {
                store(stores, "clear-" + i);
            }
        }
        try (MySqlStores stores = stores(oldAlone())) {
            store(stores, "old");
        }
        try (MySqlStores stores = stores(newFirst())) {
            long asked = stores.approvals().askToReencrypt(LIN, "rotation");
            assertThat(stores.vault().step(2)).as("nobody has agreed").isFalse();
            assertThat(stores.approvals().decide(asked, true, MARTA, "")).isEqualTo(Outcome.DONE);
            assertThat(stores.vault().step(2)).isTrue();
        }
        try (MySqlStores stores = stores(newFirst())) {
            PayloadVault vault = stores.vault();
            assertThat(vault.standing().reencryption()).isPresent();
            while (vault.step(2)) {}
            assertThat(vault.standing().reencryption()).isEmpty();
            assertThat(cell("SELECT GROUP_CONCAT(DISTINCT payload_key) FROM async_task"))
                    .isEqualTo("2");
            assertThat(claim(stores))
                    .hasSize(4)
                    .allSatisfy(task -> assertThat(task.content())
                            .asString(StandardCharsets.UTF_8)
                            .isEqualTo(CANARY));
        }
    }
}
