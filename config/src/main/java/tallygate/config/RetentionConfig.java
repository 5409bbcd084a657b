package tallygate.config;

import java.time.Duration;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;

/**
 * How long what a task holds is kept. Its row with its keys stays for {@code dedup.memory}.
 *
 * @param payloads how long after its end a task keeps request and content
 * @param statements how long after their bill day rows of statements are kept
 * @param chunkRows how many rows one statement touches
 * @param pause between two statements, so that callbacks never wait for it
 */
public record RetentionConfig(Duration payloads, Duration statements, int chunkRows, Duration pause) {
    private static final Key<Duration> PAYLOADS = Key.of(
                    "payloads",
                    Kinds.duration("1d", "3650d"),
                    "How long after its end a task keeps request and content; then only its keys and amounts stay."
                            + " Unfinished and failed tasks keep theirs.",
                    "任务结束后请求与内容保留多久；此后仅保留键与金额。未完成和失败的任务保留全部内容。")
            .or("90d")
            .atRestart();
    private static final Key<Duration> STATEMENTS = Key.of(
                    "statements",
                    Kinds.duration("40d", "3650d"),
                    "How long after their bill day the rows of statements are kept. A refund is held against its"
                            + " payment only as long as the payment's row is there.",
                    "账单行在账单日之后保留多久。只有付款行仍在时，退款才能与之核对。")
            .or("800d")
            .atRestart();
    private static final Key<Integer> CHUNK_ROWS = Key.of(
                    "chunk-rows",
                    Kinds.integer(1, 10_000),
                    "How many rows one statement of the clean-up touches.",
                    "清理时每条语句处理的行数。")
            .or("200")
            .atRestart();
    private static final Key<Duration> PAUSE = Key.of(
                    "pause", Kinds.duration("10ms", "1m"), "The pause between two such statements.", "两条语句之间的停顿。")
            .or("100ms")
            .atRestart();

    static final Group GROUP = Group.of(
            "retention",
            "How long the content of tasks is kept. Rows with their keys stay for dedup.memory, then they are deleted.",
            "任务内容保留多久。带键的行保留 dedup.memory 之久，之后删除。",
            PAYLOADS,
            STATEMENTS,
            CHUNK_ROWS,
            PAUSE);

    public RetentionConfig {
        if (!payloads.isPositive() || !statements.isPositive() || chunkRows < 1) {
            throw new IllegalArgumentException("payloads are kept for " + payloads + ", statements for " + statements
                    + ", " + chunkRows + " rows at once");
        }
    }

    /** The defaults. */
    public static RetentionConfig standard() {
        return Section.defaults(GROUP, RetentionConfig::from);
    }

    static RetentionConfig from(Section section) {
        return new RetentionConfig(
                section.value(PAYLOADS), section.value(STATEMENTS), section.value(CHUNK_ROWS), section.value(PAUSE));
    }
}
