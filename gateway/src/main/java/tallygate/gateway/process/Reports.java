package tallygate.gateway.process;

import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.alert.Alerts;
import tallygate.gateway.process.ProcessMetrics.Result;
import tallygate.gateway.task.LastOutcome;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.Move;

/** Counts committed outcomes, and says aloud what a person must know. */
final class Reports {
    private static final Logger log = LoggerFactory.getLogger(Reports.class);
    private static final int ID_CHARS_MAX = 128;

    private final Instruments instruments;

    Reports(Instruments instruments) {
        this.instruments = instruments;
    }

    /**
     * @param isLost nothing was written by the last try to write it
     * @param isInDoubt an earlier one may have written it
     */
    void settled(Completer.Ending ending, boolean isLost, boolean isInDoubt) {
        if (!isLost && ending.move() instanceof Move.Done) {
            written(ending);
        } else {
            AttemptSpan.inLog(instruments, ending.holding().task(), () -> tell(ending, isLost, isInDoubt));
        }
    }

    private void tell(Completer.Ending ending, boolean isLost, boolean isInDoubt) {
        LeasedTask task = ending.holding().task();
        if (isLost && isInDoubt) {
            instruments.metrics().count(task.route(), Result.UNRESOLVED);
            log.info(
                    "task={} epoch={} moved on after a commit without an answer; its outcome was written or is void",
                    task.lease().id(),
                    task.lease().epoch());
        } else if (isLost) {
            instruments.metrics().count(task.route(), Result.LEASE_LOST);
            log.warn(
                    "task={} epoch={} lease lost, result dropped; the node that took it over goes on with it",
                    task.lease().id(),
                    task.lease().epoch());
        } else {
            written(ending);
        }
    }

    private void written(Completer.Ending ending) {
        LeasedTask task = ending.holding().task();
        instruments.metrics().count(task.route(), result(ending.move()));
        switch (ending.move()) {
            case Move.Done _ ->
                AttemptSpan.pointing(
                        instruments,
                        task,
                        instruments.metrics().of(task.route()).createdToDone(),
                        ending.holding().ageAt(instruments.nanos().getAsLong()));
            case Move.Fail fail -> alert(task, fail.outcome(), fail.error());
            case Move.Lost lost -> alert(task, LastOutcome.UNKNOWN, lost.error());
            case Move.Retry retry ->
                log.info(
                        "task={} route={} attempt={} outcome={} error=\"{}\"; tried again in {}",
                        task.lease().id(),
                        task.route(),
                        task.attempts(),
                        retry.outcome(),
                        retry.error(),
                        retry.delay());
            case Move.Park park ->
                log.debug(
                        "task={} route={} reason=\"{}\"; waits {}",
                        task.lease().id(),
                        task.route(),
                        park.error(),
                        park.delay());
            case Move.GiveBack _ ->
                log.debug("task={} route={} given back unstarted", task.lease().id(), task.route());
        }
    }

    private static Result result(Move move) {
        return switch (move) {
            case Move.Done _ -> Result.DONE;
            case Move.Retry _ -> Result.RETRIED;
            case Move.Park _ -> Result.PARKED;
            case Move.Fail _, Move.Lost _ -> Result.FAILED;
            case Move.GiveBack _ -> Result.GIVEN_BACK;
        };
    }

    /** The line that wakes somebody: it names the business, so that nobody has to look it up first. */
    private void alert(LeasedTask task, LastOutcome outcome, String error) {
        log.error(
                "event=TASK_FAILED task={} route={} endpoint={} biz_type={} biz_id={} event_id={} attempts={}"
                        + " outcome={} error=\"{}\"; it waits for a person: see the failed tasks",
                task.lease().id(),
                task.route(),
                task.endpoint(),
                task.bizType(),
                ErrorText.of(task.bizId(), ID_CHARS_MAX),
                ErrorText.of(task.eventId(), ID_CHARS_MAX),
                task.attempts(),
                outcome,
                error);
        instruments
                .alerts()
                .raise(new Alert(
                        Alerts.TASK_FAILED,
                        task.route(),
                        Alert.Severity.WARNING,
                        "A task has failed and waits for a person; the latest one is named here.",
                        Map.of(
                                "task",
                                Long.toString(task.lease().id().value()),
                                "endpoint",
                                task.endpoint(),
                                "biz_type",
                                task.bizType(),
                                "biz_id",
                                ErrorText.of(task.bizId(), ID_CHARS_MAX),
                                "event_id",
                                ErrorText.of(task.eventId(), ID_CHARS_MAX),
                                "error",
                                error)));
    }

    void unwritable(Completer.Ending ending, RuntimeException cause) {
        LeasedTask task = ending.holding().task();
        if (cause instanceof IllegalStateException) {
            instruments.metrics().illegalMoves().increment();
        }
        log.error(
                "event=OUTCOME_REFUSED task={} route={} move={}; the store refuses it, so its lease runs out and the"
                        + " task is run again",
                task.lease().id(),
                task.route(),
                ending.move().getClass().getSimpleName(),
                cause);
    }
}
