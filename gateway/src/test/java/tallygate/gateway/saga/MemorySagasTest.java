package tallygate.gateway.saga;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import tallygate.gateway.task.Lease;
import tallygate.gateway.task.TaskId;

class MemorySagasTest implements SagaStoreContract {
    private final Rig rig = new Rig();

    private static final class Rig implements SagaRig {
        private final Set<Lease> held = new HashSet<>();
        private final Set<Lease> ended = new HashSet<>();
        private final MemorySagas sagas = new MemorySagas(this::nanos, this::end);
        private long nanos;

        private long nanos() {
            return nanos;
        }

        private boolean end(Lease task) {
            return held.remove(task) && ended.add(task);
        }

        @Override
        public SagaStore sagas() {
            return sagas;
        }

        @Override
        public void pass(Duration time) {
            nanos += time.toNanos();
        }

        @Override
        public Lease heldTask() {
            Lease task = new Lease(new TaskId(held.size() + ended.size() + 1L), 3);
            held.add(task);
            return task;
        }

        @Override
        public boolean isTaskEnded(Lease task) {
            return ended.contains(task);
        }
    }

    @Override
    public SagaRig rig() {
        return rig;
    }
}
