package tallygate.gateway.process;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.handler.OutcomeProbe;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.AdminStore;
import tallygate.gateway.task.Changed;
import tallygate.gateway.task.DiscrepancyFinding;
import tallygate.gateway.task.DiscrepancyStore;
import tallygate.gateway.task.ProbeStore;
import tallygate.gateway.task.StateChange;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskStatus;

/**
 * Asks receivers in batches whether what they called done is really there. A no opens the task again once, in the probe's name
 * and audited, or a discrepancy; no answer is never taken for a no. Failed tasks of unknown outcome are asked about too, so
 * that a person knows before anything is compensated.
 */
final class ProbeRound {
    static final String KIND = "effect-missing";
    private static final Logger log = LoggerFactory.getLogger(ProbeRound.class);
    private static final Actor PROBE = new Actor("probe", "gateway");
    private static final Duration AGAIN_FIRST = Duration.ofMinutes(1);
    private static final Duration AGAIN_MOST = Duration.ofHours(6);

    private final Stores stores;
    private final Duration every;
    private final Instruments instruments;
    private volatile Map<String, ProbeRule> rules = Map.of();

    /** Where it reads and writes. */
    record Stores(ProbeStore probes, AdminStore tasks, DiscrepancyStore discrepancies) {}

    ProbeRound(Stores stores, Duration every, Instruments instruments) {
        this.stores = stores;
        this.every = every;
        this.instruments = instruments;
    }

    /** Probes are told apart as objects: one that stays is not closed. */
    @SuppressWarnings("ReferenceEquality")
    void routes(Collection<WorkRoute> routes) {
        var next = new java.util.HashMap<String, ProbeRule>();
        routes.forEach(route -> route.rules().probe().ifPresent(rule -> next.put(route.name(), rule)));
        var retired = new java.util.ArrayList<>(rules.values());
        retired.removeIf(rule -> next.values().stream().anyMatch(kept -> kept.probe() == rule.probe()));
        rules = Map.copyOf(next);
        // A question under way is cut off by this, and asked again.
        retired.forEach(rule -> rule.probe().close());
    }

    Pause round() {
        boolean isMore = false;
        for (Map.Entry<String, ProbeRule> rule : rules.entrySet()) {
            try {
                isMore |= ask(rule.getKey(), rule.getValue());
            } catch (StoreException e) {
                instruments.metrics().storeFailed("probe", e.kind());
                log.debug("loop=probe kind={} not asked: {}; asked again later", e.kind(), e.getMessage());
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return Pause.whole(every);
            }
        }
        return isMore ? Pause.NONE : Pause.whole(every);
    }

    private boolean ask(String route, ProbeRule rule) throws InterruptedException {
        List<ProbeStore.Probe> due = stores.probes().take(route, rule.batch(), AGAIN_FIRST);
        if (due.isEmpty()) {
            return false;
        }
        Map<Long, OutcomeProbe.Answer> answers =
                rule.probe().ask(due.stream().map(ProbeRound::question).toList());
        for (ProbeStore.Probe probe : due) {
            OutcomeProbe.Answer answer = answers.getOrDefault(probe.task().id().value(), OutcomeProbe.Answer.UNKNOWN);
            instruments
                    .metrics()
                    .registry()
                    .counter(
                            "tallygate.probe",
                            "route",
                            route,
                            "answer",
                            answer.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                    .increment();
            switch (answer) {
                case APPLIED -> stores.probes().settle(probe.task().id(), ProbeStore.Answer.APPLIED, "", false);
                case NOT_APPLIED -> missing(probe, rule);
                case UNKNOWN -> unanswered(probe, rule);
            }
        }
        return due.size() == rule.batch() && !answers.isEmpty();
    }

    private static OutcomeProbe.Question question(ProbeStore.Probe probe) {
        var task = probe.task();
        return new OutcomeProbe.Question(
                task.id().value(),
                IdempotencyKey.of(task.source(), task.effectKey(), task.eventId()),
                task.bizType(),
                task.bizId(),
                task.eventId());
    }

    private void missing(ProbeStore.Probe probe, ProbeRule rule) {
        TaskId id = probe.task().id();
        if (probe.cause() == ProbeStore.Cause.FAILED) {
            stores.probes().settle(id, ProbeStore.Answer.NOT_APPLIED, "the receiver says: not applied", false);
            return;
        }
        boolean isEmptied = false;
        if (rule.isReopening() && probe.reopened() == 0) {
            isEmptied = reopened(id) instanceof Changed.Emptied;
            if (!isEmptied) {
                stores.probes().settle(id, ProbeStore.Answer.NOT_APPLIED, "opened again", true);
                return;
            }
        }
        String detail = "The task ended in success, but its receiver says that the effect is not there"
                + (probe.reopened() > 0 ? ", also after it was tried again." : ".")
                + (isEmptied ? " It cannot be tried again: retention has emptied its content." : "");
        stores.discrepancies().open(DiscrepancyFinding.ofTask(KIND, probe.task(), "probe", detail));
        stores.probes().settle(id, ProbeStore.Answer.NOT_APPLIED, "discrepancy opened", false);
        alert(probe, detail);
    }

    /** Guarded by its state: who has moved on meanwhile is left alone. */
    private Changed reopened(TaskId id) {
        String reason = "the receiver says that the effect is not there";
        Changed changed =
                stores.tasks().change(new StateChange(id, TaskStatus.SUCCESS, TaskStatus.PENDING, PROBE, reason));
        if (changed instanceof Changed.Made) {
            log.warn("event=TASK_REOPENED task={} its success was none; it is tried again with the same key", id);
        }
        return changed;
    }

    private void unanswered(ProbeStore.Probe probe, ProbeRule rule) {
        TaskId id = probe.task().id();
        if (probe.asked() + 1 >= rule.asksMax()) {
            stores.probes().settle(id, ProbeStore.Answer.CANNOT_TELL, "asked " + (probe.asked() + 1) + " times", false);
            alert(probe, "Whether the effect of the task is there could not be found out.");
            return;
        }
        Duration delay = AGAIN_FIRST.multipliedBy(1L << Math.min(probe.asked(), 9));
        stores.probes().later(id, delay.compareTo(AGAIN_MOST) < 0 ? delay : AGAIN_MOST);
    }

    private void alert(ProbeStore.Probe probe, String summary) {
        var task = probe.task();
        instruments
                .alerts()
                .raise(new Alert(
                        KIND,
                        task.id().toString(),
                        Alert.Severity.CRITICAL,
                        summary,
                        Map.of(
                                "route", task.route(),
                                "biz_id", ErrorText.of(task.bizId(), 128),
                                "event_id", ErrorText.of(task.eventId(), 128))));
    }
}
