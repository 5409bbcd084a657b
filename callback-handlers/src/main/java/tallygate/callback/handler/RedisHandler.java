package tallygate.callback.handler;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import redis.clients.jedis.exceptions.JedisAccessControlException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import tallygate.callback.Delivery;
import tallygate.callback.Outcome;

/** Pushes each task to a list of Redis, and takes its consumer's word for its end. */
final class RedisHandler implements Handler {
    private final RedisConfig config;
    private final HandlerTools tools;
    private final AwaitedResults results;
    private final RedisQueue queue;

    RedisHandler(RedisConfig config, HandlerTools tools) {
        this.config = config;
        this.tools = tools;
        this.results = new AwaitedResults(tools);
        this.queue = new RedisQueue(config, results);
    }

    @Override
    public Outcome handle(Delivery delivery) throws InterruptedException {
        try (AwaitedResults.Awaited awaited = results.await(delivery)) {
            queue.push(
                    Envelope.of(delivery, config.doneWhen() instanceof DoneWhen.Result ? tools.token(delivery) : ""));
            return ended(awaited);
        } catch (JedisAccessControlException e) {
            return new Outcome.Misconfigured("Redis refuses the user or the password");
        } catch (JedisDataException e) {
            // An answer of the server: nothing was pushed. READONLY and OOM pass, WRONGTYPE and NOPERM do not.
            return isPassing(e)
                    ? new Outcome.Retry("Redis refuses: " + RedisQueue.reason(e), Optional.empty())
                    : new Outcome.Misconfigured("Redis refuses: " + RedisQueue.reason(e));
        } catch (JedisException e) {
            return isNotSent(e)
                    ? new Outcome.Retry("Redis cannot be reached: " + RedisQueue.reason(e), Optional.empty())
                    : new Outcome.Unknown("Redis did not answer: " + RedisQueue.reason(e));
        }
    }

    private static boolean isPassing(JedisDataException e) {
        String said = RedisQueue.reason(e);
        return said.startsWith("READONLY")
                || said.startsWith("OOM")
                || said.startsWith("LOADING")
                || said.startsWith("MISCONF")
                || said.startsWith("BUSY");
    }

    /** The client hangs the refused connections, one for each address, to its own exception as suppressed ones. */
    private static boolean isNotSent(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof ConnectException || cause instanceof UnknownHostException) {
                return true;
            }
            if (cause.getSuppressed().length > 0
                    && Arrays.stream(cause.getSuppressed()).allMatch(RedisHandler::isNotSent)) {
                return true;
            }
        }
        return false;
    }

    private Outcome ended(AwaitedResults.Awaited awaited) throws InterruptedException {
        return switch (config.doneWhen()) {
            case DoneWhen.Published _ -> new Outcome.Done("pushed");
            case DoneWhen.Result(Duration longest, Duration within) -> awaited.orUnknown(longest, within);
        };
    }

    @Override
    public Map<String, Double> readings() {
        var readings = new HashMap<>(queue.depths());
        if (config.doneWhen() instanceof DoneWhen.Result) {
            readings.putAll(results.readings());
        }
        return readings;
    }

    @Override
    public void close() {
        queue.close();
    }
}
