package tallygate.callback.provider;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import tallygate.signature.ProviderCertificate;

/**
 * The provider-specific keys of one endpoint as configured: {@code secrets}, {@code public-keys}, {@code merchant-id} and so
 * on. Everything under an endpoint that the gateway itself does not read is here.
 */
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
            public Texts {
                texts = List.copyOf(texts);
            }

            @Override
            public String toString() {
                return "***";
            }
        }

        /** Keyed by key id or serial. */
        record TextMap(Map<String, String> texts) implements Value {
            public TextMap {
                texts = Map.copyOf(texts);
            }

            @Override
            public String toString() {
                return "***";
            }
        }
    }

    /**
     * The same without the keys in these slots, such as {@code secrets[1]}, {@code certificates[SERIAL]} or {@code public-key}. A
     * key that holds nothing then is left out.
     */
    public Credentials without(Set<String> slots) {
        Map<String, Value> left = new LinkedHashMap<>();
        values.forEach((name, value) -> {
            switch (value) {
                case Value.Text text -> {
                    if (!slots.contains(name) && !slots.contains(name + "[0]")) {
                        left.put(name, text);
                    }
                }
                case Value.Texts many -> {
                    List<String> texts = IntStream.range(0, many.texts().size())
                            .filter(i -> !slots.contains(name + "[" + i + "]") && !slots.contains(name))
                            .mapToObj(i -> many.texts().get(i))
                            .toList();
                    if (!texts.isEmpty()) {
                        left.put(name, new Value.Texts(texts));
                    }
                }
                case Value.TextMap map -> {
                    Map<String, String> texts = new LinkedHashMap<>(map.texts());
                    texts.keySet().removeIf(id -> slots.contains(name + "[" + id + "]"));
                    if (!texts.isEmpty()) {
                        left.put(name, new Value.TextMap(texts));
                    }
                }
            }
        });
        return new Credentials(left);
    }

    public Set<String> names() {
        return values.keySet();
    }

    /** The single text of a key; nothing when the key is absent or holds several. */
    public Optional<String> text(String key) {
        return switch (values.get(key)) {
            case null -> Optional.empty();
            case Value.Text one -> Optional.of(one.text());
            case Value.Texts many ->
                many.texts().size() == 1 ? Optional.of(many.texts().getFirst()) : Optional.empty();
            case Value.TextMap _ -> Optional.empty();
        };
    }

    /** All texts of a key in the order of the file: a single text is a list of one, a map gives its values. */
    public List<String> texts(String key) {
        return switch (values.get(key)) {
            case null -> List.of();
            case Value.Text one -> List.of(one.text());
            case Value.Texts many -> many.texts();
            case Value.TextMap map -> List.copyOf(map.texts().values());
        };
    }

    /** The texts of a key by key id; empty when the key is absent or is no map. */
    public Map<String, String> byId(String key) {
        return values.get(key) instanceof Value.TextMap map ? map.texts() : Map.of();
    }

    /**
     * These with further certificates under a key, behind what stands there.
     *
     * @param isById true where the key takes a map: the serial numbers are the ids then
     */
    public Credentials adding(String key, boolean isById, List<String> pems) {
        if (pems.isEmpty()) {
            return this;
        }
        Map<String, Value> all = new HashMap<>(values);
        if (isById) {
            Map<String, String> texts = new HashMap<>();
            pems.forEach(pem -> texts.put(ProviderCertificate.read(pem).serial(), pem));
            texts.putAll(byId(key));
            all.put(key, new Value.TextMap(texts));
        } else {
            List<String> texts = new ArrayList<>(texts(key));
            texts.addAll(pems);
            all.put(key, new Value.Texts(texts));
        }
        return new Credentials(all);
    }
}
