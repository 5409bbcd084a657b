package tallygate.callback.handler;

import com.rabbitmq.client.AMQP;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** One queue of RabbitMQ that work goes into, and the queue that its results come back in. */
public final class AmqpQueue implements AutoCloseable {
    private final AmqpConfig config;
    private final AmqpLinks links;

    /** What became of one message. */
    public sealed interface Sent {
        /** It is in the queue, on disk. */
        record Confirmed() implements Sent {}

        /** Nothing was sent: the broker cannot be reached. */
        record Away(String why) implements Sent {}

        /** Nothing was sent, or the broker gave it back: something is not there, or refuses us. */
        record Misconfigured(String why) implements Sent {}

        /** The broker says that it could not take it. */
        record Refused() implements Sent {}

        /** No answer: it may be in the queue. */
        record Lost(String why) implements Sent {}
    }

    /**
     * @param results gets each message of the result queue; false: it is to come again later
     * @param nanos monotonic
     */
    public AmqpQueue(AmqpConfig config, Predicate<byte[]> results, LongSupplier nanos) {
        this.config = config;
        this.links = new AmqpLinks(config, results, nanos);
    }

    /**
     * Sends one message and waits for the broker's confirmation, at most {@link AmqpConfig#confirmWait()} beside the time to
     * connect.
     *
     * @throws InterruptedException when the node stops; the message may be in the queue
     */
    public Sent send(AMQP.BasicProperties properties, byte[] body) throws InterruptedException {
        return switch (links.open()) {
            case AmqpLinks.Try.Away(String why) -> new Sent.Away(why);
            case AmqpLinks.Try.Misconfigured(String why) -> new Sent.Misconfigured("the broker refuses: " + why);
            case AmqpLinks.Try.Open(AmqpLink link) -> sent(link, properties, body);
        };
    }

    private Sent sent(AmqpLink link, AMQP.BasicProperties properties, byte[] body) throws InterruptedException {
        return switch (answer(link, properties, body)) {
            case AmqpLink.Published.Confirmed _ -> new Sent.Confirmed();
            case AmqpLink.Published.Refused _ -> new Sent.Refused();
            case AmqpLink.Published.Lost(String why) -> new Sent.Lost(why);
            case AmqpLink.Published.Returned(String why) ->
                new Sent.Misconfigured("no queue takes messages of exchange "
                        + config.queues().exchange() + " with routing key "
                        + config.queues().queue() + ": " + why);
        };
    }

    private AmqpLink.Published answer(AmqpLink link, AMQP.BasicProperties properties, byte[] body)
            throws InterruptedException {
        try {
            return link.publish(properties, body).get(config.confirmWait().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            return new AmqpLink.Published.Lost("nothing came within " + config.confirmWait());
        } catch (ExecutionException e) {
            throw new IllegalStateException("a publication is only ever completed normally", e);
        }
    }

    /** The name of the queue that results come back in. */
    public String resultQueue() {
        return config.queues().resultQueue();
    }

    /** Depths by name; empty without a link. */
    public Map<String, Double> depths() {
        return links.depths();
    }

    @Override
    public void close() {
        links.close();
    }
}
