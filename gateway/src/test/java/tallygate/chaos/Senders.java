package tallygate.chaos;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import tallygate.blackbox.RunningGateway;
import tallygate.blackbox.StripeCallback;
import tallygate.chaos.Evidence.Notice;
import tallygate.chaos.Evidence.Script;
import tallygate.chaos.Evidence.Try;

/**
 * A provider that sends until it gets a success answer: Stripe's plan of doubling delays in other time, each try to any node,
 * some notices twice, and some later than what came after them.
 */
final class Senders implements AutoCloseable {
    private static final long FIRST_MILLIS = 250;
    private static final long MOST_MILLIS = 2_000;
    private static final int FORGED_TRIES = 3;
    private static final int THREADS = 24;

    private final Plan plan;
    private final List<RunningGateway> nodes;
    private final Clock clock = Clock.systemUTC();
    private final ScheduledThreadPoolExecutor threads = new ScheduledThreadPoolExecutor(THREADS);
    private final List<Notice> notices = new CopyOnWriteArrayList<>();
    private final List<Try> tries = new CopyOnWriteArrayList<>();
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger turn = new AtomicInteger();

    Senders(Plan plan, List<RunningGateway> nodes) {
        this.plan = plan;
        this.nodes = nodes;
    }

    /** Sends so many new notices a second from now on, for so long; returns at once. */
    void start(int perSecond, Duration length, SplittableRandom dice) {
        long count = perSecond * length.toMillis() / 1_000;
        for (long i = 0; i < count; i++) {
            Notice notice = plan.next();
            long at = i * 1_000 / perSecond + (dice.nextInt(10) == 0 ? 1_500 : 0);
            begin(notice, at);
            if (dice.nextInt(100) < 15) {
                // A copy beside the first one, on its own way.
                begin(notice, at + dice.nextInt(1_500));
            }
        }
    }

    /** One notice, once; for scenarios. */
    void one(Notice notice) {
        begin(notice, 0);
    }

    private void begin(Notice notice, long delayMillis) {
        open.incrementAndGet();
        if (!notices.contains(notice)) {
            notices.add(notice);
        }
        Instant created = clock.instant();
        threads.schedule(() -> attempt(notice, created, 0), delayMillis, TimeUnit.MILLISECONDS);
    }

    private void attempt(Notice notice, Instant created, int number) {
        int status = send(notice, created);
        boolean isOver = status / 100 == 2 || (notice.script() == Script.FORGED && number + 1 >= FORGED_TRIES);
        if (isOver || threads.isShutdown()) {
            open.decrementAndGet();
        } else {
            long delay = Math.min(MOST_MILLIS, FIRST_MILLIS << Math.min(number, 10));
            threads.schedule(() -> attempt(notice, created, number + 1), delay, TimeUnit.MILLISECONDS);
        }
    }

    private int send(Notice notice, Instant created) {
        RunningGateway node = nodes.get(turn.getAndIncrement() % nodes.size());
        int status = 0;
        try {
            StripeCallback callback = plan.signed(notice, created);
            var answer =
                    node.callback("/callbacks/" + Plan.endpoint(notice.script()), callback.body(), callback.headers());
            status = answer.statusCode();
            answers.put("answer " + status + " " + answer.body(), answer.body() + answer.headers());
        } catch (IOException e) {
            // Unknown: it may be stored.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        tries.add(new Try(notice.event(), clock.instant(), status));
        return status;
    }

    boolean isSettled() {
        return open.get() == 0;
    }

    int open() {
        return open.get();
    }

    List<Notice> notices() {
        return List.copyOf(notices);
    }

    List<Try> tries() {
        return List.copyOf(tries);
    }

    /** Each different answer that came. */
    Map<String, String> answers() {
        return Map.copyOf(answers);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
