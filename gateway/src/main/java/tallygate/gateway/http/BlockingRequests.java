package tallygate.gateway.http;

import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.signature.RawRequest;

/**
 * Runs each request on a virtual thread of its own, for answers that block. How many run at once is bounded by the
 * listener's {@link RequestLimits#inFlight()}, except those that outlive its answer deadline.
 */
public final class BlockingRequests implements RequestHandler, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BlockingRequests.class);

    private final Function<RawRequest, HttpReply> answers;
    private final Set<String> methods;
    private final ExecutorService threads;

    /** @param answers an exception is logged and answered with 500 */
    public BlockingRequests(String name, Set<String> methods, Function<RawRequest, HttpReply> answers) {
        this.answers = answers;
        this.methods = Set.copyOf(methods);
        this.threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("http-" + name + "-", 1).factory());
    }

    @Override
    public void handle(RawRequest request, Reply reply) {
        threads.execute(() -> reply.send(answer(request)));
    }

    @Override
    public Set<String> methods() {
        return methods;
    }

    private HttpReply answer(RawRequest request) {
        try {
            return answers.apply(request);
        } catch (RuntimeException | StackOverflowError e) {
            log.error("method={} path={} handler failed, the sender gets 500", request.method(), request.path(), e);
            return HttpReply.text(500, "internal error\n");
        }
    }

    /** Interrupts what still runs. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
