package tallygate.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import tallygate.config.key.Group;
import tallygate.config.key.Section;

/** What does the work of a route's tasks. */
public sealed interface HandlerConfig
        permits AmqpHandlerConfig,
                HttpHandlerConfig,
                KafkaHandlerConfig,
                LogHandlerConfig,
                RedisHandlerConfig,
                SagaHandlerConfig {
    /** The longest that one call can take by the handler's own timeouts. */
    Duration longestCall();

    /** A kind of handler, as {@code kind:} names it. A new kind is one line in {@link #kinds()}. */
    record Kind(String name, Group group, Function<Section, Optional<HandlerConfig>> reader) {}

    static List<Kind> kinds() {
        return List.of(
                new Kind("amqp", AmqpHandlerConfig.GROUP, AmqpHandlerConfig::from),
                new Kind("http", HttpHandlerConfig.GROUP, HttpHandlerConfig::from),
                new Kind("kafka", KafkaHandlerConfig.GROUP, KafkaHandlerConfig::from),
                new Kind("log", LogHandlerConfig.GROUP, LogHandlerConfig::from),
                new Kind("redis", RedisHandlerConfig.GROUP, RedisHandlerConfig::from),
                new Kind("saga", SagaHandlerConfig.GROUP, SagaHandlerConfig::from));
    }

    /** Reads the handler of a route. */
    static Optional<HandlerConfig> from(Section route) {
        return route.variant("handler", kinds().stream().collect(Collectors.toMap(Kind::name, Kind::reader)));
    }

    /** The alternatives, for the table of keys. */
    static Group.Branch branch() {
        return Group.Branch.variant(
                "handler", "kind", kinds().stream().map(Kind::group).toList());
    }
}
