package tallygate.gateway.task;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Tasks that are to be asked about once more: was the effect really applied? */
public interface ProbeStore {
    /** Why it is asked. */
    enum Cause {
        /** It ended in success. */
        DONE(0),
        /** It failed, and its last try may have been applied all the same. */
        FAILED(1);

        private final int code;

        Cause(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }
    }

    /** What has been found out. */
    enum Answer {
        OPEN(0),
        APPLIED(1),
        NOT_APPLIED(2),
        /** It was asked as often as the route allows. */
        CANNOT_TELL(3);

        private final int code;

        Answer(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }

        public static Answer of(int code) {
            for (Answer answer : values()) {
                if (answer.code == code) {
                    return answer;
                }
            }
            throw new IllegalArgumentException("a probe's answer must be 0..3, was " + code);
        }
    }

    /**
     * One task to ask about.
     *
     * @param asked times before, this one not counted
     * @param reopened times it was opened again because of an answer
     */
    record Probe(TaskRow task, Cause cause, int asked, int reopened) {}

    /** What is known of a task; for a person who is about to settle it. */
    record Known(Cause cause, Answer answer, int asked, String detail) {}

    /**
     * Takes due probes of a route, so that no other node asks at the same time.
     *
     * @param again when another may ask should this node not tell an answer
     */
    List<Probe> take(String route, int limit, Duration again);

    /** Asked without an answer: due again after so long. */
    void later(TaskId task, Duration delay);

    /**
     * Keeps the answer. A success that is confirmed is forgotten.
     *
     * @param isReopened the task was opened again because of it
     */
    void settle(TaskId task, Answer answer, String detail, boolean isReopened);

    /** Empty when nobody asks about the task. */
    Optional<Known> find(TaskId task);

    /** True while it is being asked whether the effect of the failed task is there: a person settles it after the answer. */
    boolean isAsking(TaskId task);
}
