package tallygate.callback.handler;

import java.time.Duration;
import java.util.Map;

/**
 * Kind {@code kafka}: appends tasks to a topic, keyed by business id, so that one order's events keep their order.
 *
 * @param servers {@code host:port,host:port}
 * @param topic that consumers read; {@code TOPIC.results} holds what they say of their tasks. Neither is created by us
 * @param client further settings of the Kafka client, for TLS and passwords
 * @param doneWhen what ends a task
 * @param timeout for the brokers to take a message
 */
public record KafkaConfig(String servers, String topic, Map<String, String> client, DoneWhen doneWhen, Duration timeout)
        implements HandlerConfig {
    public KafkaConfig {
        client = Map.copyOf(client);
        if (servers.isBlank() || topic.isBlank()) {
            throw new IllegalArgumentException("Kafka needs servers and a topic");
        }
    }

    String resultTopic() {
        return topic + ".results";
    }
}
