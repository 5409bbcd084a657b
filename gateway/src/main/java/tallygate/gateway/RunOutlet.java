package tallygate.gateway;

import java.time.LocalDate;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.alert.Alerts;
import tallygate.gateway.reconcile.Account;
import tallygate.gateway.reconcile.Question;
import tallygate.gateway.reconcile.QuestionStore;
import tallygate.gateway.reconcile.Questioner;
import tallygate.gateway.reconcile.Reconciliation;

/** Questions go into the database, a run beyond its limit to the log and, once, to people. */
record RunOutlet(
        QuestionStore questions, Alerts alerts, Supplier<Questioner.Schedule> schedule, BooleanSupplier isProduction)
        implements Reconciliation.Outlet {
    private static final Logger log = LoggerFactory.getLogger(RunOutlet.class);
    private static final String CAPPED = "discrepancies-capped";
    private static final String TESTS = "statement-test-rows";

    @Override
    public void ask(Question question) {
        Questioner.Schedule now = schedule.get();
        questions.open(question, now.first().getFirst(), now.until());
    }

    @Override
    public void capped(Account account, LocalDate day, long notOpened) {
        int most = account.rules().openedMax();
        log.error(
                "account={} day={} most={} notOpened={} the run found more discrepancies than one run may open; check"
                        + " the account's settings and its file, then run the day again",
                account.source(),
                day,
                most,
                notOpened);
        alerts.raise(new Alert(
                CAPPED,
                account.source(),
                Alert.Severity.WARNING,
                "a run found " + notOpened + " discrepancies more than the " + most + " it may open: do the account's"
                        + " settings fit its file?",
                Map.of("day", day.toString(), "not opened", Long.toString(notOpened))));
    }

    @Override
    public void tests(Account account, LocalDate day, long rows) {
        if (rows == 0 || !isProduction.getAsBoolean()) {
            alerts.resolve(TESTS, account.source());
            return;
        }
        alerts.raise(new Alert(
                TESTS,
                account.source(),
                Alert.Severity.WARNING,
                rows + " rows of the statement are of a test environment: are keys and account those of production?",
                Map.of("day", day.toString(), "rows", Long.toString(rows))));
    }

    @Override
    public void within(Account account) {
        alerts.resolve(CAPPED, account.source());
    }
}
