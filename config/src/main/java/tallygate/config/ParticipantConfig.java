package tallygate.config;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;
import tallygate.config.value.Secret;

/**
 * One party of sagas.
 *
 * @param url where an http participant's operations lie
 * @param secrets sign calls, each with a signature of its own; unsigned without
 * @param queue where an amqp participant's tasks and results go
 */
public record ParticipantConfig(
        String name,
        Kind kind,
        Optional<URI> url,
        Duration connectTimeout,
        List<Secret> secrets,
        Optional<ParticipantQueueConfig> queue) {
    /** How it is called. */
    public enum Kind {
        HTTP,
        /** A queue of RabbitMQ for tasks, and one for results. */
        AMQP,
        /** Java classes beside the gateway's. */
        LOCAL
    }

    private static final Key<Kind> KIND = Key.of(
                    "kind",
                    Kinds.choice(Kind.class),
                    "http: a service; amqp: a consumer behind RabbitMQ, which tells results by message; local: Java"
                            + " classes of your own beside the gateway's jars.",
                    "http：HTTP 服务；amqp：RabbitMQ 后的消费者，以消息告知结果；local：与网关 jar 放在一起的自有 Java 类。")
            .or("http");
    private static final Key<URI> URL = Key.of(
                    "url",
                    Kinds.httpUrl(),
                    "The service's base address; a step's action, compensation and status are paths below it.",
                    "服务的基地址；步骤的 action、compensation、status 均为其下的路径。")
            .orAbsent("none: only for kind http", "无：仅用于 kind: http");
    private static final Key<Duration> CONNECT_TIMEOUT = Key.of(
                    "connect-timeout", Kinds.duration("50ms", "1m"), "Time to connect.", "建立连接的时限。")
            .or("2s");
    private static final Key<List<Secret>> SECRET = Key.of(
                    "secret",
                    Kinds.oneOrMore(WebhookSecret.KIND, 5),
                    "Signs calls in the Standard Webhooks way; with a list every call carries a signature for each.",
                    "按 Standard Webhooks 方式为调用签名；写成列表时每次调用带上各自的签名。")
            .orAbsent("calls are unsigned, with a warning", "调用不签名，并给出警告");

    static final Group GROUP = Group.of(
            "sagas.participants.NAME",
            "A party that steps of sagas call.",
            "Saga 步骤所调用的参与方。",
            Stream.concat(Stream.of(KIND, URL, CONNECT_TIMEOUT, SECRET), ParticipantQueueConfig.KEYS.stream())
                    .toArray(Key<?>[]::new));

    public ParticipantConfig {
        secrets = List.copyOf(secrets);
    }

    static Optional<ParticipantConfig> from(String name, Section section) {
        Kind kind = section.value(KIND);
        Optional<URI> url = section.optional(URL);
        Duration connect = section.value(CONNECT_TIMEOUT);
        List<Secret> secrets = section.optional(SECRET).orElse(List.of());
        if (kind == Kind.HTTP && url.isEmpty() && !section.isWritten("url")) {
            section.problem("url", "is missing; an http participant needs its base address");
        }
        if (kind == Kind.HTTP && !section.isWritten("secret")) {
            section.warning("secret", "is not set: calls go out unsigned, so anybody could pretend to be the gateway");
        }
        Optional<ParticipantQueueConfig> queue = ParticipantQueueConfig.from(section);
        if (kind == Kind.AMQP) {
            for (String key : List.of("broker", "queue")) {
                if (!section.isWritten(key)) {
                    section.problem(key, "is missing; an amqp participant needs its broker and its queue");
                }
            }
        }
        if (kind == Kind.HTTP && url.isEmpty() || kind == Kind.AMQP && queue.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new ParticipantConfig(name, kind, url, connect, secrets, queue));
    }
}
