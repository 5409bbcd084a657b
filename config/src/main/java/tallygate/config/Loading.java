package tallygate.config;

import java.util.List;
import tallygate.config.source.Problem;

/** What became of loading a configuration. */
public sealed interface Loading {
    /**
     * It can be used.
     *
     * @param effective every value that holds, with its origin
     * @param warnings what may be meant so, but is better known
     */
    record Loaded(GatewayConfig config, EffectiveConfig effective, List<Problem> warnings) implements Loading {
        public Loaded {
            warnings = List.copyOf(warnings);
        }

        /** What becomes of a running configuration when this one is loaded again. */
        public Reloading reload(Loaded next) {
            return Reloading.of(this, next);
        }
    }

    /**
     * It cannot be used.
     *
     * @param problems all of them, in the order of the file
     * @param intact endpoints in which nothing is wrong, for judging recorded requests
     */
    record Broken(List<Problem> problems, List<EndpointConfig> intact) implements Loading {
        public Broken {
            problems = List.copyOf(problems);
            intact = List.copyOf(intact);
        }
    }
}
