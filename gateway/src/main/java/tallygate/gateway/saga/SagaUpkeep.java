package tallygate.gateway.saga;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.alert.Alerts;
import tallygate.gateway.task.StoreException;

/**
 * What is looked after beside the sagas: timeouts follow on every node; one node of all tells what waits for a person, and which
 * sagas nobody takes.
 */
public final class SagaUpkeep implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SagaUpkeep.class);
    private static final int OPEN_MAX = 1_000;
    private static final int EVERY_SECONDS = 30;
    private static final Duration DUTY_LEASE = Duration.ofSeconds(90);
    private static final Duration OVERDUE_MIN = Duration.ofMinutes(1);
    private static final String LETTER = "saga-dead-letter";
    private static final String HELD = "saga-held";
    private static final String UNKNOWN = "saga-unknown-kind";

    private final Looks looks;
    private final MeasuredTimeouts timeouts;
    private final Alerts alerts;
    private final InstantSource clock;
    private final Set<Told> told = new HashSet<>();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("saga-upkeep").daemon(true).factory());
    private volatile List<LocalTime> patrolAt;
    private Instant last;

    /**
     * What it looks at.
     *
     * @param owner the node's incarnation
     * @param known kinds that this node carries on
     */
    public record Looks(SagaDesk desk, SagaWatch watch, long owner, Supplier<Set<NewSaga.Kind>> known) {}

    private record Told(String alert, String subject) {}

    /** @param patrolAt when everything that is still open is told again, in UTC */
    public SagaUpkeep(
            Looks looks, MeasuredTimeouts timeouts, Alerts alerts, InstantSource clock, List<LocalTime> patrolAt) {
        this.looks = looks;
        this.timeouts = timeouts;
        this.alerts = alerts;
        this.clock = clock;
        this.patrolAt = List.copyOf(patrolAt);
        this.last = clock.instant();
    }

    public void start() {
        thread.scheduleWithFixedDelay(this::safely, 1, EVERY_SECONDS, TimeUnit.SECONDS);
    }

    public void patrolAt(List<LocalTime> times) {
        patrolAt = List.copyOf(times);
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
    public void round() {
        timeouts.adjust();
        SagaDesk.Open open = looks.desk().open(OPEN_MAX);
        List<SagaWatch.Overdue> unknown = looks.watch().overdue(OVERDUE_MIN).stream()
                .filter(overdue -> !looks.known().get().contains(overdue.kind()))
                .toList();
        patrol(open);
        Set<Told> still = new HashSet<>();
        open.letters().forEach(letter -> still.add(new Told(LETTER, letter.requestId())));
        open.held().forEach(row -> still.add(new Told(HELD, "row " + row.row())));
        unknown.forEach(overdue -> still.add(new Told(UNKNOWN, subject(overdue))));
        told.stream()
                .filter(each -> !still.contains(each))
                .forEach(gone -> alerts.resolve(gone.alert(), gone.subject()));
        told.clear();
        // Also what another node tells: it may have been raised here when it happened.
        told.addAll(still);
        if (looks.watch().holds("saga-upkeep", looks.owner(), DUTY_LEASE)) {
            open.letters().forEach(this::tell);
            unknown.forEach(this::tell);
        }
    }

    private static String subject(SagaWatch.Overdue overdue) {
        return overdue.kind().type() + " version " + overdue.kind().version();
    }

    /** The last time of a patrol since the last look. */
    private Optional<Instant> due(Instant now) {
        return patrolAt.stream()
                .map(time -> {
                    Instant today = now.atZone(ZoneOffset.UTC)
                            .with(time)
                            .truncatedTo(ChronoUnit.SECONDS)
                            .toInstant();
                    return today.isAfter(now) ? today.minus(Duration.ofDays(1)) : today;
                })
                .filter(moment -> moment.isAfter(last))
                .max(Instant::compareTo);
    }

    /** Twice a day as a rule, on one node: what nobody has settled is told as one list, again. */
    private void patrol(SagaDesk.Open open) {
        Instant now = clock.instant();
        Optional<Instant> due = due(now);
        boolean isOurs = due.isPresent() && looks.watch().takes("saga-patrol", due.get());
        last = now;
        if (!isOurs) {
            return;
        }
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
        alerts.raise(new Alert(
                LETTER,
                letter.requestId(),
                Alert.Severity.CRITICAL,
                "a step of a saga could not be carried out and waits for a person",
                Map.of(
                        "saga", letter.saga().value(),
                        "step", letter.step(),
                        "tries", Integer.toString(letter.tries()),
                        "error", letter.error())));
    }

    private void tell(SagaWatch.Overdue overdue) {
        alerts.raise(new Alert(
                UNKNOWN,
                subject(overdue),
                Alert.Severity.CRITICAL,
                "sagas are due and no node takes them: configure the participants that this version calls, or start a"
                        + " node that knows it",
                Map.of(
                        "saga", overdue.kind().type(),
                        "version", Integer.toString(overdue.kind().version()),
                        "sagas", Long.toString(overdue.count()),
                        "due_for", overdue.longest().toString())));
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
