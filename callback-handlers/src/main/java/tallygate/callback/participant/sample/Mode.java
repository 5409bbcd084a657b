package tallygate.callback.participant.sample;

/** How a sample service behaves. */
public enum Mode {
    OK,
    /** Refuses for good (409). */
    REFUSE,
    /** Answers 500 and does nothing. */
    FAIL,
    /** Never answers and does nothing. */
    HANG,
    /** Does the work, and answers after the caller has given up. */
    LATE,
    /** Does the work and loses the answer. */
    LOSE,
    /** Runs every request twice. */
    TWICE
}
