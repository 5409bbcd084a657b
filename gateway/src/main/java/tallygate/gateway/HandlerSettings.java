package tallygate.gateway;

import java.io.IOException;
import java.io.Reader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import tallygate.callback.handler.AmqpConfig;
import tallygate.callback.handler.DoneWhen;
import tallygate.callback.handler.HttpConfig;
import tallygate.callback.handler.KafkaConfig;
import tallygate.callback.handler.LogConfig;
import tallygate.callback.handler.RedisConfig;
import tallygate.config.AmqpHandlerConfig;
import tallygate.config.DoneWhenConfig;
import tallygate.config.HandlerConfig;
import tallygate.config.HttpHandlerConfig;
import tallygate.config.KafkaHandlerConfig;
import tallygate.config.LogHandlerConfig;
import tallygate.config.RedisHandlerConfig;
import tallygate.config.SagaHandlerConfig;
import tallygate.config.value.StatusSet;

/** From the configuration's handlers to those that do the work. */
final class HandlerSettings {
    private static final int STATUS_MIN = 100;
    private static final int STATUS_MAX = 599;

    private HandlerSettings() {}

    static tallygate.callback.handler.HandlerConfig of(HandlerConfig handler) {
        return switch (handler) {
            case AmqpHandlerConfig amqp -> amqp(amqp);
            case HttpHandlerConfig http -> http(http);
            case KafkaHandlerConfig kafka -> kafka(kafka);
            case LogHandlerConfig _ -> new LogConfig();
            case SagaHandlerConfig saga ->
                throw new IllegalArgumentException("the handler that starts saga " + saga.saga() + " is the wiring's");
            case RedisHandlerConfig redis ->
                new RedisConfig(
                        URI.create(redis.url().reveal()), redis.queue(), doneWhen(redis.doneWhen()), redis.timeout());
        };
    }

    private static AmqpConfig amqp(AmqpHandlerConfig amqp) {
        return new AmqpConfig(
                URI.create(amqp.url().reveal()),
                amqp.managementUrl().map(url -> URI.create(url.reveal())),
                new AmqpConfig.Queues(amqp.exchange(), amqp.queue(), amqp.retryDelay(), amqp.isDeclared()),
                doneWhen(amqp.doneWhen()),
                amqp.confirmWait());
    }

    private static KafkaConfig kafka(KafkaHandlerConfig kafka) {
        return new KafkaConfig(
                kafka.servers(), kafka.topic(), client(kafka.client()), doneWhen(kafka.doneWhen()), kafka.timeout());
    }

    private static Map<String, String> client(Optional<Path> file) {
        if (file.isEmpty()) {
            return Map.of();
        }
        Properties read = new Properties();
        try (Reader text = Files.newBufferedReader(file.get())) {
            read.load(text);
        } catch (IOException e) {
            throw new IllegalArgumentException("client-properties cannot be read: " + e.getMessage(), e);
        }
        Map<String, String> settings = new HashMap<>();
        read.stringPropertyNames().forEach(name -> settings.put(name, read.getProperty(name)));
        return settings;
    }

    private static DoneWhen doneWhen(DoneWhenConfig when) {
        return switch (when.event()) {
            case RESULT -> new DoneWhen.Result(when.resultWait(), when.resultWithin());
            case PUBLISHED -> new DoneWhen.Published();
        };
    }

    private static HttpConfig http(HttpHandlerConfig http) {
        HttpConfig.Format format = switch (http.format()) {
            case ENVELOPE -> new HttpConfig.Format.Envelope();
            case ORIGINAL ->
                new HttpConfig.Format.Original(new HttpConfig.SuccessWhen(
                        statuses(http.success().status()), http.success().body().orElse("")));
        };
        return new HttpConfig(
                http.url(),
                format,
                new HttpConfig.Timeouts(http.timeout(), http.connectTimeout(), http.timeout()),
                http.secret().map(secret -> List.of(secret.reveal())).orElse(List.of()),
                new HttpConfig.Answers(
                        statuses(http.alreadyDone()), statuses(http.retry()), statuses(http.permanent())));
    }

    private static Set<Integer> statuses(StatusSet statuses) {
        Set<Integer> all = new HashSet<>();
        for (int status = STATUS_MIN; status <= STATUS_MAX; status++) {
            if (statuses.contains(status)) {
                all.add(status);
            }
        }
        return all;
    }
}
