package tallygate.callback.provider.recipe;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One mapping of a definition file while it is read. It remembers which keys were asked for, so that a key nobody reads is an
 * error, and it names path and line in every complaint.
 */
final class Section {
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m|h|d)");

    private final String path;
    private final YamlNode.Block block;
    private final Complaints complaints;
    private final Set<String> asked = new LinkedHashSet<>();

    Section(String path, YamlNode.Block block, Complaints complaints) {
        this.path = path;
        this.block = block;
        this.complaints = complaints;
    }

    int line() {
        return block.line();
    }

    void complain(String key, String message) {
        YamlNode node = block.values().get(key);
        complaints.add(node == null ? block.line() : node.line(), path(key), message);
    }

    private String path(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    boolean has(String key) {
        return block.values().containsKey(key);
    }

    Optional<String> text(String key) {
        asked.add(key);
        return switch (block.values().get(key)) {
            case null -> Optional.empty();
            case YamlNode.Scalar scalar -> Optional.of(scalar.text());
            case YamlNode.Items _, YamlNode.Block _ -> {
                complain(key, "takes a text");
                yield Optional.empty();
            }
        };
    }

    String text(String key, String fallback) {
        return text(key).orElse(fallback);
    }

    String required(String key) {
        Optional<String> text = text(key);
        if (text.isEmpty() && !has(key)) {
            complain(key, "is missing");
        }
        return text.orElse("");
    }

    /** A text, or a list of texts. */
    List<String> texts(String key) {
        asked.add(key);
        return switch (block.values().get(key)) {
            case null -> List.of();
            case YamlNode.Scalar scalar -> List.of(scalar.text());
            case YamlNode.Items items -> {
                List<String> texts = new ArrayList<>();
                for (YamlNode node : items.values()) {
                    if (node instanceof YamlNode.Scalar scalar) {
                        texts.add(scalar.text());
                    } else {
                        complain(key, "takes texts");
                    }
                }
                yield texts;
            }
            case YamlNode.Block _ -> {
                complain(key, "takes a text or a list of texts");
                yield List.of();
            }
        };
    }

    Map<String, String> textMap(String key) {
        Map<String, String> map = new LinkedHashMap<>();
        section(key).ifPresent(section -> {
            for (String name : section.names()) {
                map.put(name, section.text(name, ""));
            }
        });
        return map;
    }

    Optional<Section> section(String key) {
        asked.add(key);
        return switch (block.values().get(key)) {
            case null -> Optional.empty();
            case YamlNode.Block child -> Optional.of(new Section(path(key), child, complaints));
            case YamlNode.Scalar _, YamlNode.Items _ -> {
                complain(key, "takes a mapping");
                yield Optional.empty();
            }
        };
    }

    /** A mapping, or a list of mappings. */
    List<Section> sections(String key) {
        asked.add(key);
        return switch (block.values().get(key)) {
            case null -> List.of();
            case YamlNode.Block child -> List.of(new Section(path(key), child, complaints));
            case YamlNode.Items items -> children(key, items);
            case YamlNode.Scalar _ -> {
                complain(key, "takes a mapping or a list of mappings");
                yield List.of();
            }
        };
    }

    private List<Section> children(String key, YamlNode.Items items) {
        List<Section> children = new ArrayList<>();
        for (int i = 0; i < items.values().size(); i++) {
            if (items.values().get(i) instanceof YamlNode.Block child) {
                children.add(new Section(path(key) + "[" + i + "]", child, complaints));
            } else {
                complain(key, "takes mappings");
            }
        }
        return children;
    }

    /** The elements of a list, or the single value, each as a node: for values that may be a text or a mapping. */
    List<YamlNode> values(String key) {
        asked.add(key);
        return switch (block.values().get(key)) {
            case null -> List.of();
            case YamlNode.Items items -> items.values();
            case YamlNode.Scalar scalar -> List.of(scalar);
            case YamlNode.Block child -> List.of(child);
        };
    }

    Section child(String key, YamlNode.Block child) {
        return new Section(path(key), child, complaints);
    }

    Set<String> names() {
        return block.values().sequencedKeySet();
    }

    boolean flag(String key) {
        String text = text(key, "false");
        if (!text.equals("true") && !text.equals("false")) {
            complain(key, "takes true or false");
        }
        return text.equals("true");
    }

    int number(String key, int fallback) {
        Optional<String> text = text(key);
        if (text.isEmpty()) {
            return fallback;
        }
        if (!text.get().matches("[0-9]{1,9}")) {
            complain(key, "takes a whole number, was '" + text.get() + "'");
            return fallback;
        }
        return Integer.parseInt(text.get());
    }

    Duration duration(String key, Duration fallback) {
        Optional<String> text = text(key);
        if (text.isEmpty()) {
            return fallback;
        }
        Matcher matcher = DURATION.matcher(text.get());
        if (!matcher.matches()) {
            complain(key, "takes a duration such as 300s, was '" + text.get() + "'");
            return fallback;
        }
        long count = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
    }

    /** One of a closed list of words, written in lower case with hyphens. */
    <E extends Enum<E>> E word(String key, Class<E> type, E fallback) {
        return text(key).map(text -> word(key, type, fallback, text)).orElse(fallback);
    }

    private <E extends Enum<E>> E word(String key, Class<E> type, E fallback, String text) {
        for (E constant : type.getEnumConstants()) {
            if (wordOf(constant).equals(text)) {
                return constant;
            }
        }
        List<String> words =
                List.of(type.getEnumConstants()).stream().map(Section::wordOf).toList();
        complain(key, "takes one of " + String.join(", ", words) + ", was '" + text + "'");
        return fallback;
    }

    static String wordOf(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Reads a value with something that may refuse it, and turns the refusal into a complaint. */
    <T> Optional<T> compiled(String key, String text, Function<String, T> compiler) {
        try {
            return Optional.of(compiler.apply(text));
        } catch (IllegalArgumentException e) {
            complain(key, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /** Complains about every key that nobody asked for. To be called last. */
    void done() {
        for (String name : block.values().keySet()) {
            if (!asked.contains(name)) {
                complain(name, "is not a key here; known are " + String.join(", ", asked));
            }
        }
    }
}
