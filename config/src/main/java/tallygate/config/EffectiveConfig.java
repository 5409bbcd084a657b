package tallygate.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tallygate.config.key.Reload;
import tallygate.config.key.Setting;

/** Every value that holds, where it comes from, and what a change of it would need; secrets do not show. */
public final class EffectiveConfig {
    private final List<Setting> settings;

    EffectiveConfig(List<Setting> settings) {
        this.settings =
                settings.stream().sorted(Comparator.comparing(Setting::path)).toList();
    }

    /** Sorted by path. */
    public List<Setting> settings() {
        return settings;
    }

    /** A line a value: {@code path = value  (origin)}; for people, and safe to hand on. */
    public List<String> lines() {
        return settings.stream()
                .map(setting -> setting.path() + " = " + setting.shown() + "  (" + setting.origin() + ")")
                .toList();
    }

    /**
     * The same for all nodes that are set up alike, whatever their addresses and folders: 64 hexadecimal digits. Nothing about
     * a secret can be learnt from it.
     */
    public String digest() {
        return ConfigDigest.of(settings);
    }

    /** The values after a reload to another configuration: those that need a restart stay as they are. */
    EffectiveConfig reloaded(EffectiveConfig next) {
        List<Setting> mixed = new ArrayList<>();
        settings.stream().filter(setting -> setting.reload() == Reload.RESTART).forEach(mixed::add);
        next.settings.stream()
                .filter(setting -> setting.reload() == Reload.LIVE)
                .forEach(mixed::add);
        return new EffectiveConfig(mixed);
    }

    /** What changes from this configuration to another, and when each change can take effect. */
    public ReloadPlan planTo(EffectiveConfig next) {
        return ReloadPlan.between(settings, next.settings);
    }
}
