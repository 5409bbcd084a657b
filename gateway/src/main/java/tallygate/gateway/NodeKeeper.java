package tallygate.gateway;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.ingest.NodeIdentity;
import tallygate.gateway.task.NodeLease;
import tallygate.gateway.task.NodeStore;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskIds;

/**
 * Holds this node's number: joins, sends heartbeats, joins again when the lease was lost, and notices when the database is
 * another server than before. While the number is not held, nothing is acknowledged.
 */
final class NodeKeeper implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(NodeKeeper.class);
    private static final Duration TERM = Duration.ofSeconds(30);
    private static final Duration BEAT = Duration.ofSeconds(5);
    private static final int BEATS_PER_LOOK = 3;
    private static final Duration SKEW_WARNING = Duration.ofSeconds(2);

    private final NodeStore store;
    private final Clock clock;
    private final LaneFigures lanes;
    private final Listener listener;
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition stopping = lock.newCondition();
    private volatile NodeStore.Introduction introduction;
    private volatile @Nullable Held held;
    private volatile Duration skew = Duration.ZERO;
    private final ConfigDrift drift = new ConfigDrift();
    private int beats;
    private volatile boolean isStopped;
    private @Nullable String server;

    /** What others want to know. */
    interface Listener {
        /** The database is another server than before, or it is the first one. */
        void serverChanged();

        /**
         * The clock was compared with the database's.
         *
         * @param skew how far it is ahead
         * @param uncertain by so much at most it may be more or less
         */
        void clockCompared(Duration skew, Duration uncertain);
    }

    private record Held(NodeLease lease, TaskIds ids) {}

    NodeKeeper(NodeStore store, NodeStore.Introduction introduction, Surroundings around, Listener listener) {
        this.store = store;
        this.introduction = introduction;
        this.clock = around.clock();
        this.lanes = new LaneFigures(around.meters());
        this.listener = listener;
        this.thread = Thread.ofPlatform().name("node-keeper").unstarted(this::run);
    }

    /** Joins before it returns, so that the caller may start the parts that need a number. */
    NodeLease start() {
        NodeLease lease = join();
        try {
            compareClocks(lease);
        } catch (StoreException e) {
            log.warn("kind={} the clock is compared with the database's at the first heartbeat", e.kind());
        }
        thread.start();
        return lease;
    }

    Optional<NodeIdentity> identity() {
        Held now = held;
        return now == null
                ? Optional.empty()
                : Optional.of(new NodeIdentity(now.ids(), now.lease().incarnation()));
    }

    /** For a row whose id turned out to be in use. */
    TaskId newId() {
        Held now = held;
        if (now == null) {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "this node has no number, so it makes no ids");
        }
        return now.ids().next();
    }

    /** How far this node's clock is ahead of the database's. */
    Duration skew() {
        return skew;
    }

    /** Live nodes with another configuration. */
    int driftingNodes() {
        return drift.nodes();
    }

    void configDigest(String digest) {
        introduction = new NodeStore.Introduction(introduction.name(), introduction.version(), digest);
    }

    private NodeLease join() {
        NodeLease lease = store.join(introduction, TERM);
        held = new Held(lease, new TaskIds(lease.node(), lease.idFloorMillis(), clock));
        log.info("node={} incarnation={} joined", lease.node(), lease.incarnation());
        return lease;
    }

    private void run() {
        while (waitForNextBeat()) {
            try {
                beat();
            } catch (StoreException e) {
                log.warn("kind={} heartbeat not written, the next one is due in {} s", e.kind(), BEAT.toSeconds());
            } catch (RuntimeException e) {
                log.error("heartbeat failed, going on", e);
            }
        }
    }

    private void beat() {
        Held now = held;
        if (now == null) {
            join();
            return;
        }
        var pulse = new NodeStore.Pulse(introduction.configDigest(), now.ids().highWaterMillis(), skew, lanes.now());
        Instant before = clock.instant();
        switch (store.beat(now.lease(), pulse, TERM)) {
            case NodeStore.Beat.Held(var databaseTime, var identity) -> {
                judgeSkew(before, databaseTime, clock.instant());
                judgeServer(identity);
                if (beats++ % BEATS_PER_LOOK == 0) {
                    drift.judge(
                            store.nodes(),
                            introduction.configDigest(),
                            now.lease().incarnation());
                }
            }
            case NodeStore.Beat.Lost() -> {
                held = null;
                log.error(
                        "node={} incarnation={} lease lost (paused too long?), callbacks get 503 until a number is"
                                + " leased again",
                        now.lease().node(),
                        now.lease().incarnation());
                join();
            }
        }
    }

    /** Before any work is taken: a heartbeat of which the time and the server's identity count. */
    private void compareClocks(NodeLease lease) {
        var pulse = new NodeStore.Pulse(introduction.configDigest(), lease.idFloorMillis(), skew, lanes.now());
        Instant before = clock.instant();
        if (store.beat(lease, pulse, TERM) instanceof NodeStore.Beat.Held(var databaseTime, var identity)) {
            judgeSkew(before, databaseTime, clock.instant());
            judgeServer(identity);
        }
    }

    /** A slow answer makes the difference uncertain, by half of its time. */
    private void judgeSkew(Instant before, Instant databaseTime, Instant after) {
        Duration halfWay = Duration.between(before, after).dividedBy(2);
        Duration measured = Duration.between(databaseTime, before.plus(halfWay));
        skew = measured;
        listener.clockCompared(measured, halfWay.abs());
        if (measured.abs().compareTo(SKEW_WARNING) > 0) {
            log.warn(
                    "clock_skew_ms={} this clock and the database's differ; due times follow the database, replay"
                            + " windows follow this clock: check NTP",
                    measured.toMillis());
        }
    }

    private void judgeServer(String identity) {
        if (!identity.equals(server)) {
            if (server != null) {
                log.warn("database is another server than before, what was remembered of committed rows is forgotten");
            }
            server = identity;
            listener.serverChanged();
        }
    }

    private boolean waitForNextBeat() {
        lock.lock();
        try {
            long left = BEAT.toNanos();
            while (!isStopped && left > 0) {
                left = stopping.awaitNanos(left);
            }
            return !isStopped;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Gives the number back. */
    @Override
    public void close() {
        lock.lock();
        try {
            isStopped = true;
            stopping.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            thread.join(BEAT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Held now = held;
        held = null;
        if (now != null) {
            try {
                store.leave(now.lease(), now.ids().highWaterMillis());
            } catch (StoreException e) {
                log.warn(
                        "node={} not given back, its lease ends by itself in {} s",
                        now.lease().node(),
                        TERM.toSeconds());
            }
        }
    }
}
