package tallygate.gateway.confirm;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tallygate.callback.Delivery;
import tallygate.callback.Outcome;
import tallygate.callback.outbound.OutboundAnswer;
import tallygate.callback.outbound.OutboundAnswer.Answered;
import tallygate.callback.provider.Binding;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.Credentials.Value;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.catalog.Providers;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.alert.Alerts;
import tallygate.gateway.ingest.CallbackIntake;
import tallygate.gateway.ingest.Endpoint;
import tallygate.gateway.ingest.EndpointTable;
import tallygate.gateway.ingest.IngestLimits;
import tallygate.gateway.ingest.IntakeParts;
import tallygate.gateway.ingest.IpAllowList;
import tallygate.gateway.ingest.NodeIdentity;
import tallygate.gateway.ingest.RefusalLimits;
import tallygate.gateway.task.HandOver;
import tallygate.gateway.task.InMemoryStore;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.TaskIds;
import tallygate.gateway.task.TaskRow;
import tallygate.signature.RawRequest;

/** Decisions about hints, against a provider that says what it is told to and a store in memory. */
class ConfirmerTest {
    private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");
    private final Ticked clock = new Ticked();
    private final InMemoryStore store = new InMemoryStore(clock);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<String> alerts = new ArrayList<>();
    private final Queue<OutboundAnswer> answers = new ArrayDeque<>();
    private final Alerts told = new Alerts() {
        @Override
        public void raise(Alert alert) {
            alerts.add("+" + alert.subject());
        }

        @Override
        public void resolve(String kind, String subject) {
            alerts.add("-" + subject);
        }
    };
    private final CallbackIntake intake = intake();
    private final Confirmer confirmer = confirmer("live_key");
    private int questions;

    private static final class Ticked extends Clock {
        private Instant now = START;

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    private CallbackIntake intake() {
        HandOver nobody = new HandOver() {
            @Override
            public boolean reserve(String route) {
                return false;
            }

            @Override
            public void release(String route) {}

            @Override
            public void give(List<LeasedTask> tasks, Duration heldFor) {}
        };
        CallbackIntake made = new CallbackIntake(
                new IntakeParts(
                        () -> store,
                        nobody,
                        store,
                        () -> Optional.of(new NodeIdentity(new TaskIds(1, 0, clock), 7)),
                        meters,
                        clock,
                        System::nanoTime,
                        new SplittableRandom(1),
                        told),
                IngestLimits.standard(),
                RefusalLimits.standard(),
                new EndpointTable(List.of()));
        made.start();
        return made;
    }

    private Confirmer confirmer(String apiKey) {
        Map<String, Value> keys = apiKey.isEmpty() ? Map.of() : Map.of("api-key", new Value.Text(apiKey));
        var bound = (Binding.Bound) Providers.builtIn().bind("mollie-legacy", "mollie", new Credentials(keys));
        Endpoint endpoint = new Endpoint(
                "mollie",
                "acc",
                "mollie-legacy",
                "orders",
                bound.provider(),
                Set.of("POST"),
                List.of(),
                IpAllowList.everyone(),
                false);
        return new Confirmer(new ConfirmParts(
                name -> name.equals("mollie") ? Optional.of(endpoint) : Optional.empty(),
                intake.proven(),
                new QueryTools(
                        _ -> {
                            questions++;
                            return answers.remove();
                        },
                        clock,
                        new SplittableRandom(1)),
                told,
                meters));
    }

    @AfterEach
    void stop() throws InterruptedException {
        intake.drain(Duration.ofSeconds(1));
    }

    private static OutboundAnswer paid(String status) {
        return new Answered(
                200,
                List.of(),
                ("{\"id\":\"tr_1\",\"status\":\"" + status + "\",\"amount\":{\"value\":\"1.00\","
                                + "\"currency\":\"EUR\"},\"createdAt\":\"2026-11-30T10:00:00Z\"}")
                        .getBytes(StandardCharsets.UTF_8));
    }

    private static OutboundAnswer status(int status) {
        return new Answered(status, List.of(), new byte[0]);
    }

    private static Delivery hint(String endpoint, int attempt, Instant receivedAt) {
        byte[] body = "id=tr_1".getBytes(StandardCharsets.UTF_8);
        return new Delivery(
                1,
                "acc",
                endpoint,
                "mollie-legacy",
                "tallygate:confirm",
                "hint",
                "",
                "hint:tr_1:9",
                "hint",
                "",
                OptionalLong.empty(),
                "",
                attempt,
                attempt,
                receivedAt,
                "key",
                "",
                new RawRequest("POST", "https", "h", "/callbacks/mollie", List.of(), body, ""),
                body);
    }

    private Outcome handle(int attempt) throws InterruptedException {
        return confirmer.handle(hint("mollie", attempt, clock.instant()));
    }

