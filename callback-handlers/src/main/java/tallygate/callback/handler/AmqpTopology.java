package tallygate.callback.handler;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import tallygate.callback.handler.AmqpConfig.Queues;

/**
 * What a route needs in the broker. A message that its consumer rejects goes over {@code EXCHANGE.retry} into {@code
 * QUEUE.retry}, stays there for the retry delay, and comes back over the exchange; the broker counts the rounds in {@code
 * x-death}. After its limit the consumer moves it to {@code QUEUE.manual}.
 */
final class AmqpTopology {
    private AmqpTopology() {}

    /** Declares what is missing; everything is durable. */
    static void declare(Connection connection, Queues queues) throws IOException {
        try (Channel channel = channel(connection)) {
            channel.exchangeDeclare(queues.exchange(), BuiltinExchangeType.DIRECT, true);
            channel.exchangeDeclare(queues.retryExchange(), BuiltinExchangeType.DIRECT, true);
            channel.queueDeclare(
                    queues.queue(),
                    true,
                    false,
                    false,
                    Map.of(
                            "x-dead-letter-exchange",
                            queues.retryExchange(),
                            "x-dead-letter-routing-key",
                            queues.queue()));
            channel.queueDeclare(
                    queues.retryQueue(),
                    true,
                    false,
                    false,
                    Map.of(
                            "x-message-ttl",
                            queues.retryDelay().toMillis(),
                            "x-dead-letter-exchange",
                            queues.exchange(),
                            "x-dead-letter-routing-key",
                            queues.queue()));
            channel.queueDeclare(queues.manualQueue(), true, false, false, Map.of());
            channel.queueDeclare(queues.resultQueue(), true, false, false, Map.of());
            channel.queueBind(queues.queue(), queues.exchange(), queues.queue());
            channel.queueBind(queues.retryQueue(), queues.retryExchange(), queues.queue());
        } catch (TimeoutException e) {
            throw new IOException("the broker did not close a channel in time", e);
        }
    }

    /** Fails when the exchange, or the result queue where one is needed, is not there. */
    static void check(Connection connection, Queues queues, boolean needsResults) throws IOException {
        try (Channel channel = channel(connection)) {
            channel.exchangeDeclarePassive(queues.exchange());
            if (needsResults) {
                channel.queueDeclarePassive(queues.resultQueue());
            }
        } catch (TimeoutException e) {
            throw new IOException("the broker did not close a channel in time", e);
        }
    }

    static Channel channel(Connection connection) throws IOException {
        return connection
                .openChannel()
                .orElseThrow(() -> new IOException("the broker allows this connection no further channel"));
    }

    /** Whether the broker says that something is not there, is declared otherwise, or is forbidden. */
    static boolean isDeployFault(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof ShutdownSignalException signal) {
                int code = code(signal);
                return code == AMQP.NOT_FOUND
                        || code == AMQP.PRECONDITION_FAILED
                        || code == AMQP.ACCESS_REFUSED
                        || code == AMQP.NOT_ALLOWED
                        || code == AMQP.RESOURCE_LOCKED;
            }
        }
        return false;
    }

    private static int code(ShutdownSignalException signal) {
        return switch (signal.getReason()) {
            case AMQP.Channel.Close close -> close.getReplyCode();
            case AMQP.Connection.Close close -> close.getReplyCode();
            case null, default -> 0;
        };
    }

    /** The broker's own words where it gave any; they name exchanges and queues, never contents. */
    static String reason(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof ShutdownSignalException signal) {
                switch (signal.getReason()) {
                    case AMQP.Channel.Close close -> {
                        return close.getReplyText();
                    }
                    case AMQP.Connection.Close close -> {
                        return close.getReplyText();
                    }
                    case null, default -> {}
                }
            }
        }
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }
}
