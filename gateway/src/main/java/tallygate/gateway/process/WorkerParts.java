package tallygate.gateway.process;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import tallygate.gateway.task.LaneStore;
import tallygate.gateway.task.WorkStore;

/** The worker without its threads: each loop's round is a method that returns, so that a simulation can call them too. */
record WorkerParts(
        RetiredHandlers handlers,
        Leasing.Desk desk,
        Leasing leasing,
        Claimer claimer,
        Patrol patrol,
        LeaseKeeper keeper,
        Results results,
        HandlerReadings readings,
        Optional<LaneWatch> lanes,
        Optional<ProbeRound> probe,
        Instruments instruments) {
    private static final Duration ASIDE = Duration.ofSeconds(1);

    /** What nodes do for all of them together. */
    record Shared(LaneStore lanes, ProbeRound.Stores questions) {}

    /** Without lanes that may be paused, and without the outcome probe. */
    static WorkerParts of(WorkStore store, WorkConfig config, Runner.Launcher launcher, Instruments instruments) {
        return of(store, Optional.empty(), config, launcher, instruments);
    }

    static WorkerParts of(
            WorkStore store,
            Optional<Shared> shared,
            WorkConfig config,
            Runner.Launcher launcher,
            Instruments instruments) {
        var holdings = new Holdings(instruments.nanos(), config.lease(), config.pace());
        var completer = new Completer(holdings, store, instruments);
        var poison = new Poison();
        var runner = new Runner(holdings, completer, launcher, poison, instruments);
        var desk = new Leasing.Desk(holdings, runner, completer);
        var leasing = new Leasing(store, new Leasing.Terms(config.owner(), config.lease()), desk, instruments);
        var parts = new WorkerParts(
                new RetiredHandlers(holdings),
                desk,
                leasing,
                new Claimer(leasing, holdings, config.pace(), instruments),
                new Patrol(leasing, holdings, config.pace(), instruments),
                new LeaseKeeper(store, config.lease(), desk, instruments),
                new Results(store, config.owner(), config.lease(), instruments),
                new HandlerReadings(instruments),
                shared.map(stores -> new LaneWatch(stores.lanes(), holdings, poison, instruments)),
                shared.map(stores ->
                        new ProbeRound(stores.questions(), config.pace().probe(), instruments)),
                instruments);
        parts.routes(config.routes());
        instruments.metrics().watch(holdings);
        return parts;
    }

    void routes(Collection<WorkRoute> routes) {
        desk.holdings().routes(routes);
        handlers.replaceBy(routes);
        probe.ifPresent(asking -> asking.routes(routes));
        readings.handlers(routes.stream().collect(Collectors.toMap(WorkRoute::name, WorkRoute::handler)));
        results.routes(routes.stream().collect(Collectors.toMap(WorkRoute::name, Function.identity())));
        routes.forEach(route -> instruments.metrics().watch(desk.holdings(), route.name()));
    }

    /** Until the lanes are looked at for the first time. */
    void shutUntilLanesAreKnown() {
        lanes.ifPresent(LaneWatch::shut);
    }

    /** The lease keeper's round, and what else is to be looked after now and then. */
    Pause keep() {
        handlers.closeUnused();
        return keeper.round();
    }

    /** Stops taking work, and gives back what has not begun. */
    void stopTaking() {
        giveBack(desk.holdings().stands(Standing.DRAINS));
    }

    /** The same for a while: until it is called with false. What runs may end. */
    void standAside(boolean isOn) {
        giveBack(desk.holdings().stands(isOn ? Standing.ASIDE : Standing.TAKES));
    }

    private void giveBack(List<Holding> unstarted) {
        unstarted.forEach(holding -> desk.completer().add(holding, Leasing.giveBack(holding)));
    }

    /** A round of the outcome probe, unless this node takes no work. */
    Pause ask(ProbeRound asking) {
        return desk.holdings().isAside() ? Pause.upTo(ASIDE) : asking.round();
    }

    /** Writes for what still runs that its outcome is unknown, and interrupts it. */
    void giveUpRunning() {
        desk.runner()
                .settleAbandoned(desk.holdings().abandonRunning(), "the node stopped while the call was under way");
    }
}
