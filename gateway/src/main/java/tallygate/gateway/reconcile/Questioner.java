package tallygate.gateway.reconcile;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.StateQuery;
import tallygate.callback.provider.StateQuery.Found;
import tallygate.callback.provider.StateQuery.Standing;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.alert.Alerts;
import tallygate.gateway.reconcile.QuestionStore.End;
import tallygate.gateway.reconcile.QuestionStore.Taken;
import tallygate.gateway.task.DiscrepancyFinding;
import tallygate.gateway.task.DiscrepancyStore;

/**
 * Asks providers about payments whose outcome is unknown, by a schedule that lies in the database: any node goes on with it. What
 * a provider says for certain goes the way of every callback, marked as recovered, or opens and settles discrepancies; what it
 * does not say is never guessed.
 */
public final class Questioner {
    private static final Logger log = LoggerFactory.getLogger(Questioner.class);

    static final String UNKNOWN = "outcome-unknown";
    private static final String ALERT = "provider-not-asked";
    private static final int BATCH = 20;
    /** Longer than a question may take, token and second look included. */
    private static final Duration LEASE = Duration.ofMinutes(10);

    private final Stores stores;
    private final Recovery recovery;
    private final Asked asked;
    private final Alerts alerts;
    private final Supplier<Schedule> schedule;
    private final OpenEnds ends;

    /** Where it reads and writes. */
    public record Stores(QuestionStore questions, StatementStore tasks, DiscrepancyStore discrepancies) {}

    /**
     * When it asks.
     *
     * @param first pauses before the first questions, at least one
     * @param then the pause before every further one
     * @param until after so long it asks for the last time
     */
    public record Schedule(List<Duration> first, Duration then, Duration until) {
        public Schedule {
            first = List.copyOf(first);
            if (first.isEmpty() || !then.isPositive() || !until.isPositive()) {
                throw new IllegalArgumentException("asks after " + first + ", then " + then + ", until " + until);
            }
        }

        Duration after(int questions) {
            return questions < first.size() ? first.get(questions) : then;
        }
    }

    /**
     * @param schedule in force at each call
     * @param reports takes notices of reports that a provider has made
     */
    public Questioner(
            Stores stores,
            Recovery recovery,
            Asked asked,
            Alerts alerts,
            Supplier<Schedule> schedule,
            Consumer<QuestionStore.Candidate> reports) {
        this.stores = stores;
        this.recovery = recovery;
        this.asked = asked;
        this.alerts = alerts;
        this.schedule = schedule;
        this.ends = new OpenEnds(stores, asked, schedule, reports);
    }

    /**
     * Finds what is unknown, and asks what is due.
     *
     * @return true when more may be due at once
     */
    public boolean round() throws InterruptedException {
        ends.find();
        List<Taken> due = stores.questions().take(BATCH, LEASE);
        for (Taken taken : due) {
            ask(taken);
        }
        return due.size() == BATCH;
    }

    private void ask(Taken taken) throws InterruptedException {
        Question question = taken.question();
        Optional<StateQuery> query = asked.state(question.endpoint());
        if (query.isEmpty()) {
            putOff(taken, "no-credentials", "endpoint " + question.endpoint() + " has no keys for its provider's API");
            return;
        }
        Found found = query.get().ask(StateQuery.Subject.of(question.transaction(), question.order()), asked.tools());
        switch (found) {
            case Found.Known(Standing standing, List<PaymentEvent> events) -> {
                alerts.resolve(ALERT, question.endpoint());
                known(taken, standing, events);
            }
            case Found.NoSuch(String detail) -> {
                alerts.resolve(ALERT, question.endpoint());
                putOff(taken, "no-such", detail);
            }
            case Found.NotAskable(String detail) -> {
                stores.questions().end(taken, End.GIVEN_UP, "not-askable", detail);
                unknown(question, "The provider cannot be asked about it: " + detail);
            }
            case Found.Failed(String why, boolean isOurs, Optional<Duration> notBefore) -> {
                if (isOurs) {
                    alert(question, why);
                }
                putOff(taken, "no-answer", why, notBefore.orElse(Duration.ZERO));
            }
        }
    }

    private void known(Taken taken, Standing standing, List<PaymentEvent> events) {
        Question question = taken.question();
        switch (standing) {
            case PAID, PAID_THEN_REFUNDED -> {
                Optional<String> otherAmount = otherAmount(question, events);
                if (otherAmount.isPresent()) {
                    contradict(taken, otherAmount.get());
                    return;
                }
                if (question.isOfARefundBeside(events)) {
                    putOff(taken, word(standing), "the provider does not name the refund as made");
                    return;
                }
                int broughtIn = bring(question, events);
                answered(taken, word(standing), broughtIn + " brought in");
                if (question.reason() == Question.Reason.CALLBACK_MISSING && broughtIn > 0) {
                    explain(question, "the provider was asked: " + word(standing));
                }
            }
            case ENDED_UNPAID -> {
                switch (question.reason()) {
                    case BANK_MISS -> {
                        answered(taken, word(standing), "the provider says it was never paid");
                        over(question, "the provider's API says that it ended unpaid");
                    }
                    case CALLBACK_MISSING -> contradict(taken, "that it ended unpaid");
                    case UNFINISHED, HELD -> answered(taken, word(standing), bring(question, events) + " brought in");
                }
            }
            case OPEN, IN_PROGRESS -> putOff(taken, word(standing), "not at its end yet");
        }
    }

