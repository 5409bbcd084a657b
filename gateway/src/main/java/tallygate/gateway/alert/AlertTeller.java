package tallygate.gateway.alert;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that looks at the rules and tells channels, away from everybody who raises. */
public final class AlertTeller implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(AlertTeller.class);
    private static final Duration EVERY = Duration.ofSeconds(1);

    private final AlertDesk desk;
    private final AlertRules rules;
    private final Thread thread;

    public AlertTeller(AlertDesk desk, AlertRules rules) {
        this.desk = desk;
        this.rules = rules;
        this.thread = Thread.ofVirtual().name("alerts").start(this::run);
    }

    private void run() {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                rules.round();
                desk.round();
                Thread.sleep(EVERY);
            } catch (InterruptedException _) {
                return;
            } catch (RuntimeException e) {
                log.error("a round of alerts failed, the next one comes in a second", e);
            }
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
