package tallygate.config;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Rules;
import tallygate.config.key.Section;
import tallygate.config.value.DurationText;
import tallygate.config.value.Secret;
import tallygate.config.value.StatusSet;

/**
 * Sends a task to a business service over HTTP.
 *
 * @param timeout from the request to the whole answer
 * @param secrets sign deliveries, each with a signature of its own, so that a receiver can change over; unsigned without
 * @param alreadyDone statuses that say the effect had been applied before
 * @param permanent statuses that make trying again pointless, besides the usual ones
 * @param retry statuses after which to try again, besides the usual ones
 */
public record HttpHandlerConfig(
        URI url,
        Duration timeout,
        Duration connectTimeout,
        List<Secret> secrets,
        Format format,
        SuccessConfig success,
        StatusSet alreadyDone,
        StatusSet permanent,
        StatusSet retry)
        implements HandlerConfig {
    /** What is sent. */
    public enum Format {
        /** Our JSON envelope, signed. */
        ENVELOPE,
        /** The callback exactly as it came, for a callback script that cannot be changed. */
        ORIGINAL
    }

    private static final Duration CONNECT_TIMEOUT_USUAL = Duration.ofSeconds(2);

    private static final Key<String> KIND =
            Key.of("kind", Kinds.choice(List.of("http")), "Chooses this handler.", "选用此处理器。");
    private static final Key<URI> URL = Key.of(
            "url",
            Kinds.httpUrl(),
            "Where tasks are sent by POST. Loopback and private addresses are fine; redirects are not followed.",
            "以 POST 投递任务的地址。可以是本机或内网地址；不跟随重定向。");
    private static final Key<Duration> TIMEOUT = Key.of(
                    "timeout",
                    Kinds.duration("100ms", "10m"),
                    "Time for the whole answer. After it the outcome is unknown and the task is tried again.",
                    "等待完整应答的时限；超时视为结果未知并重试。")
            .or("5s");
    private static final Key<Duration> CONNECT_TIMEOUT = Key.of(
                    "connect-timeout", Kinds.duration("50ms", "1m"), "Time to connect.", "建立连接的时限。")
            .orAbsent("2s, or timeout when that is shorter", "2s；若 timeout 更短则取 timeout");
    private static final Key<List<Secret>> SECRET = Key.of(
                    "secret",
                    Kinds.oneOrMore(WebhookSecret.KIND, 5),
                    "Signs deliveries in the Standard Webhooks way. With a list every delivery carries a signature for"
                            + " each, so that a receiver can change over.",
                    "按 Standard Webhooks 方式为投递签名。写成列表时，每次投递带上各自的签名，便于接收方轮换。")
            .orAbsent("deliveries are unsigned, with a warning", "投递不签名，并给出警告");
    private static final Key<Format> FORMAT = Key.of(
                    "format",
                    Kinds.choice(Format.class),
                    "envelope: our JSON; original: the callback exactly as it came (method, headers, bytes).",
                    "envelope：我们的 JSON；original：原样转发回调（方法、请求头、字节）。")
            .or("envelope");
    private static final Key<StatusSet> ALREADY_DONE = Key.of(
                    "already-done",
                    Kinds.statuses(),
                    "Statuses by which this receiver says that the effect had been applied before, usually [409].",
                    "接收方表示“此前已处理”的状态码，通常为 [409]。")
            .or("[]");
    private static final Key<StatusSet> PERMANENT = Key.of(
                    "permanent",
                    Kinds.statuses(),
                    "Further statuses after which trying again is pointless: the task is failed at once.",
                    "另行指定的、重试无意义的状态码：任务立即失败。")
            .or("[]");
    private static final Key<StatusSet> RETRY = Key.of(
                    "retry",
                    Kinds.statuses(),
                    "Further statuses after which the task is tried again.",
                    "另行指定的、应当重试的状态码。")
            .or("[]");

    static final Group GROUP = Group.of(
                    "http",
                    "Sends each task to a business service. Usual answers: 2xx done; 425, 429, 503 later; 401, 403,"
                            + " 404 retry and alarm; other 4xx permanent; 5xx, timeout and connection errors unknown,"
                            + " tried again.",
                    "把任务发送给业务服务。通常的应答含义：2xx 完成；425、429、503 稍后再试；401、403、404 重试并告警；其他 4xx 永久失败；5xx、超时和连接错误为结果未知，重试。",
                    KIND,
                    URL,
                    TIMEOUT,
                    CONNECT_TIMEOUT,
                    SECRET,
                    FORMAT,
                    ALREADY_DONE,
                    PERMANENT,
                    RETRY)
            .with(Group.Branch.one("success-when", SuccessConfig.GROUP));

    public HttpHandlerConfig {
        secrets = List.copyOf(secrets);
        new Rules()
                .must(
                        connectTimeout.compareTo(timeout) <= 0,
                        "connect-timeout (" + DurationText.format(connectTimeout) + ") must not be above timeout ("
                                + DurationText.format(timeout) + ")",
                        "connect-timeout",
                        "timeout")
                .must(
                        permanent.common(retry).isEmpty(),
                        "names " + permanent.common(retry) + " as retry does; a status has one meaning",
                        "permanent",
                        "retry")
                .must(
                        alreadyDone.common(permanent).isEmpty()
                                && alreadyDone.common(retry).isEmpty(),
                        "names a status that permanent or retry names too; a status has one meaning",
                        "already-done",
                        "permanent",
                        "retry")
                .hold();
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** The first secret. */
    public Optional<Secret> secret() {
        return secrets.stream().findFirst();
    }

    @Override
    public Duration longestCall() {
        return timeout;
    }

    static Optional<HandlerConfig> from(Section section) {
        section.required(KIND);
        Optional<URI> url = section.required(URL);
        Duration timeout = section.value(TIMEOUT);
        Duration connectTimeout = section.optional(CONNECT_TIMEOUT, () -> shorter(CONNECT_TIMEOUT_USUAL, timeout));
        List<Secret> secrets = section.optional(SECRET).orElse(List.of());
        Format format = section.value(FORMAT);
        SuccessConfig success = section.one("success-when", SuccessConfig::from);
        StatusSet alreadyDone = section.value(ALREADY_DONE);
        StatusSet permanent = section.value(PERMANENT);
        StatusSet retry = section.value(RETRY);
        warn(section, format);
        return section.make(
                () -> url.map(u -> new HttpHandlerConfig(
                        u, timeout, connectTimeout, secrets, format, success, alreadyDone, permanent, retry)),
                Optional::empty);
    }

    private static void warn(Section section, Format format) {
        if (format == Format.ENVELOPE && !section.isWritten("secret")) {
            section.warning(
                    "secret", "is not set: deliveries go out unsigned, so anybody could pretend to be the gateway");
        }
        if (format == Format.ORIGINAL && section.isWritten("secret")) {
            section.warning(
                    "secret", "has no effect with format: original, which sends the callback exactly as it came");
        }
    }
}
