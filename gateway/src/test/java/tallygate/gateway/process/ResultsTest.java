package tallygate.gateway.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import tallygate.callback.Outcome;
import tallygate.callback.handler.LateResults.Taken;
import tallygate.gateway.task.Lease;
import tallygate.gateway.task.Move;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskStatus;

class ResultsTest {
    private final WorkerRig rig = new WorkerRig();
    private final Results results = new Results(rig.store, 5, WorkConfig.LEASE_DEFAULT, rig.instruments);

    private void knows(String route) {
        results.routes(Map.of(route, WorkerRig.route(route, StubHandler.done())));
    }

    @Test
    void aResultToldToANodeWithoutTheRouteLeavesTheTaskToItsHolder() {
        rig.store.insert(List.of(SampleTasks.leased(1, "orders")), 1, WorkConfig.LEASE_DEFAULT);
        knows("others");
        for (int i = 0; i < 5; i++) {
            assertThat(results.settle(1, OptionalInt.empty(), new Outcome.Done("ok")))
                    .isEqualTo(Taken.AGAIN_LATER);
        }
        assertThat(rig.row(1).leaseEpoch()).isEqualTo(1);
        var held = new Lease(new TaskId(1), 1);
        assertThat(rig.store.renew(List.of(held), Duration.ofSeconds(9))).isEmpty();
        assertThat(rig.store.apply(List.of(new Move.Done(held)))).isEmpty();
        assertThat(results.settle(1, OptionalInt.empty(), new Outcome.Done("ok")))
                .isEqualTo(Taken.NOT_OURS);
    }

    @Test
    void aResultToldToANodeWithTheRouteEndsTheTask() {
        rig.store.insert(List.of(SampleTasks.leased(1, "orders")), 1, WorkConfig.LEASE_DEFAULT);
        knows("orders");
        assertThat(results.settle(1, OptionalInt.empty(), new Outcome.Done("ok")))
                .isEqualTo(Taken.APPLIED);
        assertThat(rig.row(1).status()).isEqualTo(TaskStatus.SUCCESS);
        assertThat(rig.row(1).leaseEpoch()).isEqualTo(2);
    }
}
