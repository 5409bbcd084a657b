package tallygate.gateway.saga;

import java.util.Map;
import java.util.Optional;

/**
 * One step of a saga.
 *
 * @param seq its place in the definition, from 1; part of its request ids
 * @param stage steps of one stage run at the same time; stages follow each other
 * @param isPivot after it is done the saga only goes forward
 */
public record Step(int seq, String name, int stage, boolean isPivot, Ways ways, Rules rules, Mapping mapping) {
    /**
     * Whom to call, and how.
     *
     * @param participant its name in the configuration
     * @param action what runs the step: a path, a routing key or a local step's name, as the participant's kind has it
     * @param compensation what undoes it, an operation of its own; empty: it cannot be undone
     * @param status where the participant tells what became of a request, with {@code {requestId}} in it; empty: nowhere
     */
    public record Ways(String participant, String action, Optional<String> compensation, Optional<String> status) {
        public Ways {
            if (participant.isBlank() || action.isBlank()) {
                throw new IllegalArgumentException("a step needs a participant and an action");
            }
            if (compensation.isPresent() && compensation.get().equals(action)) {
                throw new IllegalArgumentException(
                        "a compensation is an operation of its own, not " + action + " again with another parameter");
            }
        }
    }

    /** When to try again, and how long to wait for an answer. */
    public record Rules(Pauses forward, Pauses backward, TimeoutRule timeout) {
        public static final Rules STANDARD = new Rules(Pauses.STANDARD, Pauses.STANDARD, TimeoutRule.STANDARD);

        Pauses pauses(Direction direction) {
            return switch (direction) {
                case FORWARD -> forward;
                case COMPENSATION -> backward;
            };
        }
    }

    /**
     * What the step gets and what it leaves. A value that begins with a slash is a JSON pointer, any other one is a text.
     *
     * @param input by name, from {@code /event}, {@code /payload} and {@code /steps/NAME}; empty: the whole event and payload
     * @param output by name, from the step's own response; empty: the whole response
     */
    public record Mapping(Map<String, String> input, Map<String, String> output) {
        public static final Mapping WHOLE = new Mapping(Map.of(), Map.of());

        public Mapping {
            input = Map.copyOf(input);
            output = Map.copyOf(output);
        }
    }

    public Step {
        if (seq < 1 || seq > Definition.STEPS_MAX) {
            throw new IllegalArgumentException("a step's place is 1.." + Definition.STEPS_MAX + ", got " + seq);
        }
        if (!name.matches("[a-z0-9][a-z0-9_-]{0,63}")) {
            throw new IllegalArgumentException("a step's name has 1..64 of a-z, 0-9, _ and -, got '" + name + "'");
        }
    }
}
