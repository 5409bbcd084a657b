package tallygate.gateway.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.EventList;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.StateQuery;
import tallygate.gateway.alert.LoggedAlerts;
import tallygate.gateway.task.DiscrepancyFinding;
import tallygate.gateway.task.DiscrepancyStore;
import tallygate.gateway.task.InMemoryStore;
import tallygate.gateway.task.TaskIds;
import tallygate.signature.RawRequest;

/**
 * Questions in histories that a seed decides: nodes die between question and answer, answers come after the lease has gone to
 * another node, providers are away, do not know yet, or change their mind for the end.
 */
class QuestionSimulationTest {
    private static final Instant EPOCH = Instant.parse("2026-11-30T00:00:00Z");
    private static final Duration UNTIL = Duration.ofDays(10);
    private static final int QUESTIONS = 6;

    @BeforeAll
    static void quiet() {
        ((Logger) LoggerFactory.getLogger("tallygate.gateway")).setLevel(Level.OFF);
    }

    @AfterAll
    static void loud() {
        ((Logger) LoggerFactory.getLogger("tallygate.gateway")).setLevel(null);
    }

    /** A node that dies in the middle of a question. */
    private static final class Died extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** One history. */
    private static final class History implements Asked {
        final SplittableRandom dice;
        Instant now = EPOCH;
        final MemoryQuestions questions;
        final InMemoryStore tasks = new InMemoryStore(() -> now);
        final List<DiscrepancyFinding> opened = new ArrayList<>();
        /** What the provider will say once it knows: paid, or not. */
        final Map<String, Boolean> truth = new HashMap<>();

        final Set<String> toldPaid = new HashSet<>();
        final TaskIds ids = new TaskIds(1, 0, InstantSource.fixed(EPOCH));
        int depth;

        History(long seed, boolean isFenced) {
            this.dice = new SplittableRandom(seed);
            this.questions = new MemoryQuestions(() -> now, isFenced);
        }

        void run() throws InterruptedException {
            for (int i = 0; i < QUESTIONS; i++) {
                String id = "pi_" + i;
                truth.put(id, dice.nextBoolean());
                Question.Reason reason = Question.Reason.values()[dice.nextInt(3)];
                questions.open(
                        new Question(
                                "shop",
                                reason,
                                "paid:" + id,
                                "shop",
                                id,
                                "o",
                                OptionalLong.of(100),
                                "EUR",
                                Optional.empty()),
                        Duration.ofMinutes(5),
                        UNTIL);
            }
            Instant end = EPOCH.plus(UNTIL).plus(Duration.ofDays(3));
            while (now.isBefore(end)) {
                now = now.plus(Duration.ofMinutes(5 + dice.nextInt(240)));
                node();
            }
            check();
        }

        private void node() throws InterruptedException {
            try {
                node(() -> new Questioner.Schedule(
                                List.of(Duration.ofMinutes(5), Duration.ofHours(1)), Duration.ofDays(1), UNTIL))
                        .round();
            } catch (Died e) {
                assertThat(e).as("its questions are asked when the lease ends").isNotNull();
            }
        }

        private Questioner node(java.util.function.Supplier<Questioner.Schedule> schedule) {
            Recovery recovery = new Recovery(tasks, ids::next, Duration.ofDays(400), () -> now);
            return new Questioner(
                    new Questioner.Stores(questions, statements(), discrepancies()),
                    recovery,
                    this,
                    new LoggedAlerts(),
                    schedule,
                    _ -> {});
        }

        /** Nothing but what the questioner uses. */
        private StatementStore statements() {
            return (StatementStore) Proxy.newProxyInstance(
                    StatementStore.class.getClassLoader(),
                    new Class<?>[] {StatementStore.class},
                    (_, method, given) -> {
                        assertThat(method.getName()).isEqualTo("byEffects");
                        Map<String, Ours> found = new HashMap<>();
                        tasks.rows().stream()
                                .filter(row -> row.effectKey().startsWith("shop:"))
                                .filter(row -> ((java.util.Collection<?>) given[1])
                                        .contains(row.effectKey().substring(5)))
                                .forEach(row -> found.put(
                                        row.effectKey().substring(5),
                                        new Ours(
                                                row.id(),
                                                "shop",
                                                "o",
                                                row.effectKey().substring(5),
                                                "",
                                                row.amountMinor(),
                                                row.currency(),
                                                row.status(),
                                                row.waitReason())));
                        return found;
                    });
        }

