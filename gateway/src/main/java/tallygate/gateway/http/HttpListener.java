package tallygate.gateway.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A listening port that gives whole requests to a {@link RequestHandler}. */
public final class HttpListener implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(HttpListener.class);

    private final ListenerState state;
    private final Loops loops;
    private final Drain drain;
    private final InetSocketAddress bound;

    private HttpListener(ListenerState state, Loops loops, Channel server) {
        this.state = state;
        this.loops = loops;
        this.drain = new Drain(state, loops, server);
        this.bound = (InetSocketAddress) server.localAddress();
    }

    /**
     * Listens when it returns.
     *
     * @param clock for the Date header
     * @param nanos a monotonic clock, for all deadlines
     * @throws UncheckedIOException when the address cannot be bound
     * @throws TlsFilesException when the TLS files cannot be used
     */
    public static HttpListener start(
            ListenerConfig config, RequestHandler handler, MeterRegistry meters, Clock clock, LongSupplier nanos) {
        Transport transport = config.loops().transport().resolved();
        var metrics = new HttpMetrics(meters, config.name());
        var state = new ListenerState(settings(config), handler, metrics);
        var loops = new Loops(config, transport, clock, nanos);
        var listener = new HttpListener(state, loops, bind(state, loops, transport));
        listener.expose(metrics);
        log.info(
                "listener={} address={} transport={} loops={} tls={} listening",
                config.name(),
                listener.bound,
                transport,
                config.loops().threads(),
                config.tls().isPresent());
        return listener;
    }

    /** Where it listens, with the port that was really taken. */
    public InetSocketAddress boundAddress() {
        return bound;
    }

    public ListenerStage stage() {
        return drain.stage();
    }

    public int openConnections() {
        return (int) state.counts().open().used();
    }

    /** Requests that wait for their handler. */
    public int requestsInFlight() {
        return (int) state.inFlight().used();
    }

    /** How late the slowest event loop is; grows while one is stuck. */
    public Duration eventLoopLag() {
        return loops.lag();
    }

    /**
     * Takes over limits, deadlines, TLS files and proxies: deadlines and limits from each connection's next request,
     * TLS and proxies from the next connection on. Open connections stay open. When it throws, nothing has changed.
     *
     * @throws IllegalArgumentException when name, address or loops differ, which needs a restart
     * @throws TlsFilesException when the new TLS files cannot be used
     */
    public void reload(ListenerConfig next) {
        ListenerConfig now = state.config();
        if (!now.name().equals(next.name())
                || !now.bind().equals(next.bind())
                || !now.loops().equals(next.loops())) {
            throw new IllegalArgumentException("listener " + now.name()
                    + ": name, address, transport and threads cannot change while it runs; restart for that");
        }
        state.settings(settings(next));
        log.info("listener={} settings reloaded, open connections stay", next.name());
    }

    /**
     * Ends the listener as {@link DrainTimes} says; the caller has made readiness false before. Each further call ends
     * the present step at once: first the delay, then the wait.
     *
     * @return completed when everything is closed, with the number of requests that were cut off
     */
    public CompletableFuture<Integer> drain() {
        drain.next();
        return drain.done().thenApply(Drain.Cut::requests);
    }

    /** Closes at once, whatever is in flight. */
    @Override
    public void close() {
        drain.cut();
        try {
            drain.done().get();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("listener " + state.name() + " did not close", e);
        }
    }

    private void expose(HttpMetrics metrics) {
        metrics.gauge("connections.open", this, HttpListener::openConnections);
        metrics.gauge("requests.in.flight", this, HttpListener::requestsInFlight);
        metrics.gauge("bodies.in.flight.bytes", this, l -> l.state.bodyBytes().used());
        metrics.gauge("buffers.direct.bytes", this, _ -> Buffers.directBytes());
        metrics.gauge("event.loop.lag.seconds", this, l -> l.eventLoopLag().toNanos() / 1e9);
        metrics.gauge("draining", this, l -> l.stage().number());
        metrics.gauge(
                "certificate.expiry.timestamp.seconds",
                this,
                l -> l.state
                        .settings()
                        .certificateEnds()
                        .map(end -> (double) end.getEpochSecond())
                        .orElse(Double.NaN));
    }

    private static ListenerState.Settings settings(ListenerConfig config) {
        Optional<SslContext> tls = config.tls().map(TlsContexts::read);
        return new ListenerState.Settings(config, tls, config.tls().map(TlsContexts::expiry));
    }

    private static Channel bind(ListenerState state, Loops loops, Transport transport) {
        ListenerConfig config = state.config();
        ChannelFuture bound = new ServerBootstrap()
                .group(loops.group())
                .channel(transport.serverChannel())
                .option(ChannelOption.SO_BACKLOG, config.loops().backlog())
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childHandler(new ListenerPipeline(state, loops))
                .bind(config.bind())
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            loops.shutDown();
            String reason = String.valueOf(bound.cause().getMessage());
            throw new UncheckedIOException(new IOException(
                    "listener " + config.name() + " cannot listen on " + config.bind() + ": " + reason
                            + "; choose another address or stop what uses it",
                    bound.cause()));
        }
        return bound.channel();
    }
}
