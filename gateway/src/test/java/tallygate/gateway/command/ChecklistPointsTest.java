package tallygate.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.config.GatewayConfig;
import tallygate.config.Loading;
import tallygate.gateway.desk.ChainStore;
import tallygate.gateway.mysql.Evidence;
import tallygate.gateway.mysql.Finding;

/** One thing is taken away at a time, and exactly the point that stands on it is no longer held. */
class ChecklistPointsTest {
    static final String YAML = """
        alerts:
          channels:
            - { name: ops, kind: webhook, url: "https://ops.example.com/hook", severity: warning }
        routes:
          orders: { handler: { kind: saga, saga: order-create } }
          mails: { handler: { kind: amqp, url: "amqp://u:p@127.0.0.1:5672/", queue: mails } }
        sagas:
          participants:
            stock: { url: "http://stock.example.com/saga" }
            payment: { url: "http://payment.example.com/saga" }
          definitions:
            order-create:
              steps:
                - { name: stock, participant: stock, action: /freeze, compensation: /unfreeze }
                - { name: payment, participant: payment, action: /charge, compensation: /refund }
        """;
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final LastDrill DRILL = new LastDrill(NOW.minus(Duration.ofDays(10)), 3, 75, 0);

    private final Map<String, Finding> findings = new HashMap<>();
    private final Map<String, String> indexes = new HashMap<>(Map.of(
            "async_task.k_due", "status,lane,next_retry_time",
            "saga_instance.PRIMARY", "unique id",
            "saga_instance.uk_saga", "unique saga_id",
            "saga_log.PRIMARY", "unique request_id",
            "compensation_dead_letter.uk_request", "unique request_id"));
    private final List<Evidence.StepTimeout> timeouts = new ArrayList<>(List.of(timeout("stock"), timeout("payment")));
    private final Map<String, String> attested = new HashMap<>(Map.of("saga-intermediate", "A. read the views"));
    private List<String> guards = List.of("payment", "stock");
    private Evidence.Letters letters = new Evidence.Letters(0, Duration.ZERO);
    private Optional<LastDrill> drill = Optional.of(DRILL);
    private CallbackPoints.Audit audit =
            new CallbackPoints.Audit(new ChainStore.Verdict(7, 1, Optional.empty()), List.of());

    ChecklistPointsTest() {
        for (String what : List.of(
                "engine",
                "innodb_flush_log_at_trx_commit",
                "sync_binlog",
                "innodb_doublewrite",
                "read_only",
                "indexes of async_task",
                "plan of claim",
                "time_zone",
                "milliseconds",
                "clock")) {
            findings.put(what, new Finding(Finding.Level.OK, what, "as it should be", ""));
        }
    }

    private static Evidence.StepTimeout timeout(String step) {
        return new Evidence.StepTimeout("order-create", step, true, Duration.ofMillis(200), Duration.ofMillis(800));
    }

    private void spoil(String what) {
        findings.put(what, new Finding(Finding.Level.UNSAFE, what, "type ALL key=null", "mend it"));
    }

    private List<Checkpoint> judge(String yaml) {
        if (!(GatewayConfig.parse(yaml, Path.of("."), Map.of()) instanceof Loading.Loaded loaded)) {
            throw new AssertionError(GatewayConfig.parse(yaml, Path.of("."), Map.of()));
        }
        var evidence = new Evidence(NOW, List.copyOf(findings.values()), indexes, timeouts, letters, guards);
        List<Checkpoint> points =
                new ArrayList<>(new CallbackPoints(loaded.config(), evidence, audit, attested).judge(drill));
        points.addAll(new SagaPoints(loaded.config(), evidence, attested).judge());
        return points;
    }

    private List<String> open(String yaml) {
        return judge(yaml).stream()
                .filter(Checkpoint::isOpen)
                .map(Checkpoint::key)
                .toList();
    }

    private List<String> open() {
        return open(YAML);
    }

    @Test
    void allThirteenHoldWhenNothingIsMissing() {
        assertThat(judge(YAML)).hasSize(13).allSatisfy(point -> {
            assertThat(point.verdict()).as(point.toString()).isEqualTo(Checkpoint.Verdict.HELD);
            assertThat(point.evidence().english()).isNotBlank();
            assertThat(point.evidence().chinese()).isNotBlank();
        });
    }

    @Test
    void theIndexOfTheScan() {
        spoil("plan of claim");
        assertThat(open()).containsExactly("scan-index");
        findings.remove("plan of claim");
        assertThat(open()).as("what could not be looked at is not held").containsExactly("scan-index");
    }

    @Test
    void theTimeZones() {
        spoil("time_zone");
        assertThat(open()).containsExactly("time-zones");
    }

    @Test
    void aChannelThatHearsWarnings() {
        assertThat(open(YAML.replace("severity: warning", "severity: critical")))
                .containsExactly("both-metrics-alert", "saga-dead-letter");
    }

    @Test
    void theDrill() {
        drill = Optional.empty();
        assertThat(open()).containsExactly("drill-dated");
        drill = Optional.of(new LastDrill(NOW.minus(Duration.ofDays(91)), 3, 75, 0));
        assertThat(open()).containsExactly("drill-dated");
        drill = Optional.of(new LastDrill(NOW, 2, 50, 0));
        assertThat(open()).containsExactly("drill-dated");
        drill = Optional.of(new LastDrill(NOW, 3, 75, 1));
        assertThat(open()).containsExactly("drill-dated");
    }

