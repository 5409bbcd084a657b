package tallygate.config.key;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tallygate.config.source.Node;
import tallygate.config.source.Problems;

/** A type that is written as another one. */
record MappedKind<S, T>(Kind<S> from, Function<S, T> to, Function<T, String> shower) implements Kind<T> {
    @Override
    public Optional<T> read(Node node, String path, Problems problems) {
        return from.read(node, path, problems).map(to);
    }

    @Override
    public String show(T value) {
        return shower.apply(value);
    }

    @Override
    public Words allowed() {
        return from.allowed();
    }

    @Override
    public Map<String, Object> schema() {
        return from.schema();
    }

    @Override
    public boolean isSecret() {
        return from.isSecret();
    }
}
