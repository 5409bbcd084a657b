package tallygate.callback.saga;

/** Takes the results of steps that participants tell by message, on whichever node hears them. */
@FunctionalInterface
public interface StepResults {
    /** What became of a result. */
    enum Taken {
        /** It is committed; its saga goes on. */
        APPLIED,
        /** No such request, or it was settled before: nothing changed. */
        NOT_OURS,
        /** The store cannot be asked: the result must be told again. */
        AGAIN_LATER
    }

    /**
     * @param sequence of the message that it answers, proven by its token
     * @param result done or failed
     * @return never throws for a store that is away; it says {@link Taken#AGAIN_LATER}
     */
    Taken take(String requestId, int sequence, Reply result);
}
