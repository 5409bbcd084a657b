package tallygate.gateway.process;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import tallygate.callback.Delivery;
import tallygate.callback.Outcome;
import tallygate.callback.handler.Handler;

/** A handler that remembers its calls and does what the test says. */
final class StubHandler implements Handler {
    private final Handler behaviour;
    private final List<Delivery> calls = new CopyOnWriteArrayList<>();
    private final Map<String, AtomicInteger> byEvent = new ConcurrentHashMap<>();
    private volatile boolean isClosed;
    private final AtomicInteger runningNow = new AtomicInteger();
    private final AtomicInteger runningMost = new AtomicInteger();

    StubHandler(Handler behaviour) {
        this.behaviour = behaviour;
    }

    static StubHandler done() {
        return new StubHandler(_ -> new Outcome.Done("ok"));
    }

    @Override
    public Outcome handle(Delivery delivery) throws InterruptedException {
        calls.add(delivery);
        byEvent.computeIfAbsent(delivery.eventId(), _ -> new AtomicInteger()).incrementAndGet();
        runningMost.accumulateAndGet(runningNow.incrementAndGet(), Math::max);
        try {
            return behaviour.handle(delivery);
        } finally {
            runningNow.decrementAndGet();
        }
    }

    @Override
    public void close() {
        isClosed = true;
    }

    boolean isClosed() {
        return isClosed;
    }

    List<Delivery> calls() {
        return calls;
    }

    int callsOf(String eventId) {
        AtomicInteger count = byEvent.get(eventId);
        return count == null ? 0 : count.get();
    }

    int runningNow() {
        return runningNow.get();
    }

    int runningMost() {
        return runningMost.get();
    }
}
