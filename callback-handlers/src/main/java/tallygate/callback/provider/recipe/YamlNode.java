package tallygate.callback.provider.recipe;

import java.util.List;
import java.util.SequencedMap;

/** A piece of a definition file that knows its line. Every scalar is text: YAML's guesses about {@code no} and {@code 1e3} do not count. */
sealed interface YamlNode {
    int line();

    record Scalar(String text, int line) implements YamlNode {}

    record Items(List<YamlNode> values, int line) implements YamlNode {}

    record Block(SequencedMap<String, YamlNode> values, int line) implements YamlNode {}
}
