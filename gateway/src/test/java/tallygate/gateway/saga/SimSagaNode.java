package tallygate.gateway.saga;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tallygate.callback.saga.Reply;
import tallygate.gateway.task.StoreException;

/** One node of a history: claims sagas and drives their journeys as the real one does, without threads. */
final class SimSagaNode {
    private static final long TIMEOUT = Duration.ofMillis(500).toNanos();

    private final SagaWorld world;
    private final int number;
    private final long incarnation;
    private final Set<NewSaga.Kind> kinds;
    private final List<Runnable> delayed = new ArrayList<>();
    private final SimSagaStore store;
    private boolean isDead;
    private boolean isPaused;
    private long behindNanos;

    SimSagaNode(SagaWorld world, int number, long incarnation) {
        this.world = world;
        this.number = number;
        this.incarnation = incarnation;
        this.kinds = Set.of(new NewSaga.Kind(world.plan().definition().name(), 1));
        this.store = new SimSagaStore(world, this);
    }

    int number() {
        return number;
    }

    void begin() {
        act(world.dice().nextLong(Duration.ofMillis(100).toNanos()), this::round);
    }

    void die() {
        isDead = true;
    }

    /** The process stands still; time goes on, and with {@code isStalled} its monotonic clock does not. */
    void pause(long nanos, boolean isStalled) {
        if (isPaused) {
            return;
        }
        isPaused = true;
        world.after(nanos, () -> {
            isPaused = false;
            behindNanos += isStalled ? nanos : 0;
            List<Runnable> waiting = List.copyOf(delayed);
            delayed.clear();
            waiting.forEach(action -> act(0, action));
        });
    }

    /** Done later, unless the node is dead by then; later still when it is paused. */
    private void act(long nanos, Runnable action) {
        world.after(nanos, () -> {
            if (isDead) {
                return;
            }
            if (isPaused) {
                delayed.add(action);
                return;
            }
            action.run();
        });
    }

    private long nanos() {
        return world.now() - behindNanos;
    }

    private void round() {
        long before = nanos();
        try {
            for (Snapshot saga : store.claim(kinds, 4, incarnation, SagaWorld.LEASE)) {
                if (saga.crashes() > 0) {
                    world.sometimes("taken-over");
                }
                Course course = new Course(world.plan().definition(), saga, SagaWorld.LEASE, Sagas.CRASHES_MAX);
                drive(new Journey(course, store, this::send, this::nanos, before, SagaWorld.LEASE));
            }
        } catch (StoreException e) {
            world.sometimes("claim-failed");
        }
        if (!isDead && !world.isSettled()) {
            act(Duration.ofMillis(100).toNanos(), this::round);
        }
    }

    private void drive(Journey journey) {
        if (isDead) {
            return;
        }
        switch (journey.proceed()) {
            case AWAIT, OVER -> {}
            case TROUBLE -> act(Duration.ofMillis(100).toNanos(), () -> drive(journey));
        }
        world.trace(
                journey.saga().id().value(),
                journey.saga().status().code(),
                journey.saga().mark());
    }

    private void send(Call call, Journey journey) {
        if (isDead) {
            return;
        }
        world.trace(
                call.entry().requestId(), call.kind().ordinal(), call.entry().tries());
        if (world.strikes(SagaPlan.Fault.REFUSED)) {
            world.sometimes("refused");
            reply(call, journey, new Reply.Later("no connection", Duration.ZERO), wire());
            return;
        }
        if (call.kind() == Call.Kind.SEND
                && call.entry().direction() == Direction.COMPENSATION
                && call.entry().tries() == 1) {
            world.undoes(journey.saga().id(), call.step().stage());
        }
        boolean byMessage = world.plan().byMessage() && call.kind() == Call.Kind.SEND;
        Waiting waiting = new Waiting(call, journey);
        if (byMessage) {
            reply(call, journey, published(), wire());
        } else {
            act(TIMEOUT, () -> waiting.answer(new Reply.Unknown("timed out")));
        }
        SagaId saga = journey.saga().id();
        transmit(() -> world.participants()
                .take(
                        saga,
                        call,
                        answer -> transmit(() -> {
                            if (byMessage) {
                                deliver(call, answer);
                            } else {
                                act(0, () -> waiting.answer(answer));
                            }
                        })));
    }

    private Reply published() {
        return world.strikes(SagaPlan.Fault.LOST)
                ? new Reply.Unknown("not confirmed")
                : new Reply.Accepted("", Duration.ofNanos(TIMEOUT));
    }

    /** Results by message are taken in by whichever node listens; the broker keeps them until one has. */
    private void deliver(Call call, Reply answer) {
        if (!(answer instanceof Reply.Done || answer instanceof Reply.Failed)) {
            return;
        }
        try {
            store.fail();
            SagaStore.Delivered delivered =
                    world.store().deliver(call.entry().requestId(), call.entry().mark(), answer);
            world.sometimes("result-" + delivered.getClass().getSimpleName());
        } catch (StoreException e) {
            world.after(wire(), () -> deliver(call, answer));
        }
    }

    private final class Waiting {
        private final Call call;
        private final Journey journey;
        private boolean isAnswered;

        Waiting(Call call, Journey journey) {
            this.call = call;
            this.journey = journey;
        }

        void answer(Reply reply) {
            if (!isAnswered) {
                isAnswered = true;
                reply(call, journey, reply, 0);
            }
        }
    }

    private void reply(Call call, Journey journey, Reply reply, long nanos) {
        act(nanos, () -> {
            journey.replied(call, reply, Duration.ZERO);
            drive(journey);
        });
    }

    private long wire() {
        return world.dice().nextLong(Duration.ofMillis(20).toNanos());
    }

    /** Over a wire that loses, repeats and delays. */
    private void transmit(Runnable arrival) {
        if (world.strikes(SagaPlan.Fault.LOST)) {
            world.sometimes("lost");
            return;
        }
        int copies = world.strikes(SagaPlan.Fault.TWICE) ? 2 : 1;
        for (int i = 0; i < copies; i++) {
            boolean isLate = world.strikes(SagaPlan.Fault.LATE);
            world.after(isLate ? world.dice().nextLong(Duration.ofSeconds(20).toNanos()) : wire(), arrival);
        }
    }
}
