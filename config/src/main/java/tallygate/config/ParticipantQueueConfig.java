package tallygate.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;
import tallygate.config.value.Secret;

/**
 * Where a participant's tasks and results go in RabbitMQ.
 *
 * @param isDeclared whether exchange and queues are declared by the gateway
 * @param resultWithin a result is awaited at least so long before the task is sent again
 */
public record ParticipantQueueConfig(
        Secret broker,
        String exchange,
        String queue,
        Duration retryDelay,
        boolean isDeclared,
        Duration confirmWait,
        Duration resultWithin) {
    private static final int NAME_MAX = 200;

    private static final Key<Secret> BROKER = Key.of(
                    "broker",
                    BrokerUrl.kind(List.of("amqp", "amqps")),
                    "The broker of an amqp participant: amqp://USER:PASSWORD@HOST:PORT/VHOST.",
                    "kind: amqp 的 broker 地址：amqp://用户:密码@主机:端口/虚拟主机。")
            .orAbsent("none: only for kind amqp", "无：仅用于 kind: amqp");
    private static final Key<String> EXCHANGE = Key.of(
                    "exchange",
                    Kinds.line(NAME_MAX),
                    "The exchange (kind direct) that its tasks are published to; EXCHANGE.retry takes what it rejects.",
                    "任务发布到的交换机（direct 类型）；EXCHANGE.retry 接收被其拒绝的消息。")
            .or("tallygate");
    private static final Key<String> QUEUE = Key.of(
                    "queue",
                    Kinds.line(NAME_MAX),
                    "The queue that it reads, and the routing key. Beside it are QUEUE.retry, QUEUE.manual and"
                            + " QUEUE.results, where it tells what became of a task.",
                    "参与方读取的队列，也是路由键。另有 QUEUE.retry、QUEUE.manual，以及参与方告知结果的 QUEUE.results。")
            .orAbsent("none: only for kind amqp", "无：仅用于 kind: amqp");
    private static final Key<Duration> RETRY_DELAY = Key.of(
                    "retry-delay",
                    Kinds.duration("100ms", "10m"),
                    "How long a task that it rejects waits in QUEUE.retry before it comes back.",
                    "被参与方拒绝的任务在 QUEUE.retry 中等待多久后再次投递。")
            .or("10s");
    private static final Key<Duration> CONFIRM_WAIT = Key.of(
                    "confirm-wait",
                    Kinds.duration("100ms", "1m"),
                    "Time for the broker to confirm a task. After it the send counts as unknown.",
                    "等待 broker 确认的时限；超时后该次发送视为结果未知。")
            .or("5s");
    private static final Key<Duration> RESULT_WITHIN = Key.of(
                    "result-within",
                    Kinds.duration("1s", "1d"),
                    "A result is awaited at least so long, and as long as the step's timeout, before the task is sent"
                            + " again with the same request id. Nothing is occupied meanwhile.",
                    "至少等待结果这么久（且不短于步骤的超时）之后，才以同一请求号重发任务；等待期间不占用任何线程。")
            .or("1m");

    static final List<Key<?>> KEYS =
            List.of(BROKER, EXCHANGE, QUEUE, RETRY_DELAY, AmqpHandlerConfig.DECLARE, CONFIRM_WAIT, RESULT_WITHIN);

    /** Empty when it has no broker or no queue. */
    static Optional<ParticipantQueueConfig> from(Section section) {
        Optional<Secret> broker = section.optional(BROKER);
        Optional<String> queue = section.optional(QUEUE);
        String exchange = section.value(EXCHANGE);
        Duration retryDelay = section.value(RETRY_DELAY);
        boolean isDeclared = section.value(AmqpHandlerConfig.DECLARE) == AmqpHandlerConfig.Declare.GATEWAY;
        Duration confirmWait = section.value(CONFIRM_WAIT);
        Duration resultWithin = section.value(RESULT_WITHIN);
        return broker.flatMap(b -> queue.map(
                q -> new ParticipantQueueConfig(b, exchange, q, retryDelay, isDeclared, confirmWait, resultWithin)));
    }
}
