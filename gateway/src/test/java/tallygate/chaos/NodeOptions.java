package tallygate.chaos;

import java.util.Map;

/**
 * What nodes of a {@link World} are started with besides its configuration.
 *
 * @param jvm options of their JVMs
 * @param environment variables, which may stand in for keys of the configuration
 */
record NodeOptions(String jvm, Map<String, String> environment) {
    static final NodeOptions NONE = new NodeOptions("", Map.of());

    NodeOptions {
        environment = Map.copyOf(environment);
    }
}
