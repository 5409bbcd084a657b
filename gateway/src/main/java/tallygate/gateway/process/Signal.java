package tallygate.gateway.process;

import tallygate.callback.Outcome;

/** What the end of a call says about the receiver, not about the task. */
enum Signal {
    /** It answers, whatever it says about the task. */
    ANSWERS,
    /** It is overloaded, away or too slow. */
    OVERLOADED,
    /** It answers, but refuses everything: a fault of deployment. */
    REFUSES_ALL,
    /** Nothing: it was not called, or nobody waited for the answer. */
    NONE;

    static Signal of(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done _, Outcome.Park _, Outcome.Permanent _ -> ANSWERS;
            case Outcome.Retry _, Outcome.Unknown _ -> OVERLOADED;
            case Outcome.Misconfigured _ -> REFUSES_ALL;
        };
    }
}
