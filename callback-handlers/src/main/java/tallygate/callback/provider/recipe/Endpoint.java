package tallygate.callback.provider.recipe;

import java.util.Map;
import tallygate.callback.provider.EndpointOptions;

/** What a bound recipe knows of its endpoint: the options, and the keys that stand in templates as {@code key:NAME}. */
record Endpoint(EndpointOptions options, Map<String, String> words) {
    Endpoint {
        words = Map.copyOf(words);
    }

    @Override
    public String toString() {
        return "Endpoint[" + options.endpoint() + "]";
    }
}
