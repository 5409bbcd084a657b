package tallygate.gateway;

import java.util.ArrayList;
import java.util.List;
import tallygate.config.GatewayConfig;
import tallygate.config.SagaConfig;
import tallygate.config.SagaStepConfig;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.saga.Definition;
import tallygate.gateway.saga.Pauses;
import tallygate.gateway.saga.Step;
import tallygate.gateway.saga.TimeoutRule;
import tallygate.gateway.task.StoreException;

/** From the configuration's definitions of sagas to those that are run. */
public final class SagaDefinitions {
    private SagaDefinitions() {}

    /**
     * Definitions that were changed under a version which sagas still go by. They are asked of the database; it need not have a
     * schema yet.
     *
     * @return one line each, with what to do; empty when all are good
     * @throws tallygate.gateway.task.StoreException when the database does not answer
     */
    public static List<String> changed(MySqlStores stores, GatewayConfig config) {
        List<String> problems = new ArrayList<>();
        for (SagaConfig saga : config.sagas().definitions().values()) {
            long open = stores.definitions().openUnderOther(of(saga));
            if (open > 0) {
                problems.add("sagas.definitions." + saga.name() + ": version " + saga.version()
                        + " says something else than the version " + saga.version() + " that " + open
                        + " open sagas began with: count its version up, they end by the old one");
            }
        }
        return problems;
    }

    /** The same for a reload, which leaves everything as it is while the database does not answer. */
    static List<String> changedAtReload(MySqlStores stores, GatewayConfig config) {
        try {
            return changed(stores, config);
        } catch (StoreException e) {
            return List.of(
                    "sagas.definitions: could not be compared with the open sagas, the database does not answer");
        }
    }

    static Definition of(SagaConfig saga) {
        List<Step> steps = new ArrayList<>();
        int stage = 0;
        for (SagaStepConfig step : saga.steps()) {
            stage += steps.isEmpty() || !step.isParallel() ? 1 : 0;
            steps.add(step(steps.size() + 1, stage, step));
        }
        Definition.Lock lock = switch (saga.lock()) {
            case WAIT -> Definition.Lock.WAIT;
            case REFUSE -> Definition.Lock.REFUSE;
            case NONE -> Definition.Lock.NONE;
        };
        return new Definition(saga.name(), saga.version(), saga.timeLimit(), lock, steps);
    }

    private static Step step(int seq, int stage, SagaStepConfig step) {
        SagaStepConfig.Timeout timeout = step.timeout();
        return new Step(
                seq,
                step.name(),
                stage,
                step.isPivot(),
                new Step.Ways(
                        step.ways().participant(),
                        step.ways().action(),
                        step.ways().compensation(),
                        step.ways().status()),
                new Step.Rules(
                        new Pauses(step.pauses().forward()),
                        new Pauses(step.pauses().backward()),
                        new TimeoutRule(timeout.initial(), timeout.floor(), timeout.ceiling(), timeout.factor())),
                new Step.Mapping(step.input(), step.output()));
    }
}
