package tallygate.gateway.process;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.Outcome;
import tallygate.callback.handler.LateResults;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.Move;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.WorkStore;

/**
 * Takes what a receiver says of a task outside of its try: it leases the task out of turn, which fences off whoever runs it, and
 * writes the outcome as a try would.
 */
public final class Results implements LateResults {
    private static final Logger log = LoggerFactory.getLogger(Results.class);

    private final WorkStore store;
    private final long owner;
    private final Duration lease;
    private final Instruments instruments;
    private final Turns turns;
    private volatile Map<String, WorkRoute> routes = Map.of();

    Results(WorkStore store, long owner, Duration lease, Instruments instruments) {
        this.store = store;
        this.owner = owner;
        this.lease = lease;
        this.instruments = instruments;
        this.turns = new Turns(store, instruments);
    }

    void routes(Map<String, WorkRoute> byName) {
        routes = Map.copyOf(byName);
    }

    @Override
    public Taken settle(long taskId, OptionalInt handOut, Outcome outcome) {
        try {
            Map<String, WorkRoute> known = routes;
            Optional<WorkStore.Answered> answered = handOut.isPresent()
                    ? Optional.of(new WorkStore.Answered(handOut.getAsInt(), outcome instanceof Outcome.Done))
                    : Optional.empty();
            return switch (store.takeOver(new TaskId(taskId), known.keySet(), answered, owner, lease)) {
                case WorkStore.TakenOver.Leased(var task) ->
                    settle(task, Objects.requireNonNull(known.get(task.route())), outcome);
                case WorkStore.TakenOver.OtherRoute(var route) -> {
                    log.warn(
                            "task={} route={} its result is not written: this node does not know the route; the"
                                    + " receiver is to tell it again, or another node",
                            taskId,
                            route);
                    yield Taken.AGAIN_LATER;
                }
                case WorkStore.TakenOver.Ended() -> Taken.NOT_OURS;
                case WorkStore.TakenOver.Superseded() -> Taken.SUPERSEDED;
            };
        } catch (StoreException e) {
            log.warn("task={} kind={} a result cannot be written now, it is to be told again", taskId, e.kind());
            return Taken.AGAIN_LATER;
        }
    }

    private Taken settle(LeasedTask task, WorkRoute route, Outcome outcome) {
        Move move = Decision.after(outcome, task, route, instruments.dice());
        if (!store.apply(List.of(move)).isEmpty()) {
            return Taken.NOT_OURS;
        }
        turns.ended(route, task, move);
        return Taken.APPLIED;
    }
}
