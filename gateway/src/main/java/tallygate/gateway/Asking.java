package tallygate.gateway;

import io.micrometer.core.instrument.Gauge;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.reconcile.QuestionStore;
import tallygate.gateway.reconcile.Questioner;
import tallygate.gateway.task.TaskId;

/** Puts open questions to providers, on a thread of its own: a provider that takes its time holds up nothing else. */
final class Asking implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Asking.class);
    private static final Duration IDLE = Duration.ofSeconds(15);

    private final Questioner questioner;
    private final QuestionStore questions;
    private final AtomicLong open = new AtomicLong();
    private final Rounds rounds;

    Asking(MySqlStores stores, ReconcileAccounts accounts, Supplier<TaskId> newIds, Surroundings around) {
        this.questioner = accounts.questioner(stores, newIds, around);
        this.questions = stores.questions();
        Gauge.builder("tallygate.questions.open", open, AtomicLong::get)
                .description("Payments of unknown outcome about which a provider is still asked.")
                .register(around.meters());
        this.rounds = new Rounds("asking", this::round);
    }

    void start() {
        rounds.start();
    }

    private Duration round() throws InterruptedException {
        try {
            boolean isMore = questioner.round();
            open.set(questions.countOpen());
            return isMore ? Duration.ZERO : IDLE;
        } catch (RuntimeException e) {
            log.warn("providers were not asked, again in {} s: {}", IDLE.toSeconds(), e.toString());
            return IDLE;
        }
    }

    @Override
    public void close() {
        rounds.close();
    }
}
