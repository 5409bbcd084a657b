package tallygate.gateway;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.alert.Alerts;
import tallygate.gateway.desk.ChainStore;
import tallygate.gateway.desk.RevocationStore;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.task.StoreException;

/**
 * The desk's work beside the flow, on one thread of every node: the audit log is sealed within a second, bulk retries go on, and
 * once in ten minutes states that nothing explains are looked for. Nodes share it by row locks and leases.
 */
public final class DeskWork implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(DeskWork.class);
    private static final Duration ROUND = Duration.ofMillis(500);
    private static final int SEALED_AT_ONCE = 1_000;
    private static final int ROUNDS_TO_PATROL = 1_200;
    private static final int ROUNDS_TO_MINUTE = 120;
    private static final int TOLD_MAX = 20;
    private static final int HELD_AT_ONCE = 500;
    private static final int STEPS_MAX = 4;
    private static final String UNEXPLAINED = "state-unexplained";

    private final ChainStore chain;
    private final BulkRunner bulk;
    private final RevocationStore revocations;
    private final Alerts alerts;
    private final Runnable eachMinute;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread;
    private int rounds;

    private DeskWork(MySqlStores stores, BulkRunner bulk, Alerts alerts, Runnable eachMinute) {
        this.revocations = stores.revocations();
        this.alerts = alerts;
        this.chain = stores.chain();
        this.bulk = bulk;
        this.eachMinute = eachMinute;
        this.thread = Thread.ofPlatform().name("desk").daemon().unstarted(this::run);
    }

    /**
     * @param owner tells this start of this node from others
     * @param eachMinute notes how the figures stand
     */
    public static DeskWork start(MySqlStores stores, long owner, Alerts alerts, Runnable eachMinute) {
        DeskWork work = new DeskWork(stores, new BulkRunner(stores.bulk(), owner), alerts, eachMinute);
        work.thread.start();
        return work;
    }

    private void run() {
        try {
            while (!stop.await(ROUND.toMillis(), TimeUnit.MILLISECONDS)) {
                round();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void round() {
        try {
            chain.seal(SEALED_AT_ONCE);
            if (rounds % 2 == 0) {
                bulk.second();
            }
            holdWhatARevokedKeyMaySign();
            if (rounds % ROUNDS_TO_MINUTE == 0) {
                eachMinute.run();
            }
            if (rounds++ % ROUNDS_TO_PATROL == 0) {
                patrol();
            }
        } catch (StoreException e) {
            log.warn("kind={} desk work waits for the database: {}", e.kind(), e.getMessage());
        } catch (RuntimeException e) {
            log.error("desk work met a fault of ours, next round in {} ms", ROUND.toMillis(), e);
        }
    }

    private void holdWhatARevokedKeyMaySign() {
        int steps = 0;
        while (steps < STEPS_MAX && revocations.step(HELD_AT_ONCE)) {
            steps++;
        }
    }

    private void patrol() {
        List<String> lines = chain.unexplained(TOLD_MAX);
        if (lines.isEmpty()) {
            alerts.resolve(UNEXPLAINED, "desk");
        } else {
            alerts.raise(new Alert(
                    UNEXPLAINED,
                    "desk",
                    Alert.Severity.CRITICAL,
                    "Somebody changed tasks in the database by hand: " + String.join("; ", lines),
                    Map.of("tasks", Integer.toString(lines.size()))));
            log.error(
                    "unexplained={} somebody changed states by hand; look at each and settle it in the console: {}",
                    lines.size(),
                    lines);
        }
    }

    @Override
    public void close() {
        stop.countDown();
    }
}
