package tallygate.callback.handler;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the result topic as one group of all nodes; an offset is committed only after its result was settled. */
final class KafkaResults implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(KafkaResults.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int RESULTS_AT_ONCE = 64;

    private final KafkaConfig config;
    private final AwaitedResults results;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Thread loop;
    private volatile boolean isClosed;

    KafkaResults(KafkaConfig config, AwaitedResults results) {
        this.config = config;
        this.results = results;
        this.consumer = new KafkaConsumer<>(settings(config), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.loop = Thread.ofPlatform().daemon().name("kafka-results").start(this::run);
    }

    private static Map<String, Object> settings(KafkaConfig config) {
        Map<String, Object> settings = new HashMap<>(config.client());
        settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, config.servers());
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, "tallygate." + config.topic());
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, RESULTS_AT_ONCE);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        return settings;
    }

    private void run() {
        try (consumer) {
            consumer.subscribe(List.of(config.resultTopic()));
            while (!isClosed) {
                round();
            }
        } catch (WakeupException _) {
            // close() wakes the poll.
        }
    }

    private void round() {
        try {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(PAUSE)) {
                var partition = new TopicPartition(record.topic(), record.partition());
                if (!results.take(record.value())) {
                    consumer.seek(partition, record.offset());
                    consumer.pause(List.of(partition));
                    consumer.poll(PAUSE);
                    consumer.resume(List.of(partition));
                    return;
                }
                consumer.commitSync(Map.of(partition, new OffsetAndMetadata(record.offset() + 1)));
            }
        } catch (WakeupException e) {
            throw e;
        } catch (KafkaException e) {
            log.warn(
                    "topic={} results cannot be read, tried again in a second: {}",
                    config.resultTopic(),
                    e.getClass().getSimpleName());
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException _) {
                isClosed = true;
            }
        }
    }

    @Override
    public void close() {
        isClosed = true;
        consumer.wakeup();
        loop.interrupt();
    }
}
