package tallygate.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;
import tallygate.config.key.Words;

/**
 * Appends tasks to a topic of Kafka.
 *
 * @param client a properties file of the Kafka client, for TLS and passwords
 */
public record KafkaHandlerConfig(
        String servers, String topic, Optional<Path> client, Duration timeout, DoneWhenConfig doneWhen)
        implements HandlerConfig {
    private static final Key<String> KIND =
            Key.of("kind", Kinds.choice(List.of("kafka")), "Chooses this handler.", "选用此处理器。");
    private static final Key<String> SERVERS = Key.of(
            "servers",
            Kinds.line(1000),
            "Brokers to begin with: HOST:PORT, several with commas.",
            "初始 broker：主机:端口，多个以逗号分隔。");
    private static final Key<String> TOPIC = Key.of(
            "topic",
            Kinds.line(200),
            "The topic that consumers read, keyed by business id; TOPIC.results takes what they say. Both must exist.",
            "消费者读取的主题，以业务单号为键；TOPIC.results 接收处理结果。两者须已存在。");
    private static final Key<Path> CLIENT = Key.of(
                    "client-properties",
                    Kinds.text(
                            Path::of,
                            Path::toString,
                            new Words("the path of a properties file of the Kafka client", "Kafka 客户端属性文件的路径"),
                            "^.+$"),
                    "Further settings of the Kafka client, for TLS and passwords (security.protocol, sasl.jaas.config"
                            + " …).",
                    "Kafka 客户端的其他设置，用于 TLS 与口令（security.protocol、sasl.jaas.config 等）。")
            .orAbsent("none", "无");
    private static final Key<Duration> TIMEOUT = Key.of(
                    "timeout",
                    Kinds.duration("1s", "2m"),
                    "Time for the brokers to take a message. After it the outcome is unknown and the task is tried"
                            + " again.",
                    "broker 收下消息的时限；超时视为结果未知并重试。")
            .or("10s");

    static final Group GROUP = Group.of(
            "kafka",
            "Appends each task to a topic with an idempotent producer that waits for all replicas in sync.",
            "以幂等生产者把任务追加到主题，等待所有同步副本确认。",
            Stream.concat(Stream.of(KIND, SERVERS, TOPIC, CLIENT, TIMEOUT), DoneWhenConfig.KEYS.stream())
                    .toArray(Key<?>[]::new));

    @Override
    public Duration longestCall() {
        return timeout.multipliedBy(2).plus(doneWhen.resultWait());
    }

    static Optional<HandlerConfig> from(Section section) {
        section.required(KIND);
        Optional<String> servers = section.required(SERVERS);
        Optional<String> topic = section.required(TOPIC);
        Optional<Path> client = section.optional(CLIENT);
        Duration timeout = section.value(TIMEOUT);
        DoneWhenConfig doneWhen = DoneWhenConfig.from(section);
        return servers.flatMap(s -> topic.map(t -> new KafkaHandlerConfig(s, t, client, timeout, doneWhen)));
    }
}
