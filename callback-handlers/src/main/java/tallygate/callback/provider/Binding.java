package tallygate.callback.provider;

import java.util.List;

/** What binding a definition to an endpoint's credentials comes to. */
public sealed interface Binding {
    record Bound(BoundProvider provider) implements Binding {}

    /** Nothing was bound; all problems at once. */
    record Refused(List<Problem> problems) implements Binding {
        public Refused {
            problems = List.copyOf(problems);
            if (problems.isEmpty()) {
                throw new IllegalArgumentException("a refused binding needs a problem");
            }
        }
    }
}