    /** One of the movement in question with another amount than we have; refunds and others stand beside it. */
    private static Optional<String> otherAmount(Question question, List<PaymentEvent> events) {
        return events.stream()
                .filter(event -> event.effect()
                        .map(effect -> effect.key().equals(question.reference()))
                        .orElse(false))
                .filter(event -> question.amountMinor().isPresent()
                        && event.amountMinor().isPresent()
                        && (question.amountMinor().getAsLong()
                                        != event.amountMinor().getAsLong()
                                || !question.currency().equals(event.currency())))
                .map(event -> event.amountMinor().getAsLong() + " " + event.currency())
                .findFirst();
    }

    private int bring(Question question, List<PaymentEvent> events) {
        Optional<Account.Target> target = asked.target(question.endpoint());
        Map<String, Ours> there = stores.tasks()
                .byEffects(
                        question.source(),
                        events.stream()
                                .flatMap(event -> event.effect().stream())
                                .map(PaymentEvent.Effect::key)
                                .collect(Collectors.toSet()));
        int fresh = 0;
        for (PaymentEvent event : target.isPresent() ? events : List.<PaymentEvent>of()) {
            boolean isThere = event.effect()
                    .map(effect -> there.containsKey(effect.key()))
                    .orElse(false);
            if (!isThere
                    && recovery.bring(question.source(), target.get(), event, "query")
                            instanceof Recovery.Brought.Fresh(var task)) {
                fresh++;
                log.warn(
                        "task={} account={} eventId={} reason={} the provider was asked, brought in",
                        task,
                        question.source(),
                        event.eventId(),
                        question.reason().word());
            }
        }
        return fresh;
    }

    private void answered(Taken taken, String answer, String detail) {
        stores.questions().end(taken, End.ANSWERED, answer, detail);
    }

    private void putOff(Taken taken, String answer, String detail) {
        putOff(taken, answer, detail, Duration.ZERO);
    }

    private void putOff(Taken taken, String answer, String detail, Duration notBefore) {
        if (!taken.isLast()) {
            Duration pause = schedule.get().after(taken.asked());
            stores.questions().later(taken, pause.compareTo(notBefore) < 0 ? notBefore : pause, answer, detail);
            return;
        }
        if (!stores.questions().end(taken, End.GIVEN_UP, answer, detail)) {
            return;
        }
        Question question = taken.question();
        if (question.reason() == Question.Reason.BANK_MISS && answer.equals("no-such")) {
            over(question, "the provider says that there is no such payment: " + detail);
        } else {
            unknown(question, "Asked " + taken.asked() + " times, the last answer was " + answer + ": " + detail);
        }
    }

    private void contradict(Taken taken, String theirs) {
        Question question = taken.question();
        answered(taken, "other-amount", "the provider says " + theirs);
        stores.discrepancies()
                .open(finding(
                        question,
                        "contradiction",
                        "the provider's API says " + theirs + ", we, or its statement, have "
                                + question.amountMinor().orElse(0) + " " + question.currency()));
    }

    private void over(Question question, String why) {
        stores.discrepancies()
                .open(finding(question, "status-over", why + "; stop delivery, look at how it was proven"));
        explain(question, "now status-over: " + why);
    }

    private void unknown(Question question, String why) {
        stores.discrepancies().open(finding(question, UNKNOWN, why));
    }

    private void explain(Question question, String how) {
        stores.discrepancies().explain(question.source(), question.reference(), question.kind(), how);
    }

    private static DiscrepancyFinding finding(Question question, String kind, String detail) {
        return new DiscrepancyFinding(
                kind,
                question.source(),
                question.reference(),
                "asked because of " + question.reason().word(),
                question.task().map(task -> OptionalLong.of(task.value())).orElse(OptionalLong.empty()),
                question.order(),
                question.amountMinor(),
                OptionalLong.empty(),
                question.currency(),
                detail);
    }

    private void alert(Question question, String why) {
        alerts.raise(new Alert(
                ALERT,
                question.endpoint(),
                Alert.Severity.CRITICAL,
                "Payments of unknown outcome wait: the provider cannot be asked about them. They are asked again.",
                Map.of("account", question.source(), "error", why)));
    }

    private static String word(Standing standing) {
        return Stream.of(standing.name().split("_"))
                .map(part -> part.toLowerCase(java.util.Locale.ROOT))
                .collect(Collectors.joining("-"));
    }
}
