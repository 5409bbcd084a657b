package tallygate.gateway.desk;

import java.time.Instant;

/**
 * A retry of many tasks: planned with its exact tasks, then worked off stage by stage.
 *
 * @param cause what the tasks have in common
 */
public record BulkJob(
        long id, String cause, Plan plan, State state, Progress progress, String note, Instant createdAt) {
    /** The wish: tasks a second, and whether 1, then 10, then all are tried, stopping at the first new failure. */
    public record Plan(String requestedBy, String reason, int pace, boolean hasCanary) {}

    /** How far it is: the sum is the number of planned tasks. */
    public record Progress(int toGo, int sent, int done, int failed, int skipped) {
        public int total() {
            return toGo + sent + done + failed + skipped;
        }
    }

    /** The codes are what {@code bulk_job.status} holds. */
    public enum State {
        PLANNED,
        RUNS,
        PAUSED,
        DONE,
        STOPPED,
        WAITS_FOR_APPROVAL,
        DROPPED
    }

    /** How many tasks may have been sent in all before the next stage begins. */
    public int stageEnd() {
        if (!plan.hasCanary()) {
            return progress.total();
        }
        int ended = progress.done() + progress.skipped();
        if (ended < 1) {
            return 1;
        }
        return ended < 11 ? 11 : progress.total();
    }

    /** How many may be sent in the next second; none while a stage's tasks are still on their way. */
    public int mayBeSent() {
        int begun = progress.total() - progress.toGo();
        return Math.max(0, Math.min(plan.pace(), Math.min(stageEnd() - begun, progress.toGo())));
    }
}
