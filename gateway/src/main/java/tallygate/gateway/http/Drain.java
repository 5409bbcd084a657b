package tallygate.gateway.http;

import io.netty.channel.Channel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a listener in three steps: go on accepting while a load balancer notices, with every answer its connection's
 * last; stop accepting and finish what is in flight; cut what is left.
 */
final class Drain {
    private static final Logger log = LoggerFactory.getLogger(Drain.class);
    private static final long LOOK_EVERY_MILLIS = 20;

    /** What a drained listener left undone. */
    record Cut(int requests, int connections) {}

    private final ListenerState listener;
    private final Loops loops;
    private final Channel server;
    private final CompletableFuture<Cut> done = new CompletableFuture<>();
    private volatile ListenerStage stage = ListenerStage.ACCEPTING;
    private long stageEnds;

    Drain(ListenerState listener, Loops loops, Channel server) {
        this.listener = listener;
        this.loops = loops;
        this.server = server;
    }

    ListenerStage stage() {
        return stage;
    }

    CompletableFuture<Cut> done() {
        return done;
    }

    /** Begins, or ends the present step at once. */
    void next() {
        if (stage != ListenerStage.CLOSED) {
            loops.first().loop().execute(this::advance);
        }
    }

    /** Ends at once, whatever is in flight. */
    void cut() {
        if (stage != ListenerStage.CLOSED) {
            loops.first().loop().execute(() -> {
                listener.closing();
                finish();
            });
        }
    }

    private void advance() {
        DrainTimes times = listener.config().drain();
        long now = loops.first().now();
        switch (stage) {
            case ACCEPTING -> {
                stage = ListenerStage.DRAINING;
                stageEnds = now + times.delay().toNanos();
                listener.closing();
                log.info(
                        "listener={} stage=draining connections={} accepting for another {}, every answer closes its"
                                + " connection",
                        listener.name(),
                        listener.counts().open().used(),
                        times.delay());
                look();
            }
            case DRAINING -> stopAccepting(now, times);
            case CLOSING -> stageEnds = now;
            case CLOSED -> {}
        }
    }

    private void stopAccepting(long now, DrainTimes times) {
        stage = ListenerStage.CLOSING;
        stageEnds = now + times.finish().toNanos();
        server.close();
        loops.forEachConnection(connection -> connection.channel().pipeline().fireUserEventTriggered(EndIdle.NOW));
        log.info(
                "listener={} stage=closing inFlight={} connections={} no longer accepting, waiting {} at most",
                listener.name(),
                listener.inFlight().used(),
                listener.counts().open().used(),
                times.finish());
    }

    private void look() {
        long now = loops.first().now();
        boolean over = now - stageEnds >= 0;
        if (stage == ListenerStage.DRAINING && over) {
            stopAccepting(now, listener.config().drain());
        }
        boolean empty = listener.counts().open().used() == 0;
        if (stage == ListenerStage.CLOSED) {
            return;
        }
        if (stage == ListenerStage.CLOSING && (empty || now - stageEnds >= 0)) {
            finish();
            return;
        }
        loops.first().loop().schedule(this::look, LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void finish() {
        if (stage == ListenerStage.CLOSED) {
            return;
        }
        stage = ListenerStage.CLOSED;
        var cut = new Cut(
                (int) listener.inFlight().used(), (int) listener.counts().open().used());
        log.info(
                "listener={} stage=closed requestsCut={} connectionsCut={}; their senders will send again",
                listener.name(),
                cut.requests(),
                cut.connections());
        server.close()
                .addListener(_ ->
                        loops.closeConnections().thenRun(() -> loops.shutDown().addListener(_ -> done.complete(cut))));
    }
}
