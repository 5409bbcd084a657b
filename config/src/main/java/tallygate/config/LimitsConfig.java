package tallygate.config;

import java.util.ArrayList;
import java.util.List;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Section;

/** What one callback, and all of them together, may take from us. Over a limit the sender is answered, nothing queues without end. */
public record LimitsConfig(SizeLimits sizes, ConnectionLimits connections, Deadlines deadlines) {
    static final Group GROUP = Group.of(
            "limits",
            "How large a callback may be, how long each part of it may take, and how many there may be at once. Over a"
                    + " limit the sender is answered; nothing queues without end.",
            "单个回调的大小、各阶段的时限以及并发数量的上限。超出任何一项都会应答发送方，不会无限排队。",
            keys());

    private static Key<?>[] keys() {
        List<Key<?>> keys = new ArrayList<>(SizeLimits.KEYS);
        keys.addAll(ConnectionLimits.KEYS);
        keys.addAll(Deadlines.KEYS);
        return keys.toArray(Key<?>[]::new);
    }

    /** The defaults. */
    public static LimitsConfig standard() {
        return Section.defaults(GROUP, LimitsConfig::from);
    }

    /** These limits with the answer deadline of others: intake and database are built for it at the start. */
    LimitsConfig withAnswerDeadlineOf(LimitsConfig other) {
        var mixed = new Deadlines(
                deadlines.header(),
                deadlines.body(),
                deadlines.bodyRateMin(),
                other.deadlines.answer(),
                deadlines.idle(),
                deadlines.write());
        return new LimitsConfig(sizes, connections, mixed);
    }

    static LimitsConfig from(Section section) {
        return new LimitsConfig(SizeLimits.from(section), ConnectionLimits.from(section), Deadlines.from(section));
    }
}
