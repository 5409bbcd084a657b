package tallygate.gateway;

import org.jspecify.annotations.Nullable;
import tallygate.callback.saga.Reply;
import tallygate.callback.saga.StepResults;

/** The way of steps' results before there is a worker: they are to be told again. */
final class SagaResultsDoor implements StepResults {
    private volatile @Nullable StepResults worker;

    void open(StepResults real) {
        worker = real;
    }

    @Override
    public Taken take(String requestId, int sequence, Reply result) {
        StepResults now = worker;
        return now == null ? Taken.AGAIN_LATER : now.take(requestId, sequence, result);
    }
}
