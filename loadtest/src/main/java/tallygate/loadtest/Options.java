package tallygate.loadtest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The {@code --name value} arguments of a command. A name may come several times; one that nobody asks for is refused. What is
 * not given is looked for in the environment as {@code TALLYGATE_LOADTEST_NAME}: the place for passwords and secrets, which
 * everybody on the machine could read off a command line.
 */
final class Options {
    /** The arguments make no sense; the message says why. */
    static final class UsageException extends Exception {
        private static final long serialVersionUID = 1L;

        UsageException(String message) {
            super(message);
        }
    }

    private final Map<String, List<String>> values = new LinkedHashMap<>();
    private final Set<String> asked = new HashSet<>();
    private final Map<String, String> environment;

    Options(List<String> arguments, Map<String, String> environment) throws UsageException {
        this.environment = Map.copyOf(environment);
        for (int i = 0; i < arguments.size(); i += 2) {
            String name = arguments.get(i);
            if (!name.startsWith("--") || i + 1 == arguments.size()) {
                throw new UsageException("expected --name value, got " + name);
            }
            values.computeIfAbsent(name.substring(2), _ -> new ArrayList<>()).add(arguments.get(i + 1));
        }
    }

    List<String> all(String name) {
        asked.add(name);
        List<String> given = values.getOrDefault(name, List.of());
        String fallback = environment.getOrDefault(
                "TALLYGATE_LOADTEST_" + name.toUpperCase(Locale.ROOT).replace('-', '_'), "");
        return given.isEmpty() && !fallback.isEmpty() ? List.of(fallback) : given;
    }

    Optional<String> last(String name) {
        List<String> given = all(name);
        return given.isEmpty() ? Optional.empty() : Optional.of(given.getLast());
    }

    String text(String name) throws UsageException {
        return last(name).orElseThrow(() -> new UsageException("--" + name + " is missing"));
    }

    String text(String name, String otherwise) {
        return last(name).orElse(otherwise);
    }

    int number(String name, int otherwise) throws UsageException {
        String text = text(name, Integer.toString(otherwise));
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new UsageException("--" + name + " must be a whole number, was " + text);
        }
    }

    double real(String name, double otherwise) throws UsageException {
        String text = text(name, Double.toString(otherwise));
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new UsageException("--" + name + " must be a number, was " + text);
        }
    }

    /** As {@code 500ms}, {@code 10s} or {@code 2m}. */
    Duration duration(String name, String otherwise) throws UsageException {
        String text = text(name, otherwise);
        try {
            return text.endsWith("ms")
                    ? Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)))
                    : Duration.parse("PT" + text);
        } catch (RuntimeException e) {
            throw new UsageException("--" + name + " must be a duration like 500ms, 10s or 2m, was " + text);
        }
    }

    /** To be called when everything was asked for: a name that nobody knows is a typing error, not a wish. */
    void refuseUnknown() throws UsageException {
        for (String name : values.keySet()) {
            if (!asked.contains(name)) {
                throw new UsageException("--" + name + " is not known here");
            }
        }
    }
}
