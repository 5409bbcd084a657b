package tallygate.callback.handler;

import java.net.URI;
import java.time.Duration;

/**
 * Kind {@code redis}: gives tasks to a list of Redis. Redis confirms from memory, so the database row stays the truth: what Redis
 * loses is pushed again.
 *
 * @param server {@code redis://user:password@host:port/db}, or {@code rediss}
 * @param queue the list that consumers pop from; {@code QUEUE:delay} (sorted by due time in seconds) holds what they want again
 *     later, {@code QUEUE:manual} what they have given up, {@code QUEUE:results} what they say of their tasks
 * @param doneWhen what ends a task
 * @param timeout for a connection and for an answer
 */
public record RedisConfig(URI server, String queue, DoneWhen doneWhen, Duration timeout) implements HandlerConfig {
    public RedisConfig {
        if (!"redis".equals(server.getScheme()) && !"rediss".equals(server.getScheme())) {
            throw new IllegalArgumentException("the server's address must begin with redis:// or rediss://");
        }
        if (queue.isBlank()) {
            throw new IllegalArgumentException("a queue needs a name");
        }
    }

    String delaySet() {
        return queue + ":delay";
    }

    String manualList() {
        return queue + ":manual";
    }

    String resultList() {
        return queue + ":results";
    }

    /** Results that were taken and not settled yet. */
    String takenList() {
        return queue + ":results:taken";
    }
}
