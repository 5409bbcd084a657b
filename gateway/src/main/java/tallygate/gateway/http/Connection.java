package tallygate.gateway.http;

import io.netty.channel.Channel;
import io.netty.channel.socket.SocketChannel;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;

/** What one connection is doing and until when. The handlers of its pipeline share it, on its event loop. */
final class Connection {
    /** A sender gets this long before its rate is judged. */
    private static final Duration RATE_GRACE = Duration.ofSeconds(2);

    enum Phase {
        /** Between two requests. */
        IDLE,
        HEAD,
        BODY,
        /** The handler has the request; what follows it waits. */
        ANSWER,
        /** The last answer is written; whatever still comes is thrown away. */
        LINGER
    }

    private final ListenerState listener;
    private final LoopState loop;
    private final SocketChannel channel;
    private final long openedAt;
    private Peer peer;
    private volatile List<String> clientNames = List.of();
    private Phase phase = Phase.HEAD;
    private long deadline;
    private long phaseStartedAt;
    private long bodyBytes;
    private int requests;
    private int writes;
    private long writingSince;
    private boolean reading;
    private boolean closesWhenWritten;
    private int slot;

    Connection(ListenerState listener, LoopState loop, SocketChannel channel) {
        this.listener = listener;
        this.loop = loop;
        this.channel = channel;
        this.openedAt = loop.now();
        this.peer = Peer.of(
                channel.remoteAddress().getAddress(), false, listener.config().proxies());
        begin(Phase.HEAD);
    }

    ListenerState listener() {
        return listener;
    }

    ListenerConfig config() {
        return listener.config();
    }

    LoopState loop() {
        return loop;
    }

    Channel channel() {
        return channel;
    }

    Peer peer() {
        return peer;
    }

    /** A PROXY header named the real client, or TLS is up. */
    void peer(InetAddress address, boolean secure) {
        peer = Peer.of(address, secure, config().proxies());
    }

    /** Names in the client's certificate; none without one. */
    List<String> clientNames() {
        return clientNames;
    }

    void clientNames(List<String> names) {
        clientNames = names;
    }

    Phase phase() {
        return phase;
    }

    boolean is(Phase other) {
        return phase == other;
    }

    void begin(Phase next) {
        Deadlines deadlines = config().deadlines();
        Duration limit = switch (next) {
            case IDLE -> deadlines.idle();
            case HEAD -> deadlines.head();
            case BODY -> deadlines.body();
            case ANSWER -> deadlines.answer();
            case LINGER -> deadlines.linger();
        };
        phase = next;
        phaseStartedAt = loop.now();
        deadline = phaseStartedAt + limit.toNanos();
        bodyBytes = 0;
    }

    /** No whole request head has come on it since its last answer, if it had any, and no answer is on its way. */
    boolean asksNothing() {
        return writes == 0 && channel.isActive() && (phase == Phase.IDLE || phase == Phase.HEAD);
    }

    long phaseStartedAt() {
        return phaseStartedAt;
    }

    long deadline() {
        return deadline;
    }

    void received(int count) {
        bodyBytes += count;
    }

    /** Whether this request is the connection's last. */
    boolean isSpent() {
        requests++;
        ConnectionLimits limits = config().connections();
        return listener.isClosing()
                || requests >= limits.requests()
                || loop.now() - openedAt >= limits.age().toNanos();
    }

    /** Between the first bytes of a read and its end; answers given meanwhile are flushed together. */
    boolean isReading() {
        return reading;
    }

    void reading(boolean now) {
        reading = now;
    }

    void writeStarted() {
        if (writes++ == 0) {
            writingSince = loop.now();
        }
    }

    void writeEnded() {
        writes--;
        writingSince = loop.now();
        if (writes == 0 && closesWhenWritten) {
            channel.close();
        }
    }

    /** Tells the sender that nothing more will come; what it still sends is thrown away until it closes too. */
    void shutOutput() {
        channel.shutdownOutput();
    }

    void closeWhenWritten() {
        closesWhenWritten = true;
        if (writes == 0) {
            channel.close();
        }
    }

    void tick(long now) {
        if (writes > 0 && now - writingSince >= config().deadlines().write().toNanos()) {
            expire(Expired.WRITE);
        } else if (now - deadline >= 0) {
            expire(
                    switch (phase) {
                        case IDLE -> Expired.IDLE;
                        case HEAD -> Expired.HEAD;
                        case BODY -> Expired.BODY;
                        case ANSWER -> Expired.ANSWER;
                        case LINGER -> Expired.LINGER;
                    });
        } else if (phase == Phase.BODY && isTooSlow(now)) {
            expire(Expired.BODY_TOO_SLOW);
        }
    }

    private boolean isTooSlow(long now) {
        long elapsed = now - phaseStartedAt;
        long due = (long) config().deadlines().bodyBytesPerSecond() * (elapsed / 1_000_000) / 1_000;
        return elapsed >= RATE_GRACE.toNanos() && bodyBytes < due;
    }

    private void expire(Expired what) {
        listener.metrics().expired(what);
        channel.pipeline().fireUserEventTriggered(what);
    }

    int slot() {
        return slot;
    }

    void slot(int index) {
        slot = index;
    }
}
