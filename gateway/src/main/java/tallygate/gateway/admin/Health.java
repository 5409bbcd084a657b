package tallygate.gateway.admin;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How the node is.
 *
 * @param live the process and its event loops run; false means: restart it
 * @param ready it is to be sent callbacks; false while starting and from the first moment of a drain
 * @param parts state of each part by name, for the reader; never a secret
 */
public record Health(boolean live, boolean ready, Map<String, String> parts) {
    public Health {
        parts = Map.copyOf(parts);
    }

    String json() {
        String inside = new TreeMap<>(parts)
                .entrySet().stream()
                        .map(e -> "\"" + escaped(e.getKey()) + "\":\"" + escaped(e.getValue()) + "\"")
                        .collect(Collectors.joining(","));
        return "{\"live\":" + live + ",\"ready\":" + ready + ",\"parts\":{" + inside + "}}\n";
    }

    private static String escaped(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }
}
