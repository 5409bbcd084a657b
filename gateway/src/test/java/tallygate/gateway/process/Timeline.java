package tallygate.gateway.process;

import java.util.PriorityQueue;
import java.util.SplittableRandom;

/** Virtual time: what happens when, on one thread. Events of one instant come in an order that the seed decides. */
final class Timeline {
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final SplittableRandom ties;
    private long nowNanos;
    private long sequence;
    private long hash = 0xcbf29ce484222325L;
    private boolean isTold;

    private record Event(long at, int tie, long sequence, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(at, other.at);
            int byTie = byTime != 0 ? byTime : Integer.compare(tie, other.tie);
            return byTie != 0 ? byTie : Long.compare(sequence, other.sequence);
        }
    }

    Timeline(SplittableRandom ties) {
        this.ties = ties;
    }

    long now() {
        return nowNanos;
    }

    void after(long nanos, Runnable action) {
        events.add(new Event(nowNanos + Math.max(0, nanos), ties.nextInt(), sequence++, action));
    }

    /** @return false when nothing is left to happen */
    boolean step() {
        Event next = events.poll();
        if (next == null) {
            return false;
        }
        nowNanos = Math.max(nowNanos, next.at());
        next.action().run();
        return true;
    }

    /** Lets time pass inside a call that takes time: the others go on meanwhile. */
    void pass(long nanos) {
        long end = nowNanos + nanos;
        while (!events.isEmpty() && events.peek().at() <= end) {
            step();
        }
        nowNanos = Math.max(nowNanos, end);
    }

    /** Every line that is traced goes into the hash: equal hashes are equal histories. */
    void trace(String what, long a, long b) {
        mix(what.hashCode());
        mix(nowNanos);
        mix(a);
        mix(b);
        if (isTold) {
            System.out.printf("%12.3f ms %-14s %d %d%n", nowNanos / 1e6, what, a, b); // console
        }
    }

    void tell() {
        isTold = true;
    }

    long hash() {
        return hash;
    }

    private void mix(long value) {
        hash = (hash ^ value) * 0x100000001b3L;
        hash ^= hash >>> 29;
    }
}