        private DiscrepancyStore discrepancies() {
            return (DiscrepancyStore) Proxy.newProxyInstance(
                    DiscrepancyStore.class.getClassLoader(),
                    new Class<?>[] {DiscrepancyStore.class},
                    (_, method, given) -> {
                        if (method.getName().equals("open")) {
                            opened.add((DiscrepancyFinding) given[0]);
                            return new DiscrepancyStore.Opened.Fresh(opened.size());
                        }
                        return true;
                    });
        }

        @Override
        public Optional<StateQuery> state(String endpoint) {
            return Optional.of((subject, _) -> answer(subject.transactionId()));
        }

        private StateQuery.Found answer(String id) throws InterruptedException {
            switch (dice.nextInt(8)) {
                case 0 -> throw new Died();
                case 1 -> {
                    // This node stands still; the lease ends, and another one asks meanwhile.
                    if (depth < 2) {
                        depth++;
                        now = now.plus(Duration.ofMinutes(11));
                        node();
                        depth--;
                    }
                }
                case 2 -> {
                    return StateQuery.Found.Failed.later("away");
                }
                case 3 -> {
                    return new StateQuery.Found.NoSuch("not yet");
                }
                case 4 -> {
                    return new StateQuery.Found.Known(StateQuery.Standing.IN_PROGRESS, List.of());
                }
                default -> {
                    // The answer that ends it, below.
                }
            }
            if (!truth.getOrDefault(id, false)) {
                return new StateQuery.Found.Known(StateQuery.Standing.ENDED_UNPAID, List.of());
            }
            toldPaid.add("shop:paid:" + id);
            PaymentEvent paid = new PaymentEvent(
                    id + ":paid",
                    "paid",
                    "payment",
                    "o",
                    id,
                    "1.00",
                    OptionalLong.of(100),
                    "EUR",
                    "paid",
                    Optional.empty(),
                    Optional.of(new PaymentEvent.Effect("paid", id)),
                    new byte[32],
                    new byte[] {'{', '}'});
            return new StateQuery.Found.Known(StateQuery.Standing.PAID, List.of(paid));
        }

        private void check() {
            for (MemoryQuestions.Row row : questions.rows) {
                assertThat(row.status)
                        .as("asked until its end: %s", row.question)
                        .isPositive();
                assertThat(row.ends).as("ended once: %s", row.question).isEqualTo(1);
                boolean isPaid = tasks.rows().stream()
                        .anyMatch(task -> task.effectKey().equals("shop:" + row.question.reference()));
                assertThat(!isPaid || toldPaid.contains("shop:" + row.question.reference()))
                        .as("brought in on the provider's word only")
                        .isTrue();
            }
            List<String> effects = tasks.rows().stream()
                    .map(task -> task.effectKey())
                    .filter(key -> !key.isEmpty())
                    .toList();
            assertThat(effects).as("one task an effect").doesNotHaveDuplicates();
        }

        @Override
        public Optional<EventList> events(String endpoint) {
            return Optional.empty();
        }

        @Override
        public List<PaymentEvent> read(String endpoint, RawRequest request) {
            return List.of();
        }

        @Override
        public Optional<Account.Target> target(String endpoint) {
            return Optional.of(new Account.Target("shop", "stripe", "orders", false, false));
        }

        @Override
        public Set<String> openTypes() {
            return Set.of();
        }

        @Override
        public QueryTools tools() {
            return new QueryTools(
                    _ -> {
                        throw new IllegalStateException("nobody calls out here");
                    },
                    () -> now,
                    dice);
        }
    }

    private static boolean isBroken(long seed, boolean isFenced) {
        try {
            new History(seed, isFenced).run();
            return false;
        } catch (AssertionError e) {
            return true;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void noHistoryLosesAQuestionOrBringsInWhatNobodySaid() {
        assertThat(LongStream.rangeClosed(1, 500)
                        .filter(seed -> isBroken(seed, true))
                        .boxed())
                .as("seeds of broken histories")
                .isEmpty();
    }

    @Test
    void withoutTheFenceALateAnswerIsWrittenOverAnotherNodes() {
        assertThat(LongStream.rangeClosed(1, 500).anyMatch(seed -> isBroken(seed, false)))
                .isTrue();
    }
}
