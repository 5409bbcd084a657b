package tallygate.callback.handler;

import com.rabbitmq.client.AMQP;
import java.time.Duration;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tallygate.callback.Delivery;
import tallygate.callback.Outcome;
import tallygate.signature.Header;

/** Publishes each task to RabbitMQ, and takes its consumer's word for its end. */
final class AmqpHandler implements Handler {
    private static final int PERSISTENT = 2;

    private final AmqpConfig config;
    private final HandlerTools tools;
    private final AwaitedResults results;
    private final AmqpLinks links;
    private final Optional<AmqpManagement> management;

    AmqpHandler(AmqpConfig config, HandlerTools tools) {
        this.config = config;
        this.tools = tools;
        this.results = new AwaitedResults(tools.lateResults(), tools.nanos());
        this.links = new AmqpLinks(config, results, tools.nanos());
        this.management = config.management()
                .map(api ->
                        new AmqpManagement(api, config.server(), config.queues().queue(), tools.nanos()));
    }

    @Override
    public Outcome handle(Delivery delivery) throws InterruptedException {
        return switch (links.open()) {
            case AmqpLinks.Try.Away(String why) ->
                new Outcome.Retry("the broker cannot be reached: " + why, Optional.empty());
            case AmqpLinks.Try.Misconfigured(String why) -> new Outcome.Misconfigured("the broker refuses: " + why);
            case AmqpLinks.Try.Open(AmqpLink link) -> publish(delivery, link);
        };
    }

    private Outcome publish(Delivery delivery, AmqpLink link) throws InterruptedException {
        try (AwaitedResults.Awaited awaited = results.await(delivery.taskId())) {
            AmqpLink.Published published = answer(link, delivery);
            return switch (published) {
                case AmqpLink.Published.Confirmed _ -> ended(awaited);
                case AmqpLink.Published.Returned(String why) ->
                    new Outcome.Misconfigured("no queue takes messages of exchange "
                            + config.queues().exchange() + " with routing key "
                            + config.queues().queue() + ": " + why);
                case AmqpLink.Published.Refused _ ->
                    new Outcome.Retry("the broker refused the message", Optional.empty());
                case AmqpLink.Published.Lost(String why) ->
                    new Outcome.Unknown("the broker did not confirm the message: " + why);
            };
        }
    }

    private AmqpLink.Published answer(AmqpLink link, Delivery delivery) throws InterruptedException {
        try {
            return link.publish(properties(delivery), Envelope.of(delivery))
                    .get(config.confirmWait().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            return new AmqpLink.Published.Lost("nothing came within " + config.confirmWait());
        } catch (ExecutionException e) {
            throw new IllegalStateException("a publication is only ever completed normally", e);
        }
    }

    private Outcome ended(AwaitedResults.Awaited awaited) throws InterruptedException {
        return switch (config.doneWhen()) {
            case DoneWhen.Published _ -> new Outcome.Done("published");
            case DoneWhen.Result(Duration longest, Duration within) -> awaited.orUnknown(longest, within);
        };
    }

    private AMQP.BasicProperties properties(Delivery delivery) {
        Map<String, Object> headers = new HashMap<>();
        headers.put("Idempotency-Key", delivery.idempotencyKey());
        headers.put("tallygate-attempt", delivery.attempt());
        headers.put("tallygate-route", delivery.route());
        Header trace = TraceContext.header(delivery, tools.dice());
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
        if (config.doneWhen() instanceof DoneWhen.Result) {
            properties.replyTo(config.queues().resultQueue());
        }
        return properties.build();
    }

    @Override
    public Map<String, Double> readings() {
        var readings = new HashMap<>(links.depths());
        management.ifPresent(api -> readings.putAll(api.unacknowledged()));
        if (config.doneWhen() instanceof DoneWhen.Result) {
            readings.putAll(results.readings());
        }
        return readings;
    }

    @Override
    public void close() {
        links.close();
        management.ifPresent(AmqpManagement::close);
    }
}
