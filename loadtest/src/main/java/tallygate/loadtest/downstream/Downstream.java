package tallygate.loadtest.downstream;

import io.netty.handler.codec.http.HttpObjectAggregator;
import java.util.concurrent.atomic.AtomicReference;
import tallygate.loadtest.http.HttpServer;

/** A running downstream. */
public final class Downstream implements AutoCloseable {
    private static final int BODY_BYTES_MAX = 16 << 20;

    private final EffectBook book = new EffectBook();
    private final AtomicReference<Behaviour> behaviour;
    private final HttpServer server;

    public Downstream(int port, int loops, Behaviour first) {
        behaviour = new AtomicReference<>(first);
        server = HttpServer.listen(
                port,
                loops,
                pipeline -> pipeline.addLast(
                        new HttpObjectAggregator(BODY_BYTES_MAX), new DownstreamHandler(book, behaviour)));
    }

    public int port() {
        return server.port();
    }

    public EffectBook book() {
        return book;
    }

    /** How deliveries are treated from now on; those that hang already stay so. */
    public void behave(Behaviour next) {
        behaviour.set(next);
    }

    @Override
    public void close() {
        server.close();
    }
}
