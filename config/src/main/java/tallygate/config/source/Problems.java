package tallygate.config.source;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Gathers what is wrong, so that everything can be said at once. Used by one thread. */
public final class Problems {
    private final List<Problem> found = new ArrayList<>();
    private final Set<String> paths = new HashSet<>();

    public void add(Problem problem) {
        if (!found.contains(problem)) {
            found.add(problem);
            paths.add(problem.path());
        }
    }

    public void add(String path, Origin origin, String text) {
        add(new Problem(path, origin, text));
    }

    /** Gives everything at or below a path another path. */
    void move(String from, String to) {
        found.replaceAll(problem -> isAtOrBelow(problem.path(), from)
                ? new Problem(to + problem.path().substring(from.length()), problem.origin(), problem.text())
                : problem);
        paths.clear();
        found.forEach(problem -> paths.add(problem.path()));
    }

    /** True when something is wrong with the value at the path or below it. */
    public boolean touch(String path) {
        return paths.stream().anyMatch(p -> isAtOrBelow(p, path));
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    /** In the order of the file; what was not written in the file comes last. */
    public List<Problem> inOrder() {
        Comparator<Problem> byLine = Comparator.comparingInt(p -> p.line() == 0 ? Integer.MAX_VALUE : p.line());
        return found.stream().sorted(byLine).toList();
    }

    private static boolean isAtOrBelow(String problemPath, String path) {
        return problemPath.startsWith(path)
                && (problemPath.length() == path.length()
                        || problemPath.charAt(path.length()) == '.'
                        || problemPath.charAt(path.length()) == '[');
    }
}
