package tallygate.gateway.http;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes place for one more connection when all are taken: one on which nothing whole is asked goes, of the newcomer's loop if it has
 * any, else of another. So a few addresses that open connections and leave them, or hold half a request head on each, cannot shut
 * everybody else out. One whose request has come as far as the end of its head, or with an answer that is not written yet, never goes.
 */
final class Places {
    private static final Logger log = LoggerFactory.getLogger(Places.class);

    private final List<LoopState> loops;

    Places(List<LoopState> loops) {
        this.loops = List.copyOf(loops);
    }

    /**
     * Called on the newcomer's loop.
     *
     * @param then told on that loop whether a place is free now; another newcomer may be faster
     */
    void make(LoopState home, Consumer<Boolean> then) {
        if (evict(home)) {
            then.accept(true);
            return;
        }
        askNext(home, loops.stream().filter(loop -> loop != home).iterator(), then);
    }

    private static void askNext(LoopState home, Iterator<LoopState> others, Consumer<Boolean> then) {
        if (!others.hasNext()) {
            on(home, () -> then.accept(false));
            return;
        }
        LoopState other = others.next();
        on(other, () -> {
            if (evict(other)) {
                on(home, () -> then.accept(true));
            } else {
                askNext(home, others, then);
            }
        });
    }

    private static void on(LoopState loop, Runnable step) {
        try {
            loop.loop().execute(step);
        } catch (RejectedExecutionException e) {
            log.debug("listener is closed, and its newcomers with it", e);
        }
    }

    private static boolean evict(LoopState loop) {
        Optional<Connection> unused = loop.longestUnused();
        unused.ifPresent(connection -> connection.channel().pipeline().fireUserEventTriggered(EndIdle.FOR_ANOTHER));
        return unused.isPresent();
    }
}
