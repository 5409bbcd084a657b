package tallygate.gateway.mysql;

import java.time.Duration;

/**
 * Which server, and how long to wait for it.
 *
 * @param url {@code jdbc:mysql://host:port/database}, with the server's own options (TLS, failover list) behind a question
 *     mark; what the store depends on is set by itself and wins
 * @param ackDeadline by when a provider must be answered; the writer's connection gives up before
 * @param poolSize connections besides the dedicated ones, for everything that is not hot
 */
public record DatabaseSettings(String url, String username, String password, Duration ackDeadline, int poolSize) {
    public DatabaseSettings {
        if (!url.startsWith("jdbc:mysql:")) {
            throw new IllegalArgumentException("database.url must begin with jdbc:mysql:, also for MariaDB");
        }
        if (ackDeadline.compareTo(Duration.ofMillis(300)) < 0) {
            throw new IllegalArgumentException("the answer deadline is at least 300 ms, was " + ackDeadline);
        }
        if (poolSize < 2) {
            throw new IllegalArgumentException("the pool has at least 2 connections, was " + poolSize);
        }
    }

    /** Two thirds of the deadline: the rest is for the answer itself. */
    Duration writerTimeout() {
        return ackDeadline.multipliedBy(2).dividedBy(3);
    }

    @Override
    public String toString() {
        int options = url.indexOf('?');
        return username + " at " + (options < 0 ? url : url.substring(0, options));
    }
}
