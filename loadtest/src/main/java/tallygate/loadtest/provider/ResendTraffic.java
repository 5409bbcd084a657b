package tallygate.loadtest.provider;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;
import tallygate.loadtest.drive.Traffic;

/** A provider's notices: each is sent at its time, and again on the plan until it is answered 2xx or the plan is used up. */
public final class ResendTraffic implements Traffic {
    private record Due(long at, int message) {}

    private final ResendPlan plan;
    private final int[] attempts;
    private final PriorityQueue<Due> queue = new PriorityQueue<>(Comparator.comparingLong(Due::at));

    private int unsettled;
    private int acknowledged;

    /** @param gapNanos between the first attempts of two notices */
    public ResendTraffic(ResendPlan plan, int messages, long start, long gapNanos) {
        this.plan = plan;
        this.attempts = new int[messages];
        this.unsettled = messages;
        for (int message = 0; message < messages; message++) {
            queue.add(new Due(start + message * gapNanos, message));
        }
    }

    @Override
    public long nextDue(long now) {
        Due first = queue.peek();
        return first == null ? NOTHING : first.at();
    }

    @Override
    public int take(long now) {
        int message = queue.remove().message();
        attempts[message]++;
        return message;
    }

    @Override
    public void answered(int message, int status, long now) {
        if (status >= 200 && status < 300) {
            acknowledged++;
            unsettled--;
        } else if (attempts[message] <= plan.delays().size()) {
            long delay = plan.delays().get(attempts[message] - 1).toNanos();
            queue.add(new Due(now + delay, message));
        } else {
            unsettled--;
        }
    }

    @Override
    public boolean countsFromDue() {
        return false;
    }

    @Override
    public boolean isOver(long now) {
        return unsettled == 0;
    }

    int acknowledged() {
        return acknowledged;
    }

    int givenUp() {
        return attempts.length - acknowledged - unsettled;
    }

    /** How many notices took one attempt, two attempts and so on. */
    SortedMap<Integer, Integer> attempts() {
        var counts = new TreeMap<Integer, Integer>();
        for (int count : attempts) {
            counts.merge(count, 1, Integer::sum);
        }
        return counts;
    }
}
