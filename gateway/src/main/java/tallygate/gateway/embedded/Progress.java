package tallygate.gateway.embedded;

/** Hears how far a start has come; the first one takes seconds. */
@FunctionalInterface
public interface Progress {
    /** The parts of a start, in their order; the first two only when they were not done before. */
    enum Step {
        UNPACK,
        INSTALL,
        START,
        READY
    }

    /** @param percent of this step, 0..100, never falling within a step */
    void at(Step step, int percent);
}
