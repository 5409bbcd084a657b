package tallygate.callback.guard;

/** What asking for an effect came to. Both mean that it is there: answer done. */
public enum Once {
    /** Now, by this call. */
    APPLIED,
    /** It had been applied before. */
    BEFORE
}
