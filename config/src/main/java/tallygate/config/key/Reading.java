package tallygate.config.key;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tallygate.config.source.Problems;

/** What comes together while a tree is read: problems, warnings, and every value that holds. Used by one thread. */
public final class Reading {
    private final Problems problems;
    private final Problems warnings = new Problems();
    private final List<Setting> settings = new ArrayList<>();
    private final Set<Key<?>> asked = new LinkedHashSet<>();

    public Reading(Problems problems) {
        this.problems = problems;
    }

    public Problems problems() {
        return problems;
    }

    /** What may be meant so, but is better known. */
    public Problems warnings() {
        return warnings;
    }

    public List<Setting> settings() {
        return List.copyOf(settings);
    }

    /** The keys that somebody read. */
    public Set<Key<?>> asked() {
        return Set.copyOf(asked);
    }

    public void add(Setting setting) {
        settings.add(setting);
    }

    void ask(Key<?> key) {
        asked.add(key);
    }
}
