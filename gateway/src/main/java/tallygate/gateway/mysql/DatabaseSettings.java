package tallygate.gateway.mysql;

import java.time.Duration;

/**
 * Which server, and how long to wait for it.
 *
 * @param url {@code jdbc:mysql://host:port/database}, with the server's own options (TLS, failover list) behind a question
 *     mark; what the store depends on is set by itself and wins
 * @param timeouts how long to wait for the server
 * @param poolSize connections besides the dedicated ones, for everything that is not hot
 */
public record DatabaseSettings(String url, String username, String password, Timeouts timeouts, int poolSize) {
    /**
     * @param ackDeadline by when a provider must be answered; the writer's connection gives up before
     * @param connect for a connection to be made
     * @param statement for an answer to a statement of the pool
     */
    public record Timeouts(Duration ackDeadline, Duration connect, Duration statement) {
        public Timeouts {
            if (ackDeadline.compareTo(Duration.ofMillis(300)) < 0) {
                throw new IllegalArgumentException("the answer deadline is at least 300 ms, was " + ackDeadline);
            }
            if (connect.toMillis() < 1 || statement.toMillis() < 1) {
                throw new IllegalArgumentException(
                        "timeouts are at least a millisecond, were " + connect + " and " + statement);
            }
        }

        /** 2 s to connect, 30 s for a statement of the pool. */
        public static Timeouts within(Duration ackDeadline) {
            return new Timeouts(ackDeadline, Duration.ofSeconds(2), Duration.ofSeconds(30));
        }
    }

    public DatabaseSettings {
        if (!url.startsWith("jdbc:mysql:")) {
            throw new IllegalArgumentException("database.url must begin with jdbc:mysql:, also for MariaDB");
        }
        if (poolSize < 2) {
            throw new IllegalArgumentException("the pool has at least 2 connections, was " + poolSize);
        }
    }

    /** Two thirds of the deadline: the rest is for the answer itself. */
    Duration writerTimeout() {
        return timeouts.ackDeadline().multipliedBy(2).dividedBy(3);
    }

    @Override
    public String toString() {
        int options = url.indexOf('?');
        return username + " at " + (options < 0 ? url : url.substring(0, options));
    }
}
