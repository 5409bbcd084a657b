package tallygate.gateway.command;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.Gateway;
import tallygate.gateway.mysql.DatabaseSettings;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.task.StoreException;

/** Brings a listening gateway to work: waits for its database, checks it, brings the schema up, then opens. */
final class Opening {
    private static final Logger log = LoggerFactory.getLogger(Opening.class);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(5);

    private final Gateway gateway;
    private final MySqlStores stores;
    private final DatabaseSettings settings;

    Opening(Gateway gateway, MySqlStores stores, DatabaseSettings settings) {
        this.gateway = gateway;
        this.stores = stores;
        this.settings = settings;
    }

    /** @return {@link Exit#OK} when it is open or a stop was asked for before; else why it can never open */
    int untilOpen(CountDownLatch stopAsked, PrintWriter err) throws InterruptedException {
        Duration pause = Duration.ofMillis(200);
        while (true) {
            try {
                stores.migrate();
                gateway.open();
                return Exit.OK;
            } catch (StoreException e) {
                log.warn(
                        "database={} kind={} not usable yet, callbacks get 503 meanwhile, next try in {} ms: {}",
                        settings,
                        e.kind(),
                        pause.toMillis(),
                        rootMessage(e));
            }
            if (stopAsked.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                return Exit.OK;
            }
            pause = pause.multipliedBy(2).compareTo(PAUSE_MAX) < 0 ? pause.multipliedBy(2) : PAUSE_MAX;
        }
    }

    private static String rootMessage(Throwable problem) {
        Throwable root = problem;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }
}
