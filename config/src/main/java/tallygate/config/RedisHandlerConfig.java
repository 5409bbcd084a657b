package tallygate.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;
import tallygate.config.value.Secret;

/** Gives tasks to a list of Redis, for shops that have nothing else. */
public record RedisHandlerConfig(Secret url, String queue, Duration timeout, DoneWhenConfig doneWhen)
        implements HandlerConfig {
    private static final Key<String> KIND =
            Key.of("kind", Kinds.choice(List.of("redis")), "Chooses this handler.", "选用此处理器。");
    private static final Key<Secret> URL = Key.of(
            "url",
            BrokerUrl.kind(List.of("redis", "rediss")),
            "The server: redis://USER:PASSWORD@HOST:PORT/DATABASE.",
            "服务器地址：redis://用户:密码@主机:端口/库号。");
    private static final Key<String> QUEUE = Key.of(
            "queue",
            Kinds.line(200),
            "The list that consumers pop from. Beside it are QUEUE:delay, QUEUE:manual and QUEUE:results.",
            "消费者弹出消息的列表。另有 QUEUE:delay、QUEUE:manual、QUEUE:results。");
    private static final Key<Duration> TIMEOUT = Key.of(
                    "timeout",
                    Kinds.duration("100ms", "1m"),
                    "Time to connect, and for an answer of the server.",
                    "连接和等待服务器应答的时限。")
            .or("2s");

    static final Group GROUP = Group.of(
            "redis",
            "Gives each task to a list of Redis. Redis confirms from memory: with done-when: result what it loses is"
                    + " pushed again.",
            "把任务放入 Redis 列表。Redis 在内存中确认：使用 done-when: result 时，丢失的消息会重新放入。",
            Stream.concat(Stream.of(KIND, URL, QUEUE, TIMEOUT), DoneWhenConfig.KEYS.stream())
                    .toArray(Key<?>[]::new));

    @Override
    public Duration longestCall() {
        return timeout.multipliedBy(2).plus(doneWhen.resultWait());
    }

    static Optional<HandlerConfig> from(Section section) {
        section.required(KIND);
        Optional<Secret> url = section.required(URL);
        Optional<String> queue = section.required(QUEUE);
        Duration timeout = section.value(TIMEOUT);
        DoneWhenConfig doneWhen = DoneWhenConfig.from(section);
        return url.flatMap(u -> queue.map(q -> new RedisHandlerConfig(u, q, timeout, doneWhen)));
    }
}
