package tallygate.gateway;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Work in rounds on a thread of its own, until it is closed. */
final class Rounds implements AutoCloseable {
    /** One round; the time until the next one comes back. */
    interface Round {
        Duration run() throws InterruptedException;
    }

    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Round round;
    private final Thread thread;

    /** @param round handles its own failures: one that throws ends the thread */
    Rounds(String name, Round round) {
        this.round = round;
        this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            Duration pause = Duration.ZERO;
            while (!stopped.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                pause = round.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        stopped.countDown();
        thread.interrupt();
    }
}
