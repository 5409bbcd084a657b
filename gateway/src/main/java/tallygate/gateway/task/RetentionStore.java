package tallygate.gateway.task;

import java.time.Duration;

/**
 * Empties what finished tasks hold, and deletes their rows at the horizon, in small steps that all nodes share. Ages are
 * judged by the database's clock.
 */
public interface RetentionStore {
    /** What a pass is about. */
    enum Pass {
        /** Request and content go, the row with its keys and amounts stays. */
        PAYLOADS,
        /** The row goes, and with it the memory of its event id. */
        ROWS,
        /** Rows of statements go; that the file was taken stays known. */
        STATEMENTS
    }

    /** What a step came to. Committed. */
    sealed interface Step {
        /**
         * A window of rows was looked at.
         *
         * @param changed how many of them were emptied or deleted
         */
        record Done(int seen, int changed) implements Step {}

        /** Nothing is old enough any more: the pass begins again in a day. */
        record PassEnded() implements Step {}

        /** Another node makes a step, or the pause is not over. */
        record NotNow() implements Step {}
    }

    /**
     * One step of a pass. Of tasks only those that ended well or were settled by hand are touched; failed and unfinished ones stay whole.
     *
     * @param age how long after its end, or for rows after its creation and its end, or for statements after their bill day
     * @param rowsMax how many rows are looked at
     * @param pause until the next step of any node
     */
    Step step(Pass pass, Duration age, int rowsMax, Duration pause);
}
