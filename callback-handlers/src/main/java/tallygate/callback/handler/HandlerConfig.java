package tallygate.callback.handler;

/** What one route's handler is configured with: a record a kind. */
public sealed interface HandlerConfig permits AmqpConfig, HttpConfig, KafkaConfig, LogConfig, RedisConfig {}
