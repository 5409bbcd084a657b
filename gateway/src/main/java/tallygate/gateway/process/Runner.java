package tallygate.gateway.process;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.Outcome;
import tallygate.gateway.task.Move;

/** Lets tasks begin and takes their outcomes. What happens in between is the launcher's: a virtual thread, or the simulation. */
final class Runner {
    private static final Logger log = LoggerFactory.getLogger(Runner.class);

    private final Holdings holdings;
    private final Completer completer;
    private final Launcher launcher;
    private final Poison poison;
    private final Instruments instruments;
    private final RouteAlarms alarms;
    private final BreakerReports breakers;
    private volatile Runnable onPoison = () -> {};

    /** Runs one task: asks {@link #begins}, calls the handler, and tells {@link #ends}. */
    @FunctionalInterface
    interface Launcher {
        void launch(Holding holding, Runner runner);
    }

    Runner(Holdings holdings, Completer completer, Launcher launcher, Poison poison, Instruments instruments) {
        this.holdings = holdings;
        this.completer = completer;
        this.launcher = launcher;
        this.poison = poison;
        this.instruments = instruments;
        this.alarms = new RouteAlarms(instruments);
        this.breakers = new BreakerReports(instruments);
    }

    /** Starts whatever may start. Any thread may call it. */
    void dispatch() {
        for (Holding shut : holdings.takeShut()) {
            completer.add(shut, putBack(shut));
        }
        for (Optional<Holding> next = holdings.next(); next.isPresent(); next = holdings.next()) {
            launch(next.get());
        }
    }

    private void launch(Holding holding) {
        try {
            launcher.launch(holding, this);
        } catch (RuntimeException | Error e) {
            log.error(
                    "task={} could not be started, it is given back",
                    holding.lease().id(),
                    e);
            notCalled(holding);
        }
    }

    /** @return false when the handler must not be called, because the lease may have ended while the task waited */
    boolean begins(Holding holding, Runnable interrupt) {
        if (holdings.isPastDeadline(holding)) {
            log.info(
                    "task={} waited until its lease may have ended, given back unstarted",
                    holding.lease().id());
            notCalled(holding);
            return false;
        }
        holdings.interruptBy(holding, interrupt);
        return true;
    }

    private void notCalled(Holding holding) {
        if (holdings.ended(holding, Signal.NONE).end() == CallEnd.End.SETTLES) {
            completer.add(holding, new Move.GiveBack(holding.lease()));
        }
        dispatch();
    }

    void ends(Holding holding, Outcome outcome) {
        String route = holding.route().name();
        AttemptSpan.pointing(
                instruments,
                holding.task(),
                instruments.metrics().of(route).calls(),
                Duration.ofNanos(instruments.nanos().getAsLong() - holding.startedNanos));
        switch (outcome) {
            case Outcome.Misconfigured(String error) -> alarms.misconfigured(route, ErrorText.of(error));
            case Outcome.Done _ -> alarms.accepted(route);
            case Outcome.Retry _, Outcome.Unknown _, Outcome.Park _, Outcome.Permanent _ -> {}
        }
        CallEnd ended = holdings.ended(holding, Signal.of(outcome));
        breakers.turned(route, ended.turn());
        if (poison.ended(holding.route(), outcome)) {
            standStill(holding.route());
        }
        switch (ended.end()) {
            case SETTLES -> completer.add(holding, decide(holding, outcome));
            case LOST -> {
                instruments.metrics().count(route, ProcessMetrics.Result.LEASE_LOST);
                log.warn(
                        "task={} epoch={} lease lost, result dropped; the node that took it over goes on with it",
                        holding.lease().id(),
                        holding.lease().epoch());
            }
            case TOO_LATE ->
                log.warn(
                        "task={} came back after it was given up, result dropped; unknown was recorded for it",
                        holding.lease().id());
        }
        dispatch();
    }

    /** This node stops at once; others that have the same version when its pause is written. */
    private void standStill(WorkRoute route) {
        log.error(
                "event=POISON_LANE route={} version={} this handler refuses every task for good; it is paused, and its"
                        + " tasks are left to nodes with another version",
                route.name(),
                route.version());
        holdings.look(
                route.name(), room -> room.isPaused |= room.route.version().equals(route.version()), false);
        onPoison.run();
    }

    /** @param found called when a lane is to be paused */
    void onPoison(Runnable found) {
        onPoison = found;
    }

    /** What is written for a leased task that is not run here now. */
    Move putBack(Holding holding) {
        return Decision.unstarted(
                holding,
                holdings.look(holding.route().name(), room -> room.gate.openFor(), Duration.ZERO),
                instruments.dice());
    }

    private Move decide(Holding holding, Outcome outcome) {
        Move move = Decision.after(outcome, holding.task(), holding.route(), instruments.dice());
        if (outcome instanceof Outcome.Park && !(move instanceof Move.Park)) {
            alarms.waitedTooLong(holding.task());
        }
        return move;
    }

    /** Writes for calls that do not come back what is known of them: nothing. */
    void settleAbandoned(List<Holding> abandoned, String why) {
        for (Holding holding : abandoned) {
            instruments.metrics().of(holding.route().name()).abandoned().increment();
            completer.add(holding, decide(holding, new Outcome.Unknown(why)));
        }
        dispatch();
    }
}
