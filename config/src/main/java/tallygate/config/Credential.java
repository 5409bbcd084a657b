package tallygate.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tallygate.config.source.Origin;
import tallygate.config.source.Problem;
import tallygate.config.value.Secret;

/** One key of an endpoint that its provider's definition gives a meaning to. Never printed. */
public sealed interface Credential {
    /** Where its key stands. */
    Origin origin();

    /** A single text. */
    record Text(Secret secret, String path, Origin origin) implements Credential {
        /** Something is wrong with this text. The sentence must not repeat it. */
        public Problem problem(String sentence) {
            return new Problem(path, origin, sentence);
        }
    }

    /** Several texts, all valid at once. */
    record Texts(List<Text> texts, Origin origin) implements Credential {
        public Texts {
            texts = List.copyOf(texts);
        }
    }

    /** Texts by key id or serial, in the order of the file. */
    record TextMap(Map<String, Text> texts, Origin origin) implements Credential {
        public TextMap {
            texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
        }
    }
}
