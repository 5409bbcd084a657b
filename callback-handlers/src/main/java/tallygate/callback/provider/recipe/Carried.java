package tallygate.callback.provider.recipe;

import java.util.List;
import java.util.Map;

/**
 * What a request carries as its signature, taken apart.
 *
 * @param candidates every text that may be the signature; any of them may verify
 * @param parameters what else stands beside it: the time, a key id, an algorithm
 */
record Carried(List<String> candidates, Map<String, String> parameters) {
    static final Carried NONE = new Carried(List.of(), Map.of());

    Carried {
        candidates = List.copyOf(candidates);
        parameters = Map.copyOf(parameters);
    }

    String parameter(String name) {
        return parameters.getOrDefault(name, "");
    }
}