    private double counted(String result) {
        var counter =
                meters.find("tallygate.confirmations").tag("result", result).counter();
        return counter == null ? 0 : counter.count();
    }

    @Test
    void theProvidersStateIsStoredOnTheEndpointsOwnRouteWithAnEffect() throws InterruptedException {
        answers.add(paid("paid"));
        assertThat(handle(1)).isInstanceOf(Outcome.Done.class);
        TaskRow row = store.rows().getFirst();
        assertThat(row.eventId()).isEqualTo("tr_1:paid");
        assertThat(row.route()).isEqualTo("orders");
        assertThat(row.source()).isEqualTo("acc");
        assertThat(row.effectKey()).isEqualTo("acc:paid:tr_1");
        assertThat(counted("confirmed")).isEqualTo(1);
    }

    @Test
    void eachStateIsStoredOnceHoweverOftenItIsTold() throws InterruptedException {
        for (String state : List.of("open", "open", "paid", "open", "paid")) {
            answers.add(paid(state));
            assertThat(handle(1)).isInstanceOf(Outcome.Done.class);
            clock.now = clock.now.plusSeconds(60);
        }
        assertThat(store.rows()).extracting(TaskRow::eventId).containsExactlyInAnyOrder("tr_1:open", "tr_1:paid");
    }

    @Test
    void anUnknownIdEndsOnlyAtTheSecondTime() throws InterruptedException {
        answers.add(status(404));
        answers.add(status(404));
        assertThat(handle(1))
                .isInstanceOfSatisfying(
                        Outcome.Park.class, park -> assertThat(park.delay()).isEqualTo(Confirmer.UNKNOWN_PAUSE));
        assertThat(handle(2)).isInstanceOf(Outcome.Done.class);
        assertThat(store.rows()).isEmpty();
        assertThat(counted("unknown-id")).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"500, Retry", "429, Retry", "401, Misconfigured", "403, Misconfigured"})
    void noAnswerIsTriedAgainAndStoresNothing(int status, String outcome) throws InterruptedException {
        answers.add(status(status));
        assertThat(handle(1).getClass().getSimpleName()).isEqualTo(outcome);
        assertThat(store.rows()).isEmpty();
        assertThat(alerts).isEqualTo(outcome.equals("Misconfigured") ? List.of("+mollie") : List.of());
        answers.add(paid("paid"));
        assertThat(handle(2)).isInstanceOf(Outcome.Done.class);
        assertThat(alerts).endsWith("-mollie");
    }

    @Test
    void withoutAKeyOrAnEndpointTheHintWaitsAndNobodyIsAsked() throws InterruptedException {
        assertThat(confirmer("").handle(hint("mollie", 1, START))).isInstanceOf(Outcome.Misconfigured.class);
        assertThat(confirmer.handle(hint("gone", 1, START))).isInstanceOf(Outcome.Misconfigured.class);
        assertThat(questions).isZero();
        assertThat(alerts).containsExactly("+mollie");
    }

    @Test
    void hintsThatWaitTogetherShareOneQuestionAndALaterOneDoesNot() throws InterruptedException {
        Instant came = clock.instant();
        clock.now = came.plusSeconds(10);
        answers.add(paid("paid"));
        assertThat(confirmer.handle(hint("mollie", 1, came))).isInstanceOf(Outcome.Done.class);
        assertThat(confirmer.handle(hint("mollie", 1, came.plusSeconds(1)))).isInstanceOf(Outcome.Done.class);
        assertThat(questions).isEqualTo(1);
        assertThat(counted("shared")).isEqualTo(1);
        // It came less than the window before the question: the answer may not know yet what it tells.
        answers.add(paid("paid"));
        confirmer.handle(hint("mollie", 1, came.plusSeconds(9)));
        assertThat(questions).isEqualTo(2);
    }

    @Test
    void aQuestionThatFailedAnswersNoOtherHint() throws InterruptedException {
        Instant came = clock.instant();
        clock.now = came.plusSeconds(10);
        answers.add(status(500));
        answers.add(paid("paid"));
        confirmer.handle(hint("mollie", 1, came));
        assertThat(confirmer.handle(hint("mollie", 1, came))).isInstanceOf(Outcome.Done.class);
        assertThat(questions).isEqualTo(2);
    }

    @Test
    void aFloodOfHintsIsAskedAboutAtAPace() throws InterruptedException {
        int parked = 0;
        for (int i = 0; i < 200; i++) {
            answers.clear();
            answers.add(status(500));
            parked += handle(1) instanceof Outcome.Park ? 1 : 0;
        }
        assertThat(questions).isBetween(10, 40);
        assertThat(parked).isEqualTo(200 - questions);
        clock.now = clock.now.plusSeconds(2);
        assertThat(handle(1)).isInstanceOf(Outcome.Retry.class);
    }
}
