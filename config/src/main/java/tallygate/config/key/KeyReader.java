package tallygate.config.key;

import java.util.List;
import java.util.Optional;
import tallygate.config.source.Node;
import tallygate.config.source.Origin;
import tallygate.config.source.Paths;
import tallygate.config.source.Problems;
import tallygate.config.source.YamlReader;
import tallygate.config.value.Secret;

/** Reads single keys of a section, and notes each value that holds with its origin. */
record KeyReader(Group group, String path, Node.Mapping node, Reading reading) {
    /** Empty when the key is not written, or when its value is wrong, which then has been reported. */
    <T> Optional<T> written(Key<T> key) {
        if (!group.keys().contains(key)) {
            throw new IllegalStateException("key " + key.name() + " is read but group " + group.name() + " lacks it");
        }
        reading.ask(key);
        Optional<Node> value =
                Optional.ofNullable(node.members().get(key.name())).map(Node.Member::value);
        return value.flatMap(written -> {
            Optional<T> read = key.kind().read(written, Paths.member(path, key.name()), reading.problems());
            read.ifPresent(v -> note(key, v, written.origin(), exact(key, v, written)));
            return read;
        });
    }

    /** The value that holds when nothing is written. */
    <T> T fallback(Key<T> key, String text) {
        var problems = new Problems();
        Node written = text.startsWith("[") ? YamlReader.read(text, problems) : Node.Scalar.of(text, Origin.NOWHERE);
        T value = key.kind()
                .read(written, key.name(), problems)
                .orElseThrow(() -> new IllegalStateException(
                        "default of " + key.name() + " is not allowed: " + problems.inOrder()));
        noteUnwritten(key, value);
        return value;
    }

    <T> void noteUnwritten(Key<T> key, T value) {
        if (!node.members().containsKey(key.name())) {
            note(key, value, Origin.NOWHERE, key.kind().whole(value));
        }
    }

    private <T> void note(Key<T> key, T value, Origin origin, String exact) {
        String place = Paths.member(path, key.name());
        String shown = key.kind().show(value);
        reading.add(new Setting(place, shown, new Secret(exact), origin, key.reload(), key.isOfNode()));
    }

    private static <T> String exact(Key<T> key, T value, Node written) {
        return key.kind().isSecret() ? texts(written) : key.kind().whole(value);
    }

    private static String texts(Node node) {
        return switch (node) {
            case Node.Scalar scalar -> scalar.text();
            case Node.Sequence sequence -> {
                List<String> items =
                        sequence.items().stream().map(KeyReader::texts).toList();
                yield items.toString();
            }
            case Node.Mapping _, Node.Broken _ -> "";
        };
    }
}
