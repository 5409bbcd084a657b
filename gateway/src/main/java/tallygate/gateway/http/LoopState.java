package tallygate.gateway.http;

import io.netty.channel.EventLoop;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the connections of one event loop share. All but {@link #lag} is touched on that loop only.
 *
 * <p>One tick looks at every deadline of the loop, so that no request pays for a timer of its own.
 */
final class LoopState {
    static final Duration TICK = Duration.ofMillis(100);

    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private static final Logger log = LoggerFactory.getLogger(LoopState.class);

    private final EventLoop loop;
    private final HeadParser parser = new HeadParser();
    private final Clock clock;
    private final LongSupplier nanos;
    private final AnswerQueue answers;
    private final List<Connection> connections = new ArrayList<>();
    private final Deque<Orphan> orphans = new ArrayDeque<>();
    private final UnusedConnections unused;
    private long dateSecond = Long.MIN_VALUE;
    private byte[] date = {};
    private byte[] scratch = new byte[8 << 10];
    private volatile long tickedAt;
    private volatile long lagNanos;

    /** A request whose sender is gone: it counts as in flight until its handler is done with it. */
    private record Orphan(Exchange exchange, long until, Runnable release) {}

    LoopState(EventLoop loop, Clock clock, LongSupplier nanos) {
        this.loop = loop;
        this.clock = clock;
        this.nanos = nanos;
        this.answers = new AnswerQueue(loop);
        this.tickedAt = nanos.getAsLong();
        this.unused = new UnusedConnections(tickedAt);
    }

    void start() {
        loop.scheduleWithFixedDelay(this::tickSafely, TICK.toNanos(), TICK.toNanos(), TimeUnit.NANOSECONDS);
    }

    EventLoop loop() {
        return loop;
    }

    AnswerQueue answers() {
        return answers;
    }

    HeadParser parser() {
        return parser;
    }

    /** A place to copy a request head to, overwritten by the next one. */
    byte[] scratch(int length) {
        if (scratch.length < length) {
            scratch = new byte[Math.max(length, 2 * scratch.length)];
        }
        return scratch;
    }

    long now() {
        return nanos.getAsLong();
    }

    void add(Connection connection) {
        connection.slot(connections.size());
        connections.add(connection);
    }

    /** The last one takes the place of the one that leaves, which a tick that walks backwards has seen already. */
    void remove(Connection connection) {
        Connection last = connections.removeLast();
        if (last != connection) {
            connections.set(connection.slot(), last);
            last.slot(connection.slot());
        }
    }

    /** One on which nothing whole is asked, by how long that is so; none when all are in use. */
    Optional<Connection> longestUnused() {
        return unused.longest(connections, now());
    }

    void orphan(Exchange exchange, long until, Runnable release) {
        orphans.add(new Orphan(exchange, until, release));
    }

    /** The Date header's value. */
    byte[] date() {
        Instant now = clock.instant();
        if (now.getEpochSecond() != dateSecond) {
            dateSecond = now.getEpochSecond();
            date = HTTP_DATE.format(now).getBytes(StandardCharsets.US_ASCII);
        }
        return date;
    }

    /** How late this loop is: the larger of its last tick's delay and the time since then that should not have passed. */
    Duration lag() {
        long overdue = nanos.getAsLong() - tickedAt - TICK.toNanos();
        return Duration.ofNanos(Math.max(0, Math.max(lagNanos, overdue)));
    }

    /** A task that throws is never scheduled again, and with it every deadline of this loop would be gone. */
    private void tickSafely() {
        try {
            tick();
        } catch (RuntimeException e) {
            log.error("loop={} tick failed, deadlines are looked at again in {}", loop, TICK, e);
        }
    }

    private void tick() {
        long now = nanos.getAsLong();
        lagNanos = now - tickedAt - TICK.toNanos();
        tickedAt = now;
        for (int i = connections.size() - 1; i >= 0; i--) {
            if (i < connections.size()) {
                connections.get(i).tick(now);
            }
        }
        while (!orphans.isEmpty() && orphans.peek().until() - now <= 0) {
            Orphan orphan = orphans.remove();
            if (orphan.exchange().expire()) {
                orphan.release().run();
            }
        }
    }

    /** Every connection of this loop, in a list of its own. */
    List<Connection> connections() {
        return List.copyOf(connections);
    }
}
