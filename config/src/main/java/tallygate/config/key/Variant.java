package tallygate.config.key;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tallygate.config.source.Node;

/** Reads the one of several groups that a key in it names. */
record Variant(Section parent, Group.Branch branch) {
    <R> Optional<R> read(Map<String, Function<Section, Optional<R>>> readers) {
        String chooser = branch.variantKey();
        Optional<Node> below = parent.child(branch.name());
        if (below.isEmpty()) {
            parent.problem(branch.name(), "is missing; write { " + chooser + ": " + kinds(readers) + ", … }");
            return Optional.empty();
        }
        if (below.get() instanceof Node.Broken) {
            return Optional.empty();
        }
        String path = parent.at(branch.name());
        if (!(below.get() instanceof Node.Mapping mapping)) {
            parent.problem(branch.name(), "must have keys below it, at least " + chooser);
            return Optional.empty();
        }
        Node.Member member = mapping.members().get(chooser);
        if (member == null) {
            parent.reading()
                    .problems()
                    .add(path + "." + chooser, mapping.origin(), "is missing; allowed: " + kinds(readers));
            return Optional.empty();
        }
        Key<String> key =
                Key.of(chooser, Kinds.choice(readers.keySet().stream().sorted().toList()), "", "");
        Optional<String> name = key.kind()
                .read(member.value(), path + "." + chooser, parent.reading().problems());
        return name.flatMap(chosen -> Section.below(
                group(chosen), path, mapping, parent.reading(), readers.getOrDefault(chosen, _ -> Optional.empty())));
    }

    private Group group(String name) {
        return branch.groups().stream()
                .filter(g -> g.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no group for " + branch.variantKey() + " " + name));
    }

    private static String kinds(Map<String, ?> readers) {
        return String.join(", ", readers.keySet().stream().sorted().toList());
    }
}
