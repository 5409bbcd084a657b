package tallygate.callback.handler;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * Kind {@code amqp}: gives tasks to a queue of RabbitMQ.
 *
 * @param server {@code amqp://user:password@host:port/vhost}, or {@code amqps}
 * @param queues what is published to and declared
 * @param doneWhen what ends a task
 * @param management {@code http://user:password@host:15672} of the management API, for one more metric
 * @param confirmWait how long the broker may take to confirm a message
 */
public record AmqpConfig(URI server, Optional<URI> management, Queues queues, DoneWhen doneWhen, Duration confirmWait)
        implements HandlerConfig {
    /** What connections ask the broker for; a silent peer is noticed after two of them. */
    public static final int HEARTBEAT_SECONDS = 30;

    /** A broker that takes longer to take a connection counts as away. */
    public static final Duration CONNECT_MAX = Duration.ofSeconds(5);

    public AmqpConfig {
        if (!"amqp".equals(server.getScheme()) && !"amqps".equals(server.getScheme())) {
            throw new IllegalArgumentException("the server's address must begin with amqp:// or amqps://");
        }
    }

    /**
     * The queue of the business, and what belongs to it: {@code NAME.retry} holds what its consumer refused until it is due
     * again, {@code NAME.manual} what the consumer has given up, {@code NAME.results} what consumers say of their tasks.
     *
     * @param exchange of kind direct, where tasks are published with the queue's name as routing key; {@code EXCHANGE.retry}
     *     takes what consumers refuse
     * @param retryDelay how long a refused message waits before its consumer gets it again
     * @param isDeclared whether we create what is missing; otherwise what is missing is an error of deployment
     */
    public record Queues(String exchange, String queue, Duration retryDelay, boolean isDeclared) {
        static final Duration RETRY_DELAY_MAX = Duration.ofMinutes(10);

        public Queues {
            if (exchange.isBlank() || queue.isBlank()) {
                throw new IllegalArgumentException("an exchange and a queue need names");
            }
            if (retryDelay.toMillis() < 1 || retryDelay.compareTo(RETRY_DELAY_MAX) > 0) {
                throw new IllegalArgumentException(
                        "the retry delay must be 1 ms to " + RETRY_DELAY_MAX + ", was " + retryDelay
                                + ": messages that wait longer belong into the database, not into a broker's memory");
            }
        }

        String retryExchange() {
            return exchange + ".retry";
        }

        String retryQueue() {
            return queue + ".retry";
        }

        String manualQueue() {
            return queue + ".manual";
        }

        String resultQueue() {
            return queue + ".results";
        }
    }
}
