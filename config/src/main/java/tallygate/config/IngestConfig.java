package tallygate.config;

import java.time.Duration;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Rules;
import tallygate.config.key.Section;
import tallygate.config.value.Size;

/**
 * The bounds between listener and database. Over a bound the sender is told to come again.
 *
 * @param queueRows rows of one writer that are accepted and not yet committed
 * @param queueBytes payload bytes of one writer that are accepted and not yet committed
 * @param batchRowsMax rows of one commit
 * @param batchBytesMax payload bytes of one commit; one row may be larger
 * @param verifyThreads for signatures that are too slow for an event loop
 * @param verifyQueue requests that wait for such a thread
 * @param refusedAlertCount refused callbacks of one endpoint, none genuine between them, that raise an alert
 * @param refusedAlertTime how long that must have gone on
 * @param refusedPerSecondOfSource callbacks of one source that are judged and are not genuine
 * @param refusedPerSecondOfEndpoint the same of all sources of an endpoint
 */
public record IngestConfig(
        int queueRows,
        Size queueBytes,
        int batchRowsMax,
        Size batchBytesMax,
        int verifyThreads,
        int verifyQueue,
        int refusedAlertCount,
        Duration refusedAlertTime,
        int refusedPerSecondOfSource,
        int refusedPerSecondOfEndpoint) {
    private static final Key<Integer> QUEUE_ROWS = Key.of(
                    "queue-rows",
                    Kinds.integer(1, 1_000_000),
                    "Rows of one writer that are accepted and not yet committed. Over it, 503 with Retry-After.",
                    "单个写入连接已接收、尚未提交的行数上限，超出时应答 503 并带 Retry-After。")
            .or("8192")
            .atRestart();
    private static final Key<Size> QUEUE_BYTES = Key.of(
                    "queue-bytes",
                    Kinds.size("1MiB", "16GiB"),
                    "Payload bytes of one writer that are accepted and not yet committed.",
                    "单个写入连接已接收、尚未提交的数据大小上限。")
            .or("64MiB")
            .atRestart();
    private static final Key<Integer> BATCH_ROWS = Key.of(
                    "batch-rows-max", Kinds.integer(1, 256), "Rows of one commit.", "单次提交的行数上限。")
            .or("256")
            .atRestart();
    private static final Key<Size> BATCH_BYTES = Key.of(
                    "batch-bytes-max",
                    Kinds.size("64KiB", "64MiB"),
                    "Payload bytes of one commit; one row may be larger. Stay below the database's max_allowed_packet.",
                    "单次提交的数据大小上限；单行可以更大。应小于数据库的 max_allowed_packet。")
            .or("4MiB")
            .atRestart();
    private static final Key<Integer> VERIFY_THREADS = Key.of(
                    "verify-threads",
                    Kinds.integer(1, 256),
                    "Threads for signatures that are too slow for an event loop (SM2, ECDSA, RSA with decryption).",
                    "用于较慢签名算法（SM2、ECDSA、带解密的 RSA）的线程数。")
            .or("2")
            .atRestart();
    private static final Key<Integer> VERIFY_QUEUE = Key.of(
                    "verify-queue",
                    Kinds.integer(1, 100_000),
                    "Requests that wait for such a thread. Over it, 503 with Retry-After.",
                    "等待上述线程的请求数上限，超出时应答 503 并带 Retry-After。")
            .or("1024")
            .atRestart();

    private static final Key<Integer> REFUSED_ALERT_COUNT = Key.of(
                    "refused-alert-count",
                    Kinds.integer(1, 1_000_000),
                    "So many refused callbacks of one endpoint with no genuine one between them raise the alert"
                            + " endpoint-refuses-everything, once refused-alert-time has passed too.",
                    "同一端点连续拒绝这么多回调、其间没有一个真实回调，且持续时间也达到 refused-alert-time 时，发出告警" + " endpoint-refuses-everything。")
            .or("10")
            .atRestart();
    private static final Key<Duration> REFUSED_ALERT_TIME = Key.of(
                    "refused-alert-time",
                    Kinds.duration("0s", "1d"),
                    "From the first of these refused callbacks to the alert.",
                    "从其中第一个被拒绝的回调到发出告警的时长。")
            .or("5m")
            .atRestart();

    private static final Key<Integer> REFUSED_PER_SOURCE = Key.of(
                    "refused-per-second-of-source",
                    Kinds.integer(1, 1_000_000),
                    "Callbacks a second of one address (IPv6: one /64) at one endpoint that are judged and are not"
                            + " genuine; five seconds' worth at once. More get 503 with Retry-After unjudged, until a"
                            + " genuine one comes from that address: then it is not limited for a day.",
                    "同一地址（IPv6 为同一 /64）在同一端点每秒最多验证多少个最终不真实的回调，可一次用掉五秒的量。超出的不再验证，直接应答 503 并带"
                            + " Retry-After；该地址一旦送来真实回调，一天内不受此限。")
            .or("20")
            .atRestart();
    private static final Key<Integer> REFUSED_PER_ENDPOINT = Key.of(
                    "refused-per-second-of-endpoint",
                    Kinds.integer(1, 1_000_000),
                    "The same of all addresses at one endpoint together. Addresses that sent a genuine callback within"
                            + " a day neither count nor are limited.",
                    "同一端点上所有地址合计的同一上限。一天内送来过真实回调的地址既不计入也不受限。")
            .or("500")
            .atRestart();

    static final Group GROUP = Group.of(
            "ingest",
            "The bounds between listener and database.",
            "监听端口与数据库之间的各项上限。",
            QUEUE_ROWS,
            QUEUE_BYTES,
            BATCH_ROWS,
            BATCH_BYTES,
            VERIFY_THREADS,
            VERIFY_QUEUE,
            REFUSED_ALERT_COUNT,
            REFUSED_ALERT_TIME,
            REFUSED_PER_SOURCE,
            REFUSED_PER_ENDPOINT);

    public IngestConfig {
        new Rules()
                .must(
                        batchRowsMax <= queueRows,
                        "batch-rows-max (" + batchRowsMax + ") must not be above queue-rows (" + queueRows + ")",
                        "batch-rows-max",
                        "queue-rows")
                .must(
                        batchBytesMax.compareTo(queueBytes) <= 0,
                        "batch-bytes-max (" + batchBytesMax + ") must not be above queue-bytes (" + queueBytes + ")",
                        "batch-bytes-max",
                        "queue-bytes")
                .hold();
    }

    /** The defaults. */
    public static IngestConfig standard() {
        return Section.defaults(GROUP, IngestConfig::from);
    }

    static IngestConfig from(Section section) {
        return section.make(
                () -> new IngestConfig(
                        section.value(QUEUE_ROWS),
                        section.value(QUEUE_BYTES),
                        section.value(BATCH_ROWS),
                        section.value(BATCH_BYTES),
                        section.value(VERIFY_THREADS),
                        section.value(VERIFY_QUEUE),
                        section.value(REFUSED_ALERT_COUNT),
                        section.value(REFUSED_ALERT_TIME),
                        section.value(REFUSED_PER_SOURCE),
                        section.value(REFUSED_PER_ENDPOINT)),
                IngestConfig::standard);
    }
}
