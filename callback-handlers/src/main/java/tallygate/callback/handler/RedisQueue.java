package tallygate.callback.handler;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.args.ListDirection;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.util.JedisURIHelper;

/** The lists of one queue, and the two loops that serve them: results come in, delayed messages that are due go back. */
final class RedisQueue implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RedisQueue.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final double POP_SECONDS = 1;
    private static final int DUE_AT_ONCE = 200;

    /**
     * Moves what is due in one step, so that a message is never in neither place. The server's clock judges, whatever the clocks
     * of consumers say.
     */
    private static final String MOVE_DUE = """
        local now = redis.call('TIME')[1]
        local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])
        for _, message in ipairs(due) do
          redis.call('ZREM', KEYS[1], message)
          redis.call('LPUSH', KEYS[2], message)
        end
        return #due
        """;

    private final RedisConfig config;
    private final AwaitedResults results;
    private final RedisClient client;
    private final List<Thread> loops;
    private volatile boolean isClosed;
    private volatile boolean isAway;

    RedisQueue(RedisConfig config, AwaitedResults results) {
        this.config = config;
        this.results = results;
        this.client = client(config);
        var mover = Thread.ofVirtual().name("redis-delay").unstarted(() -> loop(this::moveDue));
        var listener = Thread.ofVirtual().name("redis-results").unstarted(() -> loop(this::takeResult));
        this.loops = config.doneWhen() instanceof DoneWhen.Result ? List.of(mover, listener) : List.of(mover);
        loops.forEach(Thread::start);
    }

    private static RedisClient client(RedisConfig config) {
        int millis = (int) config.timeout().toMillis();
        var settings = DefaultJedisClientConfig.builder()
                .connectionTimeoutMillis(millis)
                .socketTimeoutMillis(millis)
                .blockingSocketTimeoutMillis(millis + 5_000)
                .user(JedisURIHelper.getUser(config.server()))
                .password(JedisURIHelper.getPassword(config.server()))
                .database(JedisURIHelper.getDBIndex(config.server()));
        if ("rediss".equals(config.server().getScheme())) {
            settings.sslOptions(SslOptions.defaults());
        }
        HostAndPort server = JedisURIHelper.getHostAndPort(config.server());
        return RedisClient.builder()
                .hostAndPort(server)
                .clientConfig(settings.build())
                .build();
    }

    private interface Round {
        void run() throws InterruptedException;
    }

    private void loop(Round round) {
        while (!isClosed) {
            try {
                round.run();
                isAway = false;
            } catch (InterruptedException _) {
                return;
            } catch (JedisException e) {
                if (!isClosed && !isAway) {
                    isAway = true;
                    log.warn("queue={} Redis cannot be used, tried again every second: {}", config.queue(), reason(e));
                }
                try {
                    Thread.sleep(PAUSE);
                } catch (InterruptedException _) {
                    return;
                }
            }
        }
    }

    private void moveDue() throws InterruptedException {
        Object moved = client.eval(
                MOVE_DUE, List.of(config.delaySet(), config.queue()), List.of(Integer.toString(DUE_AT_ONCE)));
        if (!(moved instanceof Long count) || count < DUE_AT_ONCE) {
            Thread.sleep(PAUSE);
        }
    }

    /** A result stays in the list of taken ones until it is settled, so that a node that dies loses none. */
    private void takeResult() throws InterruptedException {
        String result = client.blmove(
                config.resultList(), config.takenList(), ListDirection.RIGHT, ListDirection.LEFT, POP_SECONDS);
        if (result == null) {
            // Nothing new came for a second: what nodes have left behind is looked at again. A second time changes
            // nothing.
            client.lmove(config.takenList(), config.resultList(), ListDirection.RIGHT, ListDirection.RIGHT);
            return;
        }
        if (results.take(result.getBytes(StandardCharsets.UTF_8))) {
            client.lrem(config.takenList(), 1, result);
        } else {
            Thread.sleep(PAUSE);
        }
    }

    void push(byte[] message) {
        client.lpush(config.queue().getBytes(StandardCharsets.UTF_8), message);
    }

    /** Depths by name; empty when Redis is away. */
    Map<String, Double> depths() {
        var depths = new HashMap<String, Double>();
        try {
            depths.put("ready", (double) client.llen(config.queue()));
            depths.put("retrying", (double) client.zcard(config.delaySet()));
            depths.put("manual", (double) client.llen(config.manualList()));
        } catch (JedisException e) {
            log.debug("queue={} depth not read: {}", config.queue(), reason(e));
        }
        return depths;
    }

    /** Messages of the client name addresses and commands, never values. */
    static String reason(JedisException e) {
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }

    @Override
    public void close() {
        isClosed = true;
        loops.forEach(Thread::interrupt);
        client.close();
    }
}
