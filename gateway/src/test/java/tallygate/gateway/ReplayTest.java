package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.gateway.DeskRig.body;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.Samples;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskIds;
import tallygate.gateway.task.WorkStore;

/** What is run again by hand: an old event, and one that several people and a worker are at. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReplayTest {
    private static final String WHY = "{\"reason\":\"the shop lost it\"}";

    private final DeskRig rig = new DeskRig();

    @BeforeEach
    void empty() {
        rig.change("DELETE FROM async_task");
        rig.change("DELETE FROM audit_log");
        rig.change("DELETE FROM approval");
        rig.pass(Duration.ofMinutes(1));
    }

    @AfterAll
    void close() {
        rig.close();
    }

    private String status(TaskId task) {
        return rig.column("SELECT status FROM async_task WHERE id = ?", task.value())
                .getFirst();
    }

    private List<LeasedTask> claim() {
        return rig.stores().work().claim(WorkStore.Scan.DUE, Set.of("orders"), 10, 7, Duration.ofSeconds(30), true);
    }

    /** Its signature is out of its time, and no key that is configured made it: what was verified once stays verified. */
    @Test
    @Tag("O-142")
    void anEventOfLongAgoIsRunAgainFromWhatIsStoredAndStaysKnown() {
        TaskId task = rig.failed("evt-old", "422 from orders");
        TaskId aged = new TaskId(TaskIds.firstOf(rig.now().minus(Duration.ofDays(30))) + 1);
        rig.change(
                "UPDATE async_task SET id = ?, created_at = created_at - INTERVAL 30 DAY WHERE id = ?",
                aged.value(),
                task.value());
        assertThat(rig.api("POST", "/api/v1/tasks/" + aged + "/retry", WHY).status())
                .isEqualTo(200);
        assertThat(claim()).extracting(leased -> leased.lease().id()).containsExactly(aged);
        assertThat(rig.column("SELECT CONCAT(action, ' ', actor, ' ', reason) FROM audit_log"))
                .containsExactly("task-reopen management-token the shop lost it");
        Insertion again = rig.stores()
                .shopIntake(() -> task)
                .insert(List.of(Samples.due(task, "evt-old").task()), 0, Duration.ofSeconds(30))
                .getFirst();
        assertThat(again).as("its event id still is known").isEqualTo(new Insertion.Duplicate(aged));
    }

    @Test
    @Tag("O-142")
    void oneThatIsDoneRunsAgainOnlyWhenASecondPersonAgreesWithTheSameKey() {
        TaskId task = rig.task("evt-1");
        rig.change("UPDATE async_task SET status = 2 WHERE id = ?", task.value());
        assertThat(rig.api("POST", "/api/v1/tasks/" + task + "/retry", WHY).status())
                .isEqualTo(409);
        HttpReply asked = rig.api("POST", "/api/v1/tasks/" + task + "/force", WHY);
        assertThat(asked.status()).isEqualTo(202);
        assertThat(body(rig.get("/api/v1/approvals"))).contains("with the same idempotency key");
        assertThat(status(task)).isEqualTo("2");
    }

    @Test
    @Tag("O-143")
    void whileAWorkerIsOnItNoHandMovesIt() {
        TaskId task = rig.task("evt-1");
        assertThat(claim()).hasSize(1);
        for (String deed : List.of("retry", "settle", "release", "force")) {
            HttpReply reply = rig.api("POST", "/api/v1/tasks/" + task + "/" + deed, WHY);
            assertThat(reply.status()).as(deed).isEqualTo(409);
            assertThat(body(reply)).as(deed).contains("PROCESSING");
        }
        assertThat(status(task)).isEqualTo("1");
        assertThat(rig.column("SELECT action FROM audit_log")).isEmpty();
    }

    @Test
    @Tag("O-143")
    void ofThreePeopleAtOnceOneMovesItAndTheOthersAreTold() throws Exception {
        for (int round = 0; round < 10; round++) {
            TaskId task = rig.failed("evt-" + round, "422");
            CyclicBarrier together = new CyclicBarrier(3);
            List<Callable<Integer>> people = new ArrayList<>();
            for (String deed : List.of("retry", "retry", "settle")) {
                people.add(() -> {
                    together.await();
                    return rig.api("POST", "/api/v1/tasks/" + task + "/" + deed, WHY)
                            .status();
                });
            }
            List<Integer> told = new ArrayList<>();
            try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
                for (Future<Integer> one : threads.invokeAll(people)) {
                    told.add(one.get());
                }
            }
            assertThat(told.stream().sorted().toList())
                    .as("pending may be settled after")
                    .isIn(List.of(200, 409, 409), List.of(200, 200, 409));
            long moved = told.stream().filter(status -> status == 200).count();
            assertThat(rig.column("SELECT id FROM audit_log WHERE object_id = ?", task))
                    .as("an audit row for each change, and for nothing else")
                    .hasSize((int) moved);
            assertThat(status(task)).isIn("0", "4");
            rig.pass(Duration.ofSeconds(1));
        }
    }
}
