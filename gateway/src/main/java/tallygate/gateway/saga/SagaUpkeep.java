package tallygate.gateway.saga;

import java.time.InstantSource;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.alert.Alerts;
import tallygate.gateway.task.StoreException;

/** What is looked after beside the sagas: open dead letters and held sagas are told until they are settled, timeouts follow. */
public final class SagaUpkeep implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SagaUpkeep.class);
    private static final int OPEN_MAX = 1_000;
    private static final int EVERY_SECONDS = 30;

    private final SagaDesk desk;
    private final MeasuredTimeouts timeouts;
    private final Alerts alerts;
    private final InstantSource clock;
    private final Set<String> told = new HashSet<>();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("saga-upkeep").daemon(true).factory());
    private volatile List<LocalTime> patrolAt;
    private LocalTime last;

    /** @param patrolAt when everything that is still open is told again, in UTC */
    public SagaUpkeep(
            SagaDesk desk, MeasuredTimeouts timeouts, Alerts alerts, InstantSource clock, List<LocalTime> patrolAt) {
        this.desk = desk;
        this.timeouts = timeouts;
        this.alerts = alerts;
        this.clock = clock;
        this.patrolAt = List.copyOf(patrolAt);
        this.last = now();
    }

    public void start() {
        thread.scheduleWithFixedDelay(this::safely, 1, EVERY_SECONDS, TimeUnit.SECONDS);
    }

    public void patrolAt(List<LocalTime> times) {
        patrolAt = List.copyOf(times);
    }

    private LocalTime now() {
        return clock.instant().atZone(ZoneOffset.UTC).toLocalTime();
    }

    private void safely() {
        try {
            round();
        } catch (StoreException e) {
            log.debug("loop=saga-upkeep kind={} looked after later", e.kind());
        } catch (RuntimeException | Error e) {
            log.error("loop=saga-upkeep round failed, going on", e);
        }
    }

    /** One look. */
    void round() {
        timeouts.adjust();
        SagaDesk.Open open = desk.open(OPEN_MAX);
        LocalTime now = now();
        if (patrolAt.stream().anyMatch(time -> isBetween(time, last, now))) {
            patrol(open);
        }
        last = now;
        Set<String> still = new HashSet<>();
        open.letters().forEach(letter -> still.add(letter.requestId()));
        for (String request : Set.copyOf(told)) {
            if (!still.contains(request)) {
                alerts.resolve("saga-dead-letter", request);
                told.remove(request);
            }
        }
        open.letters().forEach(this::tell);
    }

    private static boolean isBetween(LocalTime time, LocalTime after, LocalTime upTo) {
        return after.isAfter(upTo)
                ? time.isAfter(after) || !time.isAfter(upTo)
                : time.isAfter(after) && !time.isAfter(upTo);
    }

    /** Twice a day as a rule: what nobody has settled is told as one list, again. */
    private void patrol(SagaDesk.Open open) {
        alerts.resolve("saga-patrol", "sagas");
        if (open.letters().isEmpty() && open.held().isEmpty()) {
            log.info("sagas patrol: nothing is open");
            return;
        }
        List<String> ids = open.letters().stream()
                .map(SagaDesk.Letter::requestId)
                .limit(50)
                .toList();
        alerts.raise(new Alert(
                "saga-patrol",
                "sagas",
                Alert.Severity.WARNING,
                "sagas wait for a person",
                Map.of(
                        "dead_letters", Integer.toString(open.letters().size()),
                        "held", Integer.toString(open.held().size()),
                        "requests", String.join(" ", ids))));
    }

    private void tell(SagaDesk.Letter letter) {
        told.add(letter.requestId());
        alerts.raise(new Alert(
                "saga-dead-letter",
                letter.requestId(),
                Alert.Severity.CRITICAL,
                "a step of a saga could not be carried out and waits for a person",
                Map.of(
                        "saga", letter.saga().value(),
                        "step", letter.step(),
                        "tries", Integer.toString(letter.tries()),
                        "error", letter.error())));
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
