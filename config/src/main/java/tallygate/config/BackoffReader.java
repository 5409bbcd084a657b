package tallygate.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kind;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;

/** Reads the one of {@code schedule}, {@code fixed} and {@code exponential} that is written. */
final class BackoffReader {
    private static final List<String> FORMS = List.of("schedule", "fixed", "exponential");

    private static final Kind<Duration> DELAY_KIND = Kinds.duration("10ms", "30d");

    private static final Key<Integer> RETRIES = Key.of(
            "retries",
            Kinds.integer(0, Backoff.RETRIES_BOUND),
            "Retries after the first try. Never unlimited.",
            "第一次尝试之后的重试次数，永远有上限。");

    /** Where one of the three forms must be written. */
    static final Key<List<Duration>> SCHEDULE = Key.of(
                    "schedule",
                    Kinds.list(DELAY_KIND, 0, Backoff.RETRIES_BOUND),
                    "One pause a retry, in order; as many retries as pauses.",
                    "逐次重试的间隔；有几个间隔就重试几次。")
            .orAbsent("one of the three must be written", "三者必须写其一");

    private static final Key<Duration> FIXED_DELAY =
            Key.of("delay", DELAY_KIND, "The pause before each retry.", "每次重试前的间隔。");

    private static final Key<Duration> FIRST =
            Key.of("first", DELAY_KIND, "The pause before the first retry.", "第一次重试前的间隔。");

    private static final Key<Integer> FACTOR = Key.of(
                    "factor", Kinds.integer(1, 10), "What every further pause is multiplied by.", "之后每次间隔的倍数。")
            .or("2");

    private static final Key<Duration> CAP =
            Key.of("cap", DELAY_KIND, "No pause is longer, before jitter.", "间隔上限（加抖动之前）。");

    private static final Group FIXED = Group.of(
                    "fixed", "The same pause before each retry.", "每次重试间隔相同。", FIXED_DELAY, RETRIES)
            .hint("attempts", "write retries: the tries after the first one")
            .hint("jitter", "jitter stands beside fixed, not in it");

    private static final Group EXPONENTIAL = Group.of(
                    "exponential",
                    "min(first × factor^n, cap) before retry n, counted from 0.",
                    "第 n 次重试（从 0 计）前等待 min(first × factor^n, cap)。",
                    FIRST,
                    FACTOR,
                    CAP,
                    RETRIES)
            .hint("attempts", "write retries: the tries after the first one")
            .hint("jitter", "jitter stands beside exponential, not in it");

    static final List<Group.Branch> BRANCHES =
            List.of(Group.Branch.one("fixed", FIXED), Group.Branch.one("exponential", EXPONENTIAL));

    /** The pauses alone, for one kind of outcome. */
    static final Group OUTCOME_GROUP = Group.of(
                    "retry.on-*",
                    "Other pauses for one kind of outcome. The count of retries is common to all outcomes.",
                    "针对某一类结果的间隔；重试次数与其他结果共同累计。",
                    SCHEDULE)
            .with(BRANCHES.toArray(Group.Branch[]::new))
            .hint("jitter", "jitter stands beside on-refused and on-unknown, not in them");

    private BackoffReader() {}

    /** The written form; the standard schedule when none is written. */
    static Backoff from(Section section, Key<List<Duration>> scheduleKey, List<Duration> standard) {
        if (FORMS.stream().noneMatch(section::isWritten)) {
            return new Backoff.Schedule(section.optional(scheduleKey, () -> standard));
        }
        return written(section, scheduleKey).orElseGet(() -> new Backoff.Schedule(standard));
    }

    /** One of the forms must be written; empty when it is missing or wrong, which then has been reported. */
    static Optional<Backoff> required(Section section) {
        if (FORMS.stream().noneMatch(section::isWritten)) {
            section.problem(SCHEDULE.name(), "is missing; write one of " + String.join(", ", FORMS));
        }
        return written(section, SCHEDULE);
    }

    private static Optional<Backoff> written(Section section, Key<List<Duration>> scheduleKey) {
        List<String> forms = FORMS.stream().filter(section::isWritten).toList();
        if (forms.size() > 1) {
            section.problem(
                    forms.get(1),
                    "stands beside " + forms.getFirst() + "; write only one of " + String.join(", ", FORMS));
        }
        Optional<Backoff> schedule = section.optional(scheduleKey).map(Backoff.Schedule::new);
        Optional<Backoff> fixed = section.optional("fixed", BackoffReader::fixed);
        Optional<Backoff> exponential = section.optional("exponential", BackoffReader::exponential);
        return schedule.or(() -> fixed).or(() -> exponential);
    }

    private static Optional<Backoff> fixed(Section section) {
        Optional<Duration> delay = section.required(FIXED_DELAY);
        Optional<Integer> retries = section.required(RETRIES);
        return delay.flatMap(d -> retries.map(r -> new Backoff.Fixed(d, r)));
    }

    private static Optional<Backoff> exponential(Section section) {
        Optional<Duration> first = section.required(FIRST);
        int factor = section.value(FACTOR);
        Optional<Duration> cap = section.required(CAP);
        Optional<Integer> retries = section.required(RETRIES);
        if (first.isEmpty() || cap.isEmpty() || retries.isEmpty()) {
            return Optional.empty();
        }
        return section.make(
                () -> Optional.of(new Backoff.Exponential(first.get(), factor, cap.get(), retries.get())),
                Optional::empty);
    }
}
