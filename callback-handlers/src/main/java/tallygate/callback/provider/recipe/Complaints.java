package tallygate.callback.provider.recipe;

import java.util.ArrayList;
import java.util.List;

/** Everything that is wrong with one definition file, gathered so that it can be told at once. */
final class Complaints {
    private final String file;
    private final List<String> found = new ArrayList<>();

    Complaints(String file) {
        this.file = file;
    }

    void add(int line, String path, String message) {
        found.add(file + ":" + line + ": " + (path.isEmpty() ? "" : path + ": ") + message);
    }

    List<String> all() {
        return List.copyOf(found);
    }
}
