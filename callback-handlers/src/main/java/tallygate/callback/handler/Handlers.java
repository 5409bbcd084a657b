package tallygate.callback.handler;

/** The list of handler kinds: one line each. */
public final class Handlers {
    private Handlers() {}

    /** Built once for each route and closed when the route goes away. */
    public static Handler of(HandlerConfig config, HandlerTools tools) {
        return switch (config) {
            case AmqpConfig amqp -> new AmqpHandler(amqp, tools);
            case HttpConfig http -> new HttpHandler(http, tools);
            case KafkaConfig kafka -> new KafkaHandler(kafka, tools);
            case LogConfig _ -> new LogHandler();
            case RedisConfig redis -> new RedisHandler(redis, tools);
        };
    }
}
