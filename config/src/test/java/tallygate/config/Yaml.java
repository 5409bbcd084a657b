package tallygate.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tallygate.config.source.Problem;

/** Loads configurations that tests write inline. */
final class Yaml {
    private Yaml() {}

    static Loading.Loaded loaded(String yaml) {
        return loaded(yaml, Map.of());
    }

    static Loading.Loaded loaded(String yaml, Map<String, String> environment) {
        return switch (GatewayConfig.parse(yaml, Path.of("/"), environment)) {
            case Loading.Loaded loaded -> loaded;
            case Loading.Broken broken -> throw new AssertionError("not loaded: " + broken.problems());
        };
    }

    static GatewayConfig config(String yaml) {
        return loaded(yaml).config();
    }

    static List<String> problems(String yaml) {
        return problems(yaml, Map.of());
    }

    /** As an operator reads them. */
    static List<String> problems(String yaml, Map<String, String> environment) {
        return switch (GatewayConfig.parse(yaml, Path.of("/"), environment)) {
            case Loading.Loaded _ -> List.of();
            case Loading.Broken broken ->
                broken.problems().stream().map(Problem::toString).toList();
        };
    }

    static List<String> warnings(String yaml) {
        return loaded(yaml).warnings().stream().map(Problem::toString).toList();
    }
}
