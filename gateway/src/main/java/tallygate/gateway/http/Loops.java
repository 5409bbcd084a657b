package tallygate.gateway.http;

import io.netty.channel.EventLoop;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** The event loops of one listener and what each keeps for its connections. */
final class Loops {
    private static final Duration SHUTDOWN_MAX = Duration.ofSeconds(5);

    private final IoEventLoopGroup group;
    private final List<LoopState> states = new ArrayList<>();

    Loops(ListenerConfig config, Transport transport, Clock clock, LongSupplier nanos) {
        group = new MultiThreadIoEventLoopGroup(
                config.loops().threads(),
                new DefaultThreadFactory("http-" + config.name(), true),
                transport.ioHandlers());
        for (EventExecutor executor : group) {
            var state = new LoopState((EventLoop) executor, clock, nanos);
            states.add(state);
            state.start();
        }
    }

    IoEventLoopGroup group() {
        return group;
    }

    LoopState of(EventLoop loop) {
        for (LoopState state : states) {
            if (state.loop().equals(loop)) {
                return state;
            }
        }
        throw new IllegalStateException("a loop of another group: " + loop);
    }

    /** Makes place on all of them together. */
    Places places() {
        return new Places(states);
    }

    LoopState first() {
        return states.getFirst();
    }

    /** On each loop, for each of its connections. */
    void forEachConnection(Consumer<Connection> action) {
        for (LoopState state : states) {
            state.loop().execute(() -> state.connections().forEach(action));
        }
    }

    Duration lag() {
        return states.stream().map(LoopState::lag).max(Duration::compareTo).orElse(Duration.ZERO);
    }

    /** Closes every connection; completed when all are gone. */
    CompletableFuture<Void> closeConnections() {
        List<CompletableFuture<Void>> closed = new ArrayList<>();
        for (LoopState state : states) {
            var ofLoop = new CompletableFuture<Void>();
            closed.add(ofLoop);
            state.loop().execute(() -> closeConnections(state, ofLoop));
        }
        return CompletableFuture.allOf(closed.toArray(CompletableFuture[]::new));
    }

    private static void closeConnections(LoopState state, CompletableFuture<Void> done) {
        List<Connection> open = state.connections();
        var left = new AtomicInteger(open.size());
        if (open.isEmpty()) {
            done.complete(null);
        }
        for (Connection connection : open) {
            connection.channel().close().addListener(_ -> {
                if (left.decrementAndGet() == 0) {
                    done.complete(null);
                }
            });
        }
    }

    Future<?> shutDown() {
        return group.shutdownGracefully(0, SHUTDOWN_MAX.toMillis(), TimeUnit.MILLISECONDS);
    }
}
