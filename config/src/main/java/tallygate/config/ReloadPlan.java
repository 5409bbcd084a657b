package tallygate.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import tallygate.config.key.Reload;
import tallygate.config.key.Setting;

/**
 * What differs between two configurations.
 *
 * @param live takes effect with the reload
 * @param restart waits for the next start; until then the old value holds
 */
public record ReloadPlan(List<Change> live, List<Change> restart) {
    /**
     * One value that differs.
     *
     * @param before as shown to people, empty when it was not set
     * @param after as shown to people, empty when it is set no more
     */
    public record Change(String path, String before, String after) {
        @Override
        public String toString() {
            if (before.isEmpty()) {
                return path + ": now " + after;
            }
            if (after.isEmpty()) {
                return path + ": no more (was " + before + ")";
            }
            return before.equals(after) ? path + ": another value (not shown)" : path + ": " + before + " -> " + after;
        }
    }

    public ReloadPlan {
        live = List.copyOf(live);
        restart = List.copyOf(restart);
    }

    static ReloadPlan between(List<Setting> before, List<Setting> after) {
        Map<String, Setting> old = byPath(before);
        Map<String, Setting> next = byPath(after);
        var paths = new TreeSet<>(old.keySet());
        paths.addAll(next.keySet());
        List<Change> live = new ArrayList<>();
        List<Change> restart = new ArrayList<>();
        for (String path : paths) {
            Optional<Setting> was = Optional.ofNullable(old.get(path));
            Optional<Setting> is = Optional.ofNullable(next.get(path));
            if (was.map(Setting::exact).equals(is.map(Setting::exact))) {
                continue;
            }
            var change = new Change(
                    path,
                    was.map(Setting::shown).orElse(""),
                    is.map(Setting::shown).orElse(""));
            boolean isLive = is.or(() -> was).map(Setting::reload).equals(Optional.of(Reload.LIVE));
            (isLive ? live : restart).add(change);
        }
        return new ReloadPlan(live, restart);
    }

    public boolean isEmpty() {
        return live.isEmpty() && restart.isEmpty();
    }

    private static Map<String, Setting> byPath(List<Setting> settings) {
        return settings.stream()
                .collect(Collectors.toMap(Setting::path, Function.identity(), (first, _) -> first, TreeMap::new));
    }
}
