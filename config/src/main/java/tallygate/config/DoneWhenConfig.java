package tallygate.config;

import java.time.Duration;
import java.util.List;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Rules;
import tallygate.config.key.Section;
import tallygate.config.value.DurationText;

/**
 * When a task that was given to a broker is done.
 *
 * @param resultWait how long a try waits for its consumer's result at its place
 * @param resultWithin how long the result may take before the task is published again
 */
public record DoneWhenConfig(Event event, Duration resultWait, Duration resultWithin) {
    /** What ends the task. */
    public enum Event {
        /** The consumer says so in the result queue. */
        RESULT,
        /** The broker has taken it. */
        PUBLISHED
    }

    private static final Key<Event> DONE_WHEN = Key.of(
                    "done-when",
                    Kinds.choice(Event.class),
                    "result: the consumer says so in the result queue; published: the broker has taken the message,"
                            + " whatever its consumer does with it.",
                    "result：由消费者在结果队列中确认；published：只要 broker 收下消息即算完成，不管消费者如何处理。")
            .or("result");
    private static final Key<Duration> RESULT_WAIT = Key.of(
                    "result-wait",
                    Kinds.duration("0s", "10m"),
                    "How long a try waits at its place for the result, using one of the route's slots.",
                    "一次尝试原地等待结果的时长，期间占用路由的一个并发位。")
            .or("10s");
    private static final Key<Duration> RESULT_WITHIN = Key.of(
                    "result-within",
                    Kinds.duration("1s", "1h"),
                    "How long the result may take. After it the task is published again, with the same idempotency"
                            + " key.",
                    "等待结果的期限；超过后以同一幂等键重新投递。")
            .or("10m");

    static final List<Key<?>> KEYS = List.of(DONE_WHEN, RESULT_WAIT, RESULT_WITHIN);

    public DoneWhenConfig {
        new Rules()
                .must(
                        resultWait.compareTo(resultWithin) <= 0,
                        "result-wait (" + DurationText.format(resultWait) + ") must not be above result-within ("
                                + DurationText.format(resultWithin) + ")",
                        "result-wait",
                        "result-within")
                .hold();
    }

    static DoneWhenConfig from(Section section) {
        Event event = section.value(DONE_WHEN);
        Duration wait = section.value(RESULT_WAIT);
        Duration within = section.value(RESULT_WITHIN);
        if (event == Event.PUBLISHED) {
            section.warning(
                    "done-when",
                    "is published: a task ends when the broker has taken it, so what its consumer loses is not"
                            + " noticed");
        }
        return section.make(
                () -> new DoneWhenConfig(event, wait, within),
                () -> new DoneWhenConfig(event, Duration.ZERO, Duration.ofSeconds(1)));
    }
}
