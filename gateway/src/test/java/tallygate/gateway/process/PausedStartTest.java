package tallygate.gateway.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.LaneStore;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskStatus;

/** A node that starts while a lane stands still. */
class PausedStartTest {
    private static final Actor ANNA = new Actor("anna", "cli");
    private static final WorkRoute.Limits LIMITS = new WorkRoute.Limits(8, 64, Duration.ofMinutes(1));

    private final WorkerRig rig = new WorkerRig();

    @AfterEach
    void close() throws InterruptedException {
        rig.close();
    }

    /** Lanes that cannot be read for a while. */
    private static final class Unread implements LaneStore {
        private final LaneStore store;
        private final AtomicInteger looks = new AtomicInteger();
        private volatile boolean isReadable;

        private Unread(LaneStore store) {
            this.store = store;
        }

        @Override
        public List<LaneRow> lanes() {
            looks.incrementAndGet();
            if (!isReadable) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "not yet");
            }
            return store.lanes();
        }

        @Override
        public boolean pause(String route, Actor actor, String why) {
            return store.pause(route, actor, why);
        }

        @Override
        public boolean pauseVersion(String route, String version, Actor actor, String why) {
            return store.pauseVersion(route, version, actor, why);
        }

        @Override
        public boolean resume(String route, Actor actor, String why) {
            return store.resume(route, actor, why);
        }

        @Override
        public boolean order(String route, boolean isOrdered, Actor actor, String why) {
            return store.order(route, isOrdered, actor, why);
        }
    }

    @Test
    void nothingRunsBeforeTheLanesWereLookedAt() {
        var lanes = new Unread(rig.store);
        StubHandler orders = StubHandler.done();
        StubHandler mails = StubHandler.done();
        rig.store.pause("orders", ANNA, "the database is empty");
        rig.insertDue("orders", 1, 20);
        rig.insertDue("mails", 101, 120);
        rig.startWithLanes(lanes, WorkerRig.route("orders", orders, LIMITS), WorkerRig.route("mails", mails, LIMITS));
        await().atMost(WorkerRig.SOON).until(() -> lanes.looks.get() > 1);
        assertThat(orders.calls()).isEmpty();
        assertThat(mails.calls()).isEmpty();
        lanes.isReadable = true;
        rig.awaitRows(TaskStatus.SUCCESS, 20);
        assertThat(mails.calls()).hasSize(20);
        assertThat(orders.calls()).as("its lane was paused before").isEmpty();
        rig.store.resume("orders", ANNA, "the receivers are known to honour the key");
        rig.awaitRows(TaskStatus.SUCCESS, 40);
    }
}
