package tallygate.config;

import java.util.Comparator;
import java.util.List;
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

    /**
     * The same for all nodes that are set up alike, whatever their addresses and folders: 64 hexadecimal digits. Nothing about
     * a secret can be learnt from it.
     */
    public String digest() {
        return ConfigDigest.of(settings);
    }

    /** What changes from this configuration to another, and when each change can take effect. */
    public ReloadPlan planTo(EffectiveConfig next) {
        return ReloadPlan.between(settings, next.settings);
    }
}
