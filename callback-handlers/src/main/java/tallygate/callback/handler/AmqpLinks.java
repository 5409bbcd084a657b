package tallygate.callback.handler;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a link to the broker open: opens it when it is needed, and again while results are to be heard. */
final class AmqpLinks implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(AmqpLinks.class);
    private static final int CONNECT_MILLIS_MAX = (int) AmqpConfig.CONNECT_MAX.toMillis();
    private static final int RESULTS_AT_ONCE = 64;
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final AmqpConfig config;
    private final Predicate<byte[]> results;
    private final LongSupplier nanos;
    private final ConnectionFactory factory;
    private final ReentrantLock opening = new ReentrantLock();
    private final Thread keeper;
    private volatile @Nullable AmqpLink link;
    private volatile boolean isClosed;
    private long failedNanos;
    private Try lastFailure = new Try.Away("not tried yet");

    /** A link, or why there is none. */
    sealed interface Try {
        record Open(AmqpLink link) implements Try {}

        /** The broker cannot be reached. */
        record Away(String why) implements Try {}

        /** It can, and refuses us: wrong password, missing exchange, a queue declared otherwise. */
        record Misconfigured(String why) implements Try {}
    }

    /** @param results takes a message of the result queue; false: it is to come again later */
    AmqpLinks(AmqpConfig config, Predicate<byte[]> results, LongSupplier nanos) {
        this.config = config;
        this.results = results;
        this.nanos = nanos;
        this.factory = factory(config);
        this.failedNanos = nanos.getAsLong() - PAUSE.toNanos();
        this.keeper = Thread.ofVirtual().name("amqp-keeper").unstarted(this::keep);
        if (needsResults()) {
            keeper.start();
        }
    }

    private boolean needsResults() {
        return config.doneWhen() instanceof DoneWhen.Result;
    }

    private static ConnectionFactory factory(AmqpConfig config) {
        var factory = new ConnectionFactory();
        try {
            factory.setUri(config.server());
            if ("amqps".equals(config.server().getScheme())) {
                // setUri alone would trust every certificate.
                factory.useSslProtocol(SSLContext.getDefault());
                factory.enableHostnameVerification();
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "the broker's address cannot be used: " + e.getClass().getSimpleName(), e);
        }
        factory.setRequestedHeartbeat(AmqpConfig.HEARTBEAT_SECONDS);
        factory.setConnectionTimeout(CONNECT_MILLIS_MAX);
        factory.setHandshakeTimeout(CONNECT_MILLIS_MAX);
        factory.setAutomaticRecoveryEnabled(false);
        factory.setTopologyRecoveryEnabled(false);
        factory.setSharedExecutor(Executors.newVirtualThreadPerTaskExecutor());
        return factory;
    }

    private void keep() {
        while (!isClosed) {
            open();
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException _) {
                return;
            }
        }
    }

    /** The open link; a new one at most once a second. */
    Try open() {
        AmqpLink now = link;
        if (now != null && now.isOpen()) {
            return new Try.Open(now);
        }
        opening.lock();
        try {
            now = link;
            if (now != null && now.isOpen()) {
                return new Try.Open(now);
            }
            if (isClosed) {
                return new Try.Away("the handler is closed");
            }
            if (nanos.getAsLong() - failedNanos < PAUSE.toNanos()) {
                return lastFailure;
            }
            return connect(now);
        } finally {
            opening.unlock();
        }
    }

    private Try connect(@Nullable AmqpLink broken) {
        if (broken != null) {
            broken.close();
        }
        Connection connection = null;
        try {
            connection = factory.newConnection("tallygate " + config.queues().queue());
            prepare(connection);
            var fresh = new AmqpLink(connection, config.queues());
            link = fresh;
            log.info("queue={} linked to its broker", config.queues().queue());
            return new Try.Open(fresh);
        } catch (IOException | TimeoutException | ShutdownSignalException e) {
            if (connection != null) {
                connection.abort(1_000);
            }
            failedNanos = nanos.getAsLong();
            Try failure = failure(e);
            if (!failure.equals(lastFailure)) {
                log.warn(
                        "queue={} no link to its broker, tried again every second: {}",
                        config.queues().queue(),
                        failure);
            }
            lastFailure = failure;
            return failure;
        }
    }

    private static Try failure(Exception e) {
        if (e instanceof AuthenticationFailureException) {
            return new Try.Misconfigured("the broker refuses the user or the password");
        }
        if (e instanceof UnknownHostException) {
            return new Try.Misconfigured("the broker's host name is not known");
        }
        return AmqpTopology.isDeployFault(e)
                ? new Try.Misconfigured(AmqpTopology.reason(e))
                : new Try.Away(AmqpTopology.reason(e));
    }

    private void prepare(Connection connection) throws IOException {
        if (config.queues().isDeclared()) {
            AmqpTopology.declare(connection, config.queues());
        } else {
            AmqpTopology.check(connection, config.queues(), needsResults());
        }
        if (needsResults()) {
            Channel channel = AmqpTopology.channel(connection);
            channel.basicQos(RESULTS_AT_ONCE);
            channel.basicConsume(config.queues().resultQueue(), false, new ResultConsumer(channel));
        }
    }

    private final class ResultConsumer extends DefaultConsumer {
        private ResultConsumer(Channel channel) {
            super(channel);
        }

        @Override
        public void handleDelivery(String tag, Envelope envelope, AMQP.BasicProperties properties, byte[] body)
                throws IOException {
            if (results.test(body)) {
                getChannel().basicAck(envelope.getDeliveryTag(), false);
                return;
            }
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            getChannel().basicNack(envelope.getDeliveryTag(), false, true);
        }
    }

    /** Depths by name; empty without a link. */
    Map<String, Double> depths() {
        AmqpLink now = link;
        var depths = new HashMap<String, Double>();
        if (now == null || !now.isOpen()) {
            return depths;
        }
        AmqpConfig.Queues queues = config.queues();
        // A queue that is not there closes the channel, so each is asked on one of its own.
        depth(now, queues.queue(), "ready", "consumers", depths);
        depth(now, queues.retryQueue(), "retrying", "", depths);
        depth(now, queues.manualQueue(), "manual", "", depths);
        return depths;
    }

    private static void depth(AmqpLink link, String queue, String ready, String consumers, Map<String, Double> into) {
        try (Channel channel = AmqpTopology.channel(link.connection())) {
            AMQP.Queue.DeclareOk said = channel.queueDeclarePassive(queue);
            into.put(ready, (double) said.getMessageCount());
            if (!consumers.isEmpty()) {
                into.put(consumers, (double) said.getConsumerCount());
            }
        } catch (IOException | TimeoutException | ShutdownSignalException e) {
            log.debug("queue={} depth not read: {}", queue, AmqpTopology.reason(e));
        }
    }

    @Override
    public void close() {
        isClosed = true;
        keeper.interrupt();
        AmqpLink now = link;
        if (now != null) {
            now.close();
        }
    }
}
