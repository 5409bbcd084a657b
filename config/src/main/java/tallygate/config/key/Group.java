package tallygate.config.key;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The keys that may stand beside each other, and the groups below them.
 *
 * @param name what the reference page calls it
 * @param hints keys that people try, with what to write instead
 * @param isOpen true when other keys may stand here too, which somebody else judges
 */
public record Group(
        String name, Words words, List<Key<?>> keys, List<Branch> branches, Map<String, String> hints, boolean isOpen) {
    public Group {
        keys = List.copyOf(keys);
        branches = List.copyOf(branches);
        hints = Map.copyOf(hints);
    }

    public static Group of(String name, String english, String chinese, Key<?>... keys) {
        return new Group(name, new Words(english, chinese), List.of(keys), List.of(), Map.of(), false);
    }

    public Group with(Branch... more) {
        return new Group(name, words, keys, List.of(more), hints, isOpen);
    }

    public Group hint(String key, String text) {
        Map<String, String> all = new LinkedHashMap<>(hints);
        all.put(key, text);
        return new Group(name, words, keys, branches, all, isOpen);
    }

    public Group open() {
        return new Group(name, words, keys, branches, hints, true);
    }

    /** The names that may be written here. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        keys.forEach(key -> names.add(key.name()));
        branches.forEach(branch -> names.add(branch.name()));
        return names;
    }

    Optional<Branch> branch(String branchName) {
        return branches.stream().filter(b -> b.name().equals(branchName)).findFirst();
    }

    /** How many groups stand below a key. */
    public enum Shape {
        ONE,
        LIST,
        /** By names that the writer chooses. */
        MAP,
        /** One of several groups, chosen by a key in it. */
        VARIANT
    }

    /**
     * A key with a group below it.
     *
     * @param groups one, or the alternatives of {@link Shape#VARIANT} named as its choosing key says
     * @param variantKey the choosing key, empty for other shapes
     */
    public record Branch(String name, Shape shape, List<Group> groups, String variantKey, boolean isRequired) {
        public Branch {
            groups = List.copyOf(groups);
        }

        public static Branch one(String name, Group group) {
            return new Branch(name, Shape.ONE, List.of(group), "", false);
        }

        public static Branch list(String name, Group group) {
            return new Branch(name, Shape.LIST, List.of(group), "", false);
        }

        public static Branch map(String name, Group group) {
            return new Branch(name, Shape.MAP, List.of(group), "", false);
        }

        public static Branch variant(String name, String key, List<Group> groups) {
            return new Branch(name, Shape.VARIANT, groups, key, true);
        }
    }
}
