package tallygate.gateway.task;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All stores over one database, for one test. */
public interface StoreRig {
    /** This node's incarnation in tests. */
    long ME = 7_001;

    /** Another node's. */
    long OTHER = 7_002;

    Duration LEASE = Duration.ofSeconds(30);

    IntakeStore intake();

    WorkStore work();

    AdminStore admin();

    LaneStore lanes();

    ArrivalStore arrivals();

    ProbeStore probes();

    /** For tasks of the shop's own. */
    IntakeStore shopIntake();

    RejectedStore rejected();

    NodeStore nodes();

    /** Ids as the node makes them; for a real store about the database's time. */
    TaskIds ids();

    /** Lets so much time go by for everything stored. */
    void pass(Duration time);

    /** How many conflicts are written down. */
    int conflicts();

    /** All tasks by id. */
    default List<TaskRow> rows() {
        List<TaskRow> rows = new ArrayList<>();
        TaskQuery query = TaskQuery.newest(500);
        for (List<TaskRow> page = admin().list(query); !page.isEmpty(); page = admin().list(query)) {
            rows.addAll(page);
            query = query.after(page.getLast().id());
        }
        return rows.reversed();
    }

    default TaskRow row(TaskId id) {
        return admin().find(id).orElseThrow();
    }

    default Optional<TaskRow> row(String eventId) {
        return rows().stream().filter(row -> row.eventId().equals(eventId)).findFirst();
    }

    default Insertion insert(NewTask task) {
        return intake().insert(List.of(task), ME, LEASE).getFirst();
    }

    default List<LeasedTask> claim(WorkStore.Scan scan, String... routes) {
        return work().claim(scan, java.util.Set.of(routes), 200, ME, LEASE, true);
    }
}
