package tallygate.callback.provider;

import java.util.List;
import java.util.Map;

/** The credential keys of one endpoint as configured: {@code secrets}, {@code public-keys}, {@code merchant-id} and so on. */
public record Credentials(Map<String, Value> values) {
    public Credentials {
        values = Map.copyOf(values);
    }

    /** A configured value. Never printed. */
    public sealed interface Value {
        record Text(String text) implements Value {
            @Override
            public String toString() {
                return "***";
            }
        }

        record Texts(List<String> texts) implements Value {
            @Override
            public String toString() {
                return "***";
            }
        }

        /** Keyed by key id or serial. */
        record TextMap(Map<String, String> texts) implements Value {
            @Override
            public String toString() {
                return "***";
            }
        }
    }
}
