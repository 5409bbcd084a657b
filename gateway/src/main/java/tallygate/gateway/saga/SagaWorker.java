package tallygate.gateway.saga;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.saga.Reply;
import tallygate.callback.saga.StepResults;
import tallygate.gateway.task.Lease;
import tallygate.gateway.task.StoreException;

/** Carries sagas on: claims what is due, drives each journey on virtual threads, and lets go of it when it waits. */
public final class SagaWorker implements AutoCloseable, StepResults {
    private static final Logger log = LoggerFactory.getLogger(SagaWorker.class);
    private static final int CLAIM_MAX = 100;
    private static final long LOOK_MILLIS = 500;
    private static final Duration TROUBLE_PAUSE = Duration.ofMillis(200);

    private final SagaParts parts;
    private final Caller caller;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Semaphore room;
    private final Semaphore wakes = new Semaphore(0);
    private final InUse inUse = new InUse();
    private final StepTimeouts timeouts;
    private final Set<SagaId> inHand = ConcurrentHashMap.newKeySet();
    private final Thread claimer =
            Thread.ofPlatform().name("saga-claimer").daemon(true).unstarted(this::loop);
    private volatile SagaCatalog catalog;
    private volatile boolean isStopped;
    private volatile boolean isAside;
    /** Something may be due for which there was no room. */
    private volatile boolean isHungry;

    public SagaWorker(SagaParts parts, SagaCatalog catalog, StepTimeouts timeouts) {
        this.parts = parts;
        this.catalog = catalog;
        this.timeouts = timeouts;
        inUse.configured(catalog);
        this.caller = new Caller(timeouts, parts.metrics(), parts.nanos(), new StepSpans(parts.spans(), parts.nanos()));
        this.room = new Semaphore(parts.concurrency());
    }

    public void start() {
        claimer.start();
    }

    /** New definitions and participants; sagas in hand go on with those they have, which are closed after that. */
    public void catalog(SagaCatalog next) {
        catalog = next;
        inUse.configured(next);
        wake();
    }

    public SagaCatalog catalog() {
        return catalog;
    }

    /** While true: no saga is taken, new ones are stored for other nodes; those in hand go on. */
    public void standAside(boolean isOn) {
        isAside = isOn;
        wake();
    }

    /** Something may be due now. */
    public void wake() {
        if (wakes.availablePermits() == 0) {
            wakes.release();
        }
    }

    /**
     * Starts a saga, here at once when there is room.
     *
     * @param task ended in the same transaction
     * @throws StoreException when it is not known to be stored; the same again is safe
     */
    public Started begin(NewSaga saga, Optional<Lease> task) {
        long before = parts.nanos().getAsLong();
        boolean isRoom = !isStopped && !isAside && room.tryAcquire();
        Optional<NewSaga.Holder> holder =
                isRoom ? Optional.of(new NewSaga.Holder(parts.owner(), parts.lease())) : Optional.empty();
        Started started = null;
        try {
            started = parts.store()
                    .start(
                            new NewSaga(saga.id(), saga.kind(), saga.bizId(), saga.lock(), saga.payload(), holder),
                            task);
        } finally {
            if (isRoom && !(started instanceof Started.Fresh)) {
                room.release();
            }
        }
        if (started instanceof Started.Fresh(Snapshot fresh)) {
            parts.metrics().started(saga.kind().type());
            if (isRoom) {
                threads.execute(() -> carryOn(fresh, before));
            } else {
                waitsForRoom();
            }
        }
        return started;
    }

    /** After it was stored, so that a claim that did not see it leaves this standing. */
    private void waitsForRoom() {
        isHungry = true;
        if (room.availablePermits() > 0) {
            wake();
        }
    }

    @Override
    public Taken take(String requestId, int sequence, Reply result) {
        SagaStore.Delivered delivered;
        try {
            delivered = parts.store().deliver(requestId, sequence, result);
        } catch (StoreException e) {
            log.warn("request={} kind={} its result is not stored, it is to come again", requestId, e.kind());
            return Taken.AGAIN_LATER;
        }
        return switch (delivered) {
            case SagaStore.Delivered.Taken taken -> {
                wake();
                measured(requestId, taken);
                yield Taken.APPLIED;
            }
            case SagaStore.Delivered.SettledBefore _, SagaStore.Delivered.Unknown _ -> Taken.NOT_OURS;
        };
    }

