package tallygate.gateway.process;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.Outcome;
import tallygate.callback.handler.Handler;
import tallygate.gateway.task.LeasedHandler;

/** Runs each task on a virtual thread of its own. How many run at once is decided by {@link Holdings}. */
final class VirtualThreads implements Runner.Launcher {
    private final Instruments instruments;

    VirtualThreads(Instruments instruments) {
        this.instruments = instruments;
    }

    private static final Logger log = LoggerFactory.getLogger(VirtualThreads.class);

    @Override
    public void launch(Holding holding, Runner runner) {
        Thread.ofVirtual().name("work-" + holding.lease().id()).start(() -> run(holding, runner));
    }

    private void run(Holding holding, Runner runner) {
        if (!runner.begins(holding, Thread.currentThread()::interrupt)) {
            return;
        }
        if (!instruments.spans().isOn()) {
            runner.ends(holding, call(holding));
            return;
        }
        AttemptSpan span = AttemptSpan.begin(instruments, holding.task());
        try {
            Outcome outcome = call(holding);
            span.ended(outcome);
            runner.ends(holding, outcome);
        } finally {
            span.leave();
        }
    }

    /** A handler is foreign code: whatever it throws fails its own task, as unknown, and nothing else. */
    private static Outcome call(Holding holding) {
        try {
            Handler handler = holding.route().handler();
            return handler instanceof LeasedHandler leased
                    ? leased.handle(holding.task())
                    : handler.handle(Deliveries.of(holding.task()));
        } catch (InterruptedException e) {
            return new Outcome.Unknown("interrupted: the node stops, the lease was lost, or the run limit passed");
        } catch (Throwable e) {
            String error = "handler threw " + summary(e);
            log.error(
                    "task={} route={} {}", holding.lease().id(), holding.route().name(), error);
            return new Outcome.Unknown(error);
        }
    }

    /** Class and place, without the message: it may hold what must not reach a log. */
    private static String summary(Throwable e) {
        StackTraceElement[] frames = e.getStackTrace();
        return e.getClass().getName() + (frames.length == 0 ? "" : " at " + frames[0]);
    }
}
