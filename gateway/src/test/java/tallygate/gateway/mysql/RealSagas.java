package tallygate.gateway.mysql;

import java.time.Duration;
import java.util.List;
import tallygate.gateway.saga.SagaRig;
import tallygate.gateway.saga.SagaStore;
import tallygate.gateway.task.Lease;
import tallygate.gateway.task.TaskId;

/** The real saga store on a real database. */
final class RealSagas implements SagaRig {
    private final RealRig real;
    private long tasks = 1;

    RealSagas(RealRig real) {
        this.real = real;
    }

    void empty() {
        for (String table : List.of(
                "saga_instance",
                "saga_log",
                "saga_note",
                "compensation_dead_letter",
                "saga_timeout",
                "saga_approval")) {
            real.execute("DELETE FROM " + table);
        }
        real.empty();
    }

    @Override
    public SagaStore sagas() {
        return real.stores().sagas();
    }

    @Override
    public void pass(Duration time) {
        String back = " - INTERVAL " + time.toMillis() * 1000 + " MICROSECOND";
        real.execute("UPDATE saga_instance SET next_retry_time = next_retry_time" + back + ", created_at = created_at"
                + back);
        real.execute("UPDATE saga_log SET next_try_time = next_try_time" + back);
    }

    @Override
    public Lease heldTask() {
        long id = tasks++;
        real.execute("INSERT INTO async_task (id, event_id, status, lease_epoch, lease_owner) VALUES (" + id + ", 'e"
                + id + "', 1, 3, 9)");
        return new Lease(new TaskId(id), 3);
    }

    @Override
    public boolean isTaskEnded(Lease task) {
        return real.number("SELECT COUNT(*) FROM async_task WHERE status = 2 AND id = "
                        + task.id().value())
                == 1;
    }
}
