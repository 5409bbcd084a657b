package tallygate.config;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;
import tallygate.config.value.Secret;

/**
 * Asks a business service some time later whether effects that it called done are really there.
 *
 * @param after how long after a success
 * @param batch questions of one call
 * @param asksMost a task that is not answered for is given up after so many
 */
public record ProbeConfig(
        URI url,
        Duration after,
        Duration timeout,
        List<Secret> secrets,
        int batch,
        int asksMost,
        WhenMissing whenMissing) {
    /** What happens when the effect of a task that ended in success is not there. */
    public enum WhenMissing {
        /** It is tried again, once, with the same idempotency key; if it is missing after that too, a discrepancy is opened. */
        REOPEN,
        DISCREPANCY
    }

    private static final Key<URI> URL = Key.of(
            "url",
            Kinds.httpUrl(),
            "Where questions are sent by POST, in batches; see the receiver's guide.",
            "以 POST 成批发送询问的地址，参见接收方指南。");
    private static final Key<Duration> AFTER = Key.of(
                    "after", Kinds.duration("1s", "30d"), "How long after a success it is asked.", "成功之后多久询问。")
            .or("10m");
    private static final Key<Duration> TIMEOUT = Key.of(
                    "timeout", Kinds.duration("100ms", "20s"), "Time for the whole answer.", "等待完整应答的时限。")
            .or("5s");
    private static final Key<List<Secret>> SECRET = Key.of(
                    "secret",
                    Kinds.oneOrMore(WebhookSecret.KIND, 5),
                    "Signs questions as deliveries are signed.",
                    "与投递相同方式为询问签名。")
            .orAbsent("questions are unsigned", "询问不签名");
    private static final Key<Integer> BATCH = Key.of(
                    "batch", Kinds.integer(1, 256), "Questions of one call at most.", "每次调用最多询问的任务数。")
            .or("100");
    private static final Key<Integer> ASKS_MOST = Key.of(
                    "asks-most",
                    Kinds.integer(1, 100),
                    "A task that is not answered for is given up after so many questions, with an alert. Pauses"
                            + " double from 1 min to 6 h.",
                    "询问达到此次数仍无答案则放弃并告警。间隔从 1 分钟起加倍，最长 6 小时。")
            .or("10");
    private static final Key<WhenMissing> WHEN_MISSING = Key.of(
                    "when-missing",
                    Kinds.choice(WhenMissing.class),
                    "reopen: a success whose effect is not there is tried again once, with the same idempotency key"
                            + " and an audit entry, and opens a discrepancy if it is missing after that too;"
                            + " discrepancy: at once.",
                    "reopen：效果不存在的“成功”以相同幂等键重试一次并记入审计，若仍不存在则开立差异；discrepancy：立即开立差异。")
            .or("reopen");

    static final Group GROUP = Group.of(
            "probe",
            "Asks the business service some time later whether what it called done is really there, and whether what"
                    + " failed with an unknown outcome is there all the same. No answer is never taken for a no.",
            "稍后询问业务服务：声称完成的效果是否真实存在，以及结果未知的失败是否其实已生效。无应答绝不当作“否”。",
            URL,
            AFTER,
            TIMEOUT,
            SECRET,
            BATCH,
            ASKS_MOST,
            WHEN_MISSING);

    public ProbeConfig {
        secrets = List.copyOf(secrets);
    }

    static Optional<ProbeConfig> from(Section section) {
        Optional<URI> url = section.required(URL);
        Duration after = section.value(AFTER);
        Duration timeout = section.value(TIMEOUT);
        List<Secret> secrets = section.optional(SECRET).orElse(List.of());
        int batch = section.value(BATCH);
        int asksMost = section.value(ASKS_MOST);
        WhenMissing whenMissing = section.value(WHEN_MISSING);
        return url.map(to -> new ProbeConfig(to, after, timeout, secrets, batch, asksMost, whenMissing));
    }
}
