package tallygate.callback.handler;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One connection to the broker with a channel that publishes and a channel that consumes results. It is never mended: when it
 * breaks, everything that was not confirmed is told so, and the next one is opened.
 */
final class AmqpLink implements AutoCloseable {
    /** What the broker says of one message. */
    sealed interface Published {
        /** It is in a queue, on disk where the queue is durable. */
        record Confirmed() implements Published {}

        /** No queue is bound for it: it would have vanished. */
        record Returned(String why) implements Published {}

        /** The broker refused it. */
        record Refused() implements Published {}

        /** The link broke before an answer: it may be in the queue. */
        record Lost(String why) implements Published {}
    }

    private record Outstanding(String publication, CompletableFuture<Published> answer) {}

    /** The header by which a returned message is told from others. */
    private static final String PUBLICATION = "tallygate-publication";

    private final Connection connection;
    private final Channel channel;
    private final AmqpConfig.Queues queues;
    private final ReentrantLock publishing = new ReentrantLock();
    private final NavigableMap<Long, Outstanding> outstanding = new ConcurrentSkipListMap<>();
    private final Map<String, String> returned = new ConcurrentHashMap<>();

    /** Takes over the connection; what belongs to it must be declared already. */
    AmqpLink(Connection connection, AmqpConfig.Queues queues) throws IOException {
        this.connection = connection;
        this.queues = queues;
        this.channel = AmqpTopology.channel(connection);
        channel.confirmSelect();
        channel.addReturnListener(message -> returned.put(
                String.valueOf(message.getProperties().getHeaders().get(PUBLICATION)),
                message.getReplyCode() + " " + message.getReplyText()));
        channel.addConfirmListener(
                (tag, multiple) -> answered(tag, multiple, true), (tag, multiple) -> answered(tag, multiple, false));
        channel.addShutdownListener(this::broken);
    }

    private void answered(long tag, boolean isMultiple, boolean isTaken) {
        NavigableMap<Long, Outstanding> them =
                isMultiple ? outstanding.headMap(tag, true) : outstanding.subMap(tag, true, tag, true);
        them.forEach((each, message) -> {
            if (outstanding.remove(each, message)) {
                // The broker sends a return before the confirmation of the same message.
                String why = returned.remove(message.publication());
                message.answer()
                        .complete(
                                why != null
                                        ? new Published.Returned(why)
                                        : isTaken ? new Published.Confirmed() : new Published.Refused());
            }
        });
    }

    private void broken(ShutdownSignalException cause) {
        String why = AmqpTopology.reason(cause);
        outstanding.forEach((tag, message) -> {
            if (outstanding.remove(tag, message)) {
                message.answer().complete(new Published.Lost(why));
            }
        });
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /** Sends one message, to be written to disk, and returned when no queue takes it. */
    CompletableFuture<Published> publish(AMQP.BasicProperties properties, byte[] body) {
        var answer = new CompletableFuture<Published>();
        publishing.lock();
        try {
            long tag = channel.getNextPublishSeqNo();
            String publication = Long.toString(tag);
            Map<String, Object> headers = new HashMap<>(properties.getHeaders());
            headers.put(PUBLICATION, publication);
            outstanding.put(tag, new Outstanding(publication, answer));
            channel.basicPublish(
                    queues.exchange(),
                    queues.queue(),
                    true,
                    properties.builder().headers(headers).build(),
                    body);
        } catch (IOException | ShutdownSignalException e) {
            answer.complete(new Published.Lost(AmqpTopology.reason(e)));
        } finally {
            publishing.unlock();
        }
        if (!channel.isOpen()) {
            // It broke after the listener had looked through what was outstanding.
            answer.complete(new Published.Lost("the channel closed while the message was sent"));
        }
        return answer;
    }

    Connection connection() {
        return connection;
    }

    @Override
    public void close() {
        connection.abort(2_000);
    }
}
