package tallygate.config;

import java.time.Duration;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;
import tallygate.config.value.Size;

/**
 * How duplicates are recognised.
 *
 * @param cacheBytes memory of the cache in front of the table, by estimate; zero for none
 * @param memory how long the table keeps event ids; an older event is held for confirmation, never run
 */
public record DedupConfig(Size cacheBytes, Duration memory) {
    private static final Key<Size> CACHE_BYTES = Key.of(
                    "cache-bytes",
                    Kinds.size("0B", "16GiB"),
                    "Memory of the cache in front of the table. It only saves database work; the table decides.",
                    "表前缓存占用的内存。缓存只是减轻数据库负担，是否重复以表为准。")
            .or("64MiB")
            .atRestart();
    private static final Key<Duration> MEMORY = Key.of(
                    "memory",
                    Kinds.duration("2d", "3650d"),
                    "How long the table keeps event ids. An event that is older is held for confirmation, never run.",
                    "表保留事件编号的时长。更早的事件会挂起等待确认，绝不直接执行。")
            .or("400d")
            .atRestart();

    static final Group GROUP = Group.of("dedup", "How duplicates are recognised.", "如何识别重复。", CACHE_BYTES, MEMORY);

    public DedupConfig {
        if (!memory.isPositive()) {
            throw new IllegalArgumentException("the dedup memory is above zero, got " + memory);
        }
    }

    /** The defaults. */
    public static DedupConfig standard() {
        return Section.defaults(GROUP, DedupConfig::from);
    }

    static DedupConfig from(Section section) {
        return new DedupConfig(section.value(CACHE_BYTES), section.value(MEMORY));
    }
}
