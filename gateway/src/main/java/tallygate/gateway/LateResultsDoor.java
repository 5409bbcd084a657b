package tallygate.gateway;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import tallygate.callback.Outcome;
import tallygate.callback.handler.LateResults;

/** The way of late results before there are workers: they are to be told again. */
final class LateResultsDoor implements LateResults {
    private volatile @Nullable LateResults worker;

    void open(LateResults real) {
        worker = real;
    }

    @Override
    public Taken settle(long taskId, OptionalInt handOut, Outcome outcome) {
        LateResults now = worker;
        return now == null ? Taken.AGAIN_LATER : now.settle(taskId, handOut, outcome);
    }
}
