package tallygate.gateway.mysql;

import java.util.List;
import tallygate.gateway.task.CopyStore;

/** Adds up deliveries of stored events in rows of their own: the task's row is not touched. */
final class MySqlCopyStore implements CopyStore {
    /** Assignments are made from left to right: the address is chosen before the time it depends on is written. */
    private static final Shapes ADD = Shapes.fine(
            """
            INSERT INTO callback_copy (task_id, copies, first_seen, last_seen, last_address)
            VALUES (…)
                ON DUPLICATE KEY UPDATE copies = copies + VALUES(copies),
                   last_address = IF(VALUES(last_seen) >= last_seen, VALUES(last_address), last_address),
                   first_seen = LEAST(first_seen, VALUES(first_seen)),
                   last_seen = GREATEST(last_seen, VALUES(last_seen))
            """,
            "(?, ?, UTC_TIMESTAMP(3) - INTERVAL ? MICROSECOND, UTC_TIMESTAMP(3) - INTERVAL ? MICROSECOND, NULLIF(?,"
                    + " ''))");

    private final Transactor transactor;

    MySqlCopyStore(Transactor transactor) {
        this.transactor = transactor;
    }

    @Override
    public void add(List<Copies> copies) {
        transactor.run("count copies", Transactor.Mode.WHOLE, session -> {
            int done = 0;
            while (done < copies.size()) {
                int rows = ADD.fit(copies.size() - done);
                Params params = session.prepare(ADD.exactly(rows));
                for (Copies one : copies.subList(done, done + rows)) {
                    params.add(one.task().value())
                            .add(one.copies())
                            .add(one.firstAgo().toNanos() / 1000)
                            .add(one.lastAgo().toNanos() / 1000)
                            .add(one.lastAddress());
                }
                params.update();
                done += rows;
            }
            return done;
        });
    }
}
