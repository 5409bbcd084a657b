package tallygate.callback.handler;

import com.rabbitmq.client.AMQP;
import java.time.Duration;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tallygate.callback.Delivery;
import tallygate.callback.Outcome;
import tallygate.signature.Header;

/** Publishes each task to RabbitMQ, and takes its consumer's word for its end. */
final class AmqpHandler implements Handler {
    private static final int PERSISTENT = 2;

    private final AmqpConfig config;
    private final HandlerTools tools;
    private final AwaitedResults results;
    private final AmqpQueue queue;
    private final Optional<AmqpManagement> management;

    AmqpHandler(AmqpConfig config, HandlerTools tools) {
        this.config = config;
        this.tools = tools;
        this.results = new AwaitedResults(tools);
        this.queue = new AmqpQueue(config, results::take, tools.nanos());
        this.management = config.management()
                .map(api ->
                        new AmqpManagement(api, config.server(), config.queues().queue(), tools.nanos()));
    }

    @Override
    public Outcome handle(Delivery delivery) throws InterruptedException {
        try (AwaitedResults.Awaited awaited = results.await(delivery)) {
            String token = token(delivery);
            return switch (queue.send(properties(delivery, token), Envelope.of(delivery, token))) {
                case AmqpQueue.Sent.Confirmed _ -> ended(awaited);
                case AmqpQueue.Sent.Away(String why) ->
                    new Outcome.Retry("the broker cannot be reached: " + why, Optional.empty());
                case AmqpQueue.Sent.Misconfigured(String why) -> new Outcome.Misconfigured(why);
                case AmqpQueue.Sent.Refused _ -> new Outcome.Retry("the broker refused the message", Optional.empty());
                case AmqpQueue.Sent.Lost(String why) ->
                    new Outcome.Unknown("the broker did not confirm the message: " + why);
            };
        }
    }

    private Outcome ended(AwaitedResults.Awaited awaited) throws InterruptedException {
        return switch (config.doneWhen()) {
            case DoneWhen.Published _ -> new Outcome.Done("published");
            case DoneWhen.Result(Duration longest, Duration within) -> awaited.orUnknown(longest, within);
        };
    }

    private String token(Delivery delivery) {
        return config.doneWhen() instanceof DoneWhen.Result ? tools.token(delivery) : "";
    }

    private AMQP.BasicProperties properties(Delivery delivery, String token) {
        Map<String, Object> headers = new HashMap<>();
        headers.put("Idempotency-Key", delivery.idempotencyKey());
        headers.put("tallygate-attempt", delivery.attempt());
        headers.put("tallygate-route", delivery.route());
        Header trace = tools.trace(delivery);
        headers.put(trace.name(), trace.value());
        var properties = new AMQP.BasicProperties.Builder()
                .contentType("application/json")
                .contentEncoding("utf-8")
                .deliveryMode(PERSISTENT)
                .messageId("msg_" + delivery.taskId())
                .correlationId(Long.toString(delivery.taskId()))
                .timestamp(Date.from(tools.clock().instant()))
                .appId("tallygate")
                .headers(headers);
        if (!token.isEmpty()) {
            headers.put(ResultTokens.HEADER, token);
            properties.replyTo(queue.resultQueue());
        }
        return properties.build();
    }

    @Override
    public Map<String, Double> readings() {
        var readings = new HashMap<>(queue.depths());
        management.ifPresent(api -> readings.putAll(api.unacknowledged()));
        if (config.doneWhen() instanceof DoneWhen.Result) {
            readings.putAll(results.readings());
        }
        return readings;
    }

    @Override
    public void close() {
        queue.close();
        management.ifPresent(AmqpManagement::close);
    }
}