    /** A later send's answer may be the first one's: only first ones tell how long the participant takes. */
    private void measured(String requestId, SagaStore.Delivered.Taken taken) {
        Definition definition = catalog.definitions().get(taken.kind());
        if (definition != null && taken.tries() == 1) {
            Direction direction = requestId.contains(":c:") ? Direction.COMPENSATION : Direction.FORWARD;
            timeouts.measured(definition.name(), definition.step(taken.seq()), direction, taken.waited());
        }
    }

    private void loop() {
        while (!isStopped) {
            try {
                claim();
            } catch (StoreException e) {
                log.debug("loop=saga-claimer kind={} claim failed, trying again soon", e.kind());
            } catch (RuntimeException | Error e) {
                log.error("loop=saga-claimer round failed, going on", e);
            }
            try {
                if (wakes.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                    wakes.drainPermits();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void claim() {
        int limit = Math.min(CLAIM_MAX, room.availablePermits());
        Set<NewSaga.Kind> known = catalog.known();
        isHungry = limit == 0;
        if (isAside || limit == 0 || known.isEmpty() || !room.tryAcquire(limit)) {
            return;
        }
        int used = 0;
        try {
            long before = parts.nanos().getAsLong();
            for (Snapshot saga : parts.store().claim(known, limit, parts.owner(), parts.lease())) {
                used++;
                threads.execute(() -> carryOn(saga, before));
            }
        } finally {
            if (used == limit) {
                isHungry = true;
            }
            room.release(limit - used);
        }
    }

    /** One of the room's permits is held for it. */
    private void carryOn(Snapshot saga, long heldSince) {
        SagaCatalog now = catalog;
        Definition definition = now.definitions().get(new NewSaga.Kind(saga.type(), saga.version()));
        if (definition == null) {
            log.error(
                    "saga={} type={} version={} is not known here, left to another node",
                    saga.id(),
                    saga.type(),
                    saga.version());
            room.release();
            return;
        }
        inHand.add(saga.id());
        inUse.begins(now);
        var run = new Run(definition, now);
        run.begin(new Journey(
                new Course(definition, saga, now.lease(definition, parts.lease()), parts.crashesMax()),
                new WatchedStore(parts, definition.name()),
                run::send,
                parts.nanos(),
                heldSince,
                parts.lease()));
    }

    /** One journey and the lock that lets its replies in one by one. */
    private final class Run {
        private final Definition definition;
        private final SagaCatalog whom;
        private boolean isEnded;

        Run(Definition definition, SagaCatalog whom) {
            this.definition = definition;
            this.whom = whom;
        }

        void begin(Journey journey) {
            proceed(journey);
        }

        private synchronized void proceed(Journey journey) {
            if (isEnded) {
                return;
            }
            Journey.Next next;
            try {
                next = journey.proceed();
            } catch (RuntimeException | Error e) {
                log.error(
                        "saga={} cannot be carried on here, its lease runs out",
                        journey.saga().id(),
                        e);
                next = Journey.Next.OVER;
            }
            switch (next) {
                case AWAIT -> {}
                case TROUBLE ->
                    CompletableFuture.delayedExecutor(TROUBLE_PAUSE.toMillis(), TimeUnit.MILLISECONDS, threads)
                            .execute(() -> proceed(journey));
                case OVER -> {
                    isEnded = true;
                    inHand.remove(journey.saga().id());
                    inUse.ends(whom);
                    room.release();
                    if (isHungry || mayLetGoOfOthers(journey.saga())) {
                        wake();
                    }
                }
            }
        }

        /** One that waits may be due already; the next of its business id is, when it had the lock. */
        private boolean mayLetGoOfOthers(Snapshot saga) {
            return !saga.status().isEnded() || definition.lock() != Definition.Lock.NONE;
        }

        void send(Call call, Journey journey) {
            Snapshot saga = journey.saga();
            threads.execute(() -> {
                Caller.Result result = caller.call(definition, whom, saga, call);
                synchronized (this) {
                    journey.replied(call, result.reply(), result.took());
                    proceed(journey);
                }
            });
        }
    }

    /** How many sagas this node has in hand. */
    public int inHand() {
        return inHand.size();
    }

    /** Takes nothing new and waits for what is in hand; the rest runs out by its lease and is taken over. */
    public void drain(Duration wait) throws InterruptedException {
        isStopped = true;
        wake();
        if (!room.tryAcquire(parts.concurrency(), wait.toMillis(), TimeUnit.MILLISECONDS)) {
            log.info("sagas={} still in hand at the end of the drain; other nodes go on with them", inHand.size());
        }
        close();
    }

    @Override
    public void close() {
        isStopped = true;
        claimer.interrupt();
        threads.shutdownNow();
        inUse.closeAll();
    }
}
