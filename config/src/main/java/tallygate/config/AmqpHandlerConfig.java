package tallygate.config;

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
 * Gives tasks to a queue of RabbitMQ.
 *
 * @param retryDelay how long a message that its consumer rejects waits in QUEUE.retry
 * @param isDeclared whether exchange and queues are declared by the gateway
 */
public record AmqpHandlerConfig(
        Secret url,
        Optional<Secret> managementUrl,
        String exchange,
        String queue,
        Duration retryDelay,
        boolean isDeclared,
        Duration confirmWait,
        DoneWhenConfig doneWhen)
        implements HandlerConfig {
    private static final int NAME_MAX = 200;

    /** Who declares exchange and queues. */
    enum Declare {
        GATEWAY,
        NOBODY
    }

    private static final Key<String> KIND =
            Key.of("kind", Kinds.choice(List.of("amqp")), "Chooses this handler.", "选用此处理器。");
    private static final Key<Secret> URL = Key.of(
            "url",
            BrokerUrl.kind(List.of("amqp", "amqps")),
            "The broker: amqp://USER:PASSWORD@HOST:PORT/VHOST.",
            "broker 地址：amqp://用户:密码@主机:端口/虚拟主机。");
    private static final Key<Secret> MANAGEMENT_URL = Key.of(
                    "management-url",
                    BrokerUrl.kind(List.of("http", "https")),
                    "The broker's management API, http://USER:PASSWORD@HOST:15672: asked for unacknowledged messages.",
                    "broker 的管理 API，http://用户:密码@主机:15672：用于读取未确认消息数。")
            .orAbsent("unacknowledged messages are not measured", "不统计未确认消息数");
    private static final Key<String> EXCHANGE = Key.of(
                    "exchange",
                    Kinds.line(NAME_MAX),
                    "The exchange (kind direct) that tasks are published to; EXCHANGE.retry takes what consumers"
                            + " reject.",
                    "任务发布到的交换机（direct 类型）；EXCHANGE.retry 接收被消费者拒绝的消息。")
            .or("tallygate");
    private static final Key<String> QUEUE = Key.of(
            "queue",
            Kinds.line(NAME_MAX),
            "The queue that consumers read, and the routing key. Beside it are QUEUE.retry, QUEUE.manual and"
                    + " QUEUE.results.",
            "消费者读取的队列，也是路由键。另有 QUEUE.retry、QUEUE.manual、QUEUE.results。");
    private static final Key<Duration> RETRY_DELAY = Key.of(
                    "retry-delay",
                    Kinds.duration("100ms", "10m"),
                    "How long a message that its consumer rejects waits in QUEUE.retry before it comes back.",
                    "被消费者拒绝的消息在 QUEUE.retry 中等待多久后再次投递。")
            .or("10s");
    static final Key<Declare> DECLARE = Key.of(
                    "declare",
                    Kinds.choice(Declare.class),
                    "gateway: exchange and queues are declared if missing; nobody: what is missing is an error.",
                    "gateway：缺少的交换机和队列由网关声明；nobody：缺少即报错。")
            .or("gateway");
    private static final Key<Duration> CONFIRM_WAIT = Key.of(
                    "confirm-wait",
                    Kinds.duration("100ms", "1m"),
                    "Time for the broker to confirm a message. After it the outcome is unknown and the task is tried"
                            + " again.",
                    "等待 broker 确认的时限；超时视为结果未知并重试。")
            .or("5s");

    static final Group GROUP = Group.of(
            "amqp",
            "Gives each task to RabbitMQ: durable, persistent, mandatory, confirmed.",
            "把任务交给 RabbitMQ：持久化、mandatory、发布确认。",
            Stream.concat(
                            Stream.of(KIND, URL, MANAGEMENT_URL, EXCHANGE, QUEUE, RETRY_DELAY, DECLARE, CONFIRM_WAIT),
                            DoneWhenConfig.KEYS.stream())
                    .toArray(Key<?>[]::new));

    @Override
    public Duration longestCall() {
        return confirmWait.plus(doneWhen.resultWait());
    }

    static Optional<HandlerConfig> from(Section section) {
        section.required(KIND);
        Optional<Secret> url = section.required(URL);
        Optional<Secret> managementUrl = section.optional(MANAGEMENT_URL);
        String exchange = section.value(EXCHANGE);
        Optional<String> queue = section.required(QUEUE);
        Duration retryDelay = section.value(RETRY_DELAY);
        Declare declare = section.value(DECLARE);
        Duration confirmWait = section.value(CONFIRM_WAIT);
        DoneWhenConfig doneWhen = DoneWhenConfig.from(section);
        return url.flatMap(u -> queue.map(q -> new AmqpHandlerConfig(
                u, managementUrl, exchange, q, retryDelay, declare == Declare.GATEWAY, confirmWait, doneWhen)));
    }
}
