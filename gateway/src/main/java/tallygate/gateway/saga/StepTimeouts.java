package tallygate.gateway.saga;

import java.time.Duration;

/** How long each step's participant gets, and where its latencies are told. */
public interface StepTimeouts {
    /** Always the rule's first value. */
    StepTimeouts INITIAL = new StepTimeouts() {
        @Override
        public Duration of(String saga, Step step, Direction direction) {
            return step.rules().timeout().initial();
        }

        @Override
        public void measured(String saga, Step step, Direction direction, Duration took) {}
    };

    /** The timeout in force. */
    Duration of(String saga, Step step, Direction direction);

    /** An answer took so long. Any thread may tell it. */
    void measured(String saga, Step step, Direction direction, Duration took);
}