    @Test
    void theAuditLog() {
        audit = new CallbackPoints.Audit(
                new ChainStore.Verdict(7, 1, Optional.of(new ChainStore.Break(3, "changed"))), List.of());
        assertThat(open()).containsExactly("audit");
        audit = new CallbackPoints.Audit(
                new ChainStore.Verdict(7, 1, Optional.empty()), List.of("task 1 is compensated"));
        assertThat(open()).containsExactly("audit");
    }

    @Test
    void consumersThatNobodyHears() {
        String blind = YAML.replace("queue: mails", "queue: mails, done-when: published");
        assertThat(open(blind)).containsExactly("consumer-commits-first");
        attested.put("consumer-commits-first", "B. read the consumer");
        assertThat(open(blind)).isEmpty();
        assertThat(judge(blind).toString()).contains("stated, not seen: B. read the consumer");
    }

    @Test
    void queuesOfSomebodyElse() {
        String foreign = YAML.replace("queue: mails", "queue: mails, declare: nobody");
        assertThat(open(foreign)).containsExactly("broker-bounds");
        attested.put("broker-bounds", "B. looked at the broker");
        assertThat(open(foreign)).isEmpty();
    }

    @Test
    void queuesOfParticipantsAreBrokersQueuesToo() {
        String queued = YAML.replace(
                "payment: { url: \"http://payment.example.com/saga\" }",
                "payment: { kind: amqp, broker: \"amqp://u:p@127.0.0.1:5672/\", queue: payment, declare: nobody }");
        assertThat(open(queued)).containsExactly("broker-bounds");
        assertThat(judge(queued).toString())
                .contains("participant payment heartbeat=30s retry TTL=10s declared=nobody");
        attested.put("broker-bounds", "B. looked at the broker");
        assertThat(open(queued)).isEmpty();
    }

    @Test
    void aCompensationThatIsAnActionWithAnotherParameter() {
        assertThat(open(YAML.replace("compensation: /unfreeze", "compensation: \"/freeze?undo=1\"")))
                .containsExactly("saga-compensation");
    }

    @Test
    void theUniqueIndexesAndTheGuards() {
        indexes.put("saga_log.PRIMARY", "request_id");
        assertThat(open()).containsExactly("saga-idempotent");
        indexes.put("saga_log.PRIMARY", "unique request_id");
        guards = List.of("stock");
        assertThat(open()).containsExactly("saga-idempotent");
        attested.put("saga-idempotent", "C. looked at payment");
        assertThat(open()).isEmpty();
        indexes.remove("saga_instance.uk_saga");
        assertThat(open()).as("nobody answers for what is seen to be missing").containsExactly("saga-idempotent");
    }

    @Test
    void durability() {
        spoil("innodb_flush_log_at_trx_commit");
        assertThat(open()).containsExactly("saga-persisted");
    }

    @Test
    void timeoutsWithoutMeasurementAndRetriesWithoutBackoff() {
        assertThat(open(YAML.replace("/unfreeze", "/unfreeze, retry: [2s, 2s]")))
                .containsExactly("saga-timeouts");
        assertThat(open(YAML.replace("/unfreeze", "/unfreeze, timeout-factor: 2")))
                .containsExactly("saga-timeouts");
        assertThat(open(YAML.replace("/unfreeze", "/unfreeze, timeout: 500ms, timeout-ceiling: 550ms")))
                .containsExactly("saga-timeouts");
        timeouts.removeFirst();
        assertThat(open()).containsExactly("saga-timeouts");
    }

    @Test
    void deadLettersThatNobodySeesTo() {
        letters = new Evidence.Letters(1, Duration.ofHours(23));
        assertThat(open()).isEmpty();
        letters = new Evidence.Letters(1, Duration.ofHours(25));
        assertThat(open()).containsExactly("saga-dead-letter");
        letters = new Evidence.Letters(0, Duration.ZERO);
        assertThat(open(YAML.replace("sagas:\n", "sagas:\n  patrol-at: [\"01:00\"]\n")))
                .containsExactly("saga-dead-letter");
    }

    @Test
    void sagasThatDoNotKeepOutOfEachOthersWay() {
        assertThat(open(YAML.replace("order-create:\n", "order-create:\n      lock: none\n")))
                .containsExactly("saga-intermediate");
        attested.clear();
        assertThat(open()).containsExactly("saga-intermediate");
    }

    @Test
    void whatIsNotConfiguredIsNotApplicable() {
        assertThat(judge(YAML.substring(0, YAML.indexOf("routes:"))))
                .filteredOn(point -> point.verdict() == Checkpoint.Verdict.NOT_APPLICABLE)
                .hasSize(8);
    }

    @Test
    void theDateOfADrillIsFoundAgain(@TempDir Path folder) throws Exception {
        assertThat(LastDrill.read(folder)).isEmpty();
        DRILL.write(folder.resolve("data"));
        assertThat(LastDrill.read(folder.resolve("data"))).contains(DRILL);
        Files.writeString(folder.resolve("last-drill.json"), "{\"at\":\"yesterday\"}");
        assertThat(LastDrill.read(folder)).isEmpty();
    }
}
