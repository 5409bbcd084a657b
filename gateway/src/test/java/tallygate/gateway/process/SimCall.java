package tallygate.gateway.process;

import java.util.function.LongSupplier;
import tallygate.callback.Outcome;

/** A call that is under way on this node. */
final class SimCall {
    private final Holding holding;
    private final Runner runner;
    private final SimBreaker breaker;
    private final LongSupplier nanos;
    private boolean hasEnded;

    SimCall(Holding holding, Runner runner, SimBreaker breaker, LongSupplier nanos) {
        this.holding = holding;
        this.runner = runner;
        this.breaker = breaker;
        this.nanos = nanos;
    }

    void ends(Outcome outcome) {
        if (!hasEnded) {
            hasEnded = true;
            if (holding.isAbandoned) {
                breaker.gaveUp();
            } else if (holding.isGated && holding.phase == Holding.Phase.RUNNING) {
                breaker.ended(Signal.of(outcome), nanos.getAsLong());
            }
            runner.ends(holding, outcome);
        }
    }

    void interrupted() {
        ends(new Outcome.Unknown("interrupted"));
    }
}
