package tallygate.callback.handler;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import tallygate.callback.Delivery;
import tallygate.callback.Outcome;
import tallygate.signature.Header;

/** Appends each task to a topic with an idempotent producer, and takes its consumer's word for its end. */
final class KafkaHandler implements Handler {
    private static final String CORRELATION = "tallygate-task";

    private final KafkaConfig config;
    private final HandlerTools tools;
    private final AwaitedResults results;
    private final Producer<byte[], byte[]> producer;
    private final Optional<KafkaResults> listener;

    KafkaHandler(KafkaConfig config, HandlerTools tools) {
        this.config = config;
        this.tools = tools;
        this.results = new AwaitedResults(tools);
        this.producer = new KafkaProducer<>(settings(config), new ByteArraySerializer(), new ByteArraySerializer());
        this.listener = config.doneWhen() instanceof DoneWhen.Result
                ? Optional.of(new KafkaResults(config, results))
                : Optional.empty();
    }

    private static Map<String, Object> settings(KafkaConfig config) {
        int millis = (int) config.timeout().toMillis();
        Map<String, Object> settings = new HashMap<>(config.client());
        settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, config.servers());
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, millis);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, millis);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, millis);
        return settings;
    }

    @Override
    public Outcome handle(Delivery delivery) throws InterruptedException {
        try (AwaitedResults.Awaited awaited = results.await(delivery)) {
            producer.send(message(delivery)).get(2 * config.timeout().toMillis(), TimeUnit.MILLISECONDS);
            return switch (config.doneWhen()) {
                case DoneWhen.Published _ -> new Outcome.Done("published");
                case DoneWhen.Result(Duration longest, Duration within) -> awaited.orUnknown(longest, within);
            };
        } catch (ExecutionException e) {
            return failed(e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException _) {
            return new Outcome.Unknown("the brokers did not confirm the message");
        }
    }

    private Outcome failed(Throwable cause) {
        return switch (cause) {
            case RecordTooLargeException _ -> new Outcome.Permanent("the message is larger than the topic takes");
            case AuthenticationException _ -> new Outcome.Misconfigured("the brokers refuse the credentials");
            case AuthorizationException _ -> new Outcome.Misconfigured("the brokers refuse writing to the topic");
            case UnknownTopicOrPartitionException _ -> new Outcome.Misconfigured(noTopic());
            case InvalidTopicException _ -> new Outcome.Misconfigured(noTopic());
            // The client says the same whether the topic is missing or the brokers are away; nothing was sent.
            case org.apache.kafka.common.errors.TimeoutException late
            when isAboutMetadata(late) ->
                new Outcome.Retry(
                        "the brokers did not say where topic " + config.topic() + " is: away, or there is none",
                        Optional.empty());
            default ->
                new Outcome.Unknown("the brokers did not take the message: "
                        + cause.getClass().getSimpleName());
        };
    }

    private String noTopic() {
        return "there is no topic " + config.topic();
    }

    private static boolean isAboutMetadata(Throwable late) {
        return late.getMessage() != null && late.getMessage().contains("metadata");
    }

    private ProducerRecord<byte[], byte[]> message(Delivery delivery) {
        String token = config.doneWhen() instanceof DoneWhen.Result ? tools.token(delivery) : "";
        var message = new ProducerRecord<>(
                config.topic(), delivery.bizId().getBytes(StandardCharsets.UTF_8), Envelope.of(delivery, token));
        if (!token.isEmpty()) {
            add(message, ResultTokens.HEADER, token);
        }
        add(message, "Idempotency-Key", delivery.idempotencyKey());
        add(message, "tallygate-attempt", Integer.toString(delivery.attempt()));
        add(message, CORRELATION, Long.toString(delivery.taskId()));
        Header trace = tools.trace(delivery);
        add(message, trace.name(), trace.value());
        return message;
    }

    private static void add(ProducerRecord<byte[], byte[]> message, String name, String value) {
        message.headers().add(name, value.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public Map<String, Double> readings() {
        return config.doneWhen() instanceof DoneWhen.Result ? results.readings() : Map.of();
    }

    @Override
    public void close() {
        listener.ifPresent(KafkaResults::close);
        producer.close(Duration.ofSeconds(2));
    }
}
