package tallygate.callback.saga;

import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * Steps that run inside the gateway's own process: Java classes of the operator's, found by {@link ServiceLoader} in the jars
 * beside the gateway's.
 */
public final class LocalParticipant implements Participant {
    /** One local step. It has a guard of its own where its effect must come once. */
    public interface LocalStep {
        /** What {@code action} or {@code compensation} of a step names. */
        String name();

        /**
         * Runs on a virtual thread.
         *
         * @throws InterruptedException when the node stops
         */
        Reply run(StepCall call) throws InterruptedException;
    }

    private final Map<String, LocalStep> steps;

    public LocalParticipant(Iterable<LocalStep> steps) {
        Map<String, LocalStep> byName = new HashMap<>();
        for (LocalStep step : steps) {
            if (byName.put(step.name(), step) != null) {
                throw new IllegalArgumentException("two local steps are called " + step.name());
            }
        }
        this.steps = Map.copyOf(byName);
    }

    /** Those on the class path. */
    public static LocalParticipant found() {
        return new LocalParticipant(ServiceLoader.load(LocalStep.class));
    }

    @Override
    public Reply send(StepCall call) throws InterruptedException {
        LocalStep step = steps.get(call.operation());
        return step == null
                ? new Reply.Later("no local step is called " + call.operation(), java.time.Duration.ZERO)
                : step.run(call);
    }

    @Override
    public Reply ask(StepCall call) {
        return new Reply.Unknown("local steps are not asked");
    }
}
