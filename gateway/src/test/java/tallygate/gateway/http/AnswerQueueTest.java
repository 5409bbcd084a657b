package tallygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Many answers completed at once by one writer thread. */
class AnswerQueueTest {
    private final Deque<Runnable> loop = new ArrayDeque<>();
    private final List<Integer> delivered = new ArrayList<>();
    private final AnswerQueue queue = new AnswerQueue(loop::add);

    @Test
    void aBatchOfAnswersWakesTheLoopOnceAndIsDeliveredInOrder() {
        for (int i = 0; i < 100; i++) {
            queue.put(answer(i));
        }
        assertThat(loop).hasSize(1);
        loop.remove().run();
        assertThat(delivered).hasSize(100).isSorted();
        queue.put(answer(100));
        assertThat(loop).hasSize(1);
    }

    @Test
    void anAnswerPutDuringTheDeliveryWakesTheLoopAgain() {
        queue.put(new AnswerQueue.Entry() {
            @Override
            void deliver() {
                queue.put(answer(1));
            }
        });
        loop.remove().run();
        assertThat(delivered).isEmpty();
        loop.remove().run();
        assertThat(delivered).containsExactly(1);
    }

    @Test
    void oneDeliveryThatFailsDoesNotStopTheOthers() {
        queue.put(new AnswerQueue.Entry() {
            @Override
            void deliver() {
                throw new IllegalStateException("a fault of this answer");
            }
        });
        queue.put(answer(1));
        loop.remove().run();
        assertThat(delivered).containsExactly(1);
    }

    @Test
    void anAnswerAfterTheListenerClosedIsNoFaultOfTheWriter() {
        var closed = new AnswerQueue(_ -> {
            throw new RejectedExecutionException("shut down");
        });
        closed.put(answer(1));
        assertThat(delivered).isEmpty();
    }

    @Test
    void everyAnswerOfManyThreadsIsDeliveredOnce() throws InterruptedException {
        var start = new CountDownLatch(1);
        List<Runnable> tasks = new ArrayList<>();
        var shared = new AnswerQueue(task -> {
            synchronized (tasks) {
                tasks.add(task);
            }
        });
        List<Thread> writers = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            writers.add(Thread.ofPlatform().start(() -> {
                await().until(() -> start.getCount() == 0);
                for (int i = 0; i < 10_000; i++) {
                    shared.put(answer(i));
                }
            }));
        }
        start.countDown();
        while (writers.stream().anyMatch(Thread::isAlive) || !tasks.isEmpty()) {
            Runnable task = null;
            synchronized (tasks) {
                if (!tasks.isEmpty()) {
                    task = tasks.removeFirst();
                }
            }
            if (task != null) {
                task.run();
            }
        }
        assertThat(delivered).hasSize(40_000);
    }

    private AnswerQueue.Entry answer(int number) {
        return new AnswerQueue.Entry() {
            @Override
            void deliver() {
                delivered.add(number);
            }
        };
    }
}
