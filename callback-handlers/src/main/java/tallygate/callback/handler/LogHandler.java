package tallygate.callback.handler;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.Delivery;
import tallygate.callback.Outcome;

/** Writes one line for each task, without its contents. */
final class LogHandler implements Handler {
    private static final Logger log = LoggerFactory.getLogger(LogHandler.class);

    @Override
    public Outcome handle(Delivery delivery) {
        log.info(
                "event=TASK_LOGGED task={} route={} endpoint={} biz_type={} attempt={} idempotency_key={}",
                delivery.taskId(),
                delivery.route(),
                delivery.endpoint(),
                delivery.bizType(),
                delivery.attempt(),
                delivery.idempotencyKey());
        return new Outcome.Done("logged");
    }
}
