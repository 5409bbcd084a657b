package tallygate.gateway.mysql;

import java.util.Optional;
import tallygate.gateway.task.ArrivalStore;

/** Wakes early tasks by their business key, along k_biz. */
final class MySqlArrivalStore implements ArrivalStore {
    /** Assignments are made from left to right, so the status is read before anything it decides is written. */
    private static final String ARRIVED = """
        UPDATE async_task
           SET signalled = IF(status = 1, 1, 0),
               next_retry_time = IF(status = 0, UTC_TIMESTAMP(3), next_retry_time),
               wait_reason = IF(status = 0, 0, wait_reason)
         WHERE biz_id = ? AND (? = '' OR route = ?) AND ((status = 0 AND wait_reason = 1) OR status = 1)
        """;

    private final Transactor transactor;

    MySqlArrivalStore(Transactor transactor) {
        this.transactor = transactor;
    }

    @Override
    public int arrived(String bizId, Optional<String> route) {
        if (bizId.isEmpty()) {
            return 0;
        }
        return transactor.run(
                "arrived",
                Transactor.Mode.EACH,
                session -> session.prepare(ARRIVED)
                        .add(Keys.column(bizId))
                        .add(route.orElse(""))
                        .add(route.orElse(""))
                        .update());
    }
}
