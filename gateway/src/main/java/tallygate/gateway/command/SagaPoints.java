package tallygate.gateway.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tallygate.config.AlertChannelConfig.Severity;
import tallygate.config.GatewayConfig;
import tallygate.config.SagaConfig;
import tallygate.config.SagaStepConfig;
import tallygate.gateway.command.Checkpoint.Words;
import tallygate.gateway.mysql.Evidence;

/** The six points of sagas. What lies with participants, out of our sight, counts only when somebody answers for it. */
final class SagaPoints {
    private static final Duration LETTER_AGE_MAX = Duration.ofDays(1);

    private final GatewayConfig config;
    private final Evidence evidence;
    private final Map<String, String> attested;

    SagaPoints(GatewayConfig config, Evidence evidence, Map<String, String> attested) {
        this.config = config;
        this.evidence = evidence;
        this.attested = attested;
    }

    List<Checkpoint> judge() {
        return List.of(
                point(
                        "saga-compensation",
                        new Words("Each step has a compensation of its own", "每个步骤都有独立的补偿接口"),
                        this::compensation),
                point(
                        "saga-idempotent",
                        new Words(
                                "Forward and compensation are idempotent, with a unique index behind it",
                                "正向与补偿均幂等，并有唯一索引兜底"),
                        this::idempotent),
                point(
                        "saga-persisted",
                        new Words("All state is stored, and changes in transactions", "状态全部落库，流转在事务内完成"),
                        this::persisted),
                point(
                        "saga-timeouts",
                        new Words("Timeouts rest on measured P99; retries back off", "超时基于实测 P99，重试有退避"),
                        this::timeouts),
                point(
                        "saga-dead-letter",
                        new Words("Dead letters raise an alert and are patrolled", "死信有告警并定时巡检"),
                        this::deadLetter),
                point(
                        "saga-intermediate",
                        new Words("No intermediate state is visible outside", "中间态不被外部读到"),
                        this::intermediate));
    }

    /** What one look came to. */
    private record Seen(boolean isHeld, Words evidence, Words todo) {}

    private Checkpoint point(String key, Words point, Supplier<Seen> look) {
        if (config.sagas().definitions().isEmpty()) {
            return Checkpoint.notApplicable(key, point, new Words("no saga is configured", "未配置 Saga"));
        }
        Seen seen = look.get();
        return Checkpoint.judged(key, point, seen.isHeld(), seen.evidence(), seen.todo());
    }

    private Stream<SagaConfig> sagas() {
        return config.sagas().definitions().values().stream();
    }

    private Seen compensation() {
        List<String> pairs = new ArrayList<>();
        List<String> shared = new ArrayList<>();
        sagas().forEach(saga -> {
            Set<String> taken = new HashSet<>();
            saga.steps().forEach(step -> taken.add(operation(step, step.ways().action())));
            for (SagaStepConfig step : saga.steps()) {
                Optional<String> back = step.ways().compensation();
                String name = saga.name() + "/" + step.name();
                pairs.add(name + " " + step.ways().action() + " ← " + back.orElse("–"));
                if (back.isPresent() && !taken.add(operation(step, back.get()))) {
                    shared.add(name);
                }
            }
        });
        boolean isHeld = shared.isEmpty();
        return new Seen(
                isHeld,
                Words.same(String.join("; ", isHeld ? pairs : shared)),
                new Words(
                        "These share an operation and differ by parameters at most: give each compensation a path of"
                                + " its own.",
                        "上述步骤与其他步骤共用接口（至多以参数区分）：请为每个补偿提供独立路径。"));
    }

    /** Parameters do not make an operation another one. */
    private static String operation(SagaStepConfig step, String path) {
        return step.ways().participant() + " " + path.replaceFirst("[?#;].*$", "");
    }

    private Seen idempotent() {
        Map<String, String> wanted = Map.of(
                "saga_instance.uk_saga", "unique saga_id",
                "saga_log.PRIMARY", "unique request_id",
                "compensation_dead_letter.uk_request", "unique request_id");
        boolean isOurs = wanted.equals(found(wanted.keySet()));
        int participants = config.sagas().participants().size();
        List<String> guards = evidence.guards();
        boolean isTheirs = guards.size() >= participants || attested.containsKey("saga-idempotent");
        return new Seen(
                isOurs && isTheirs,
                new Words(
                        "orchestrator: " + found(wanted.keySet()) + "; guard tables seen: " + guards + " for "
                                + participants + " participants"
                                + statement("saga-idempotent").english(),
                        "编排器：" + found(wanted.keySet()) + "；可见的 saga_guard 表：" + guards + "，参与方 " + participants + " 个"
                                + statement("saga-idempotent").chinese()),
                new Words(
                        "Restore the indexes of this schema if one is missing. A participant's table saga_guard with"
                                + " its primary key is only seen on this server: for the others look there and state it"
                                + " with --attest saga-idempotent=WHO-AND-HOW.",
                        "若缺少索引请恢复。参与方的 saga_guard 表只有在同一服务器上才可见；其他参与方请到其数据库核对后用 --attest"
                                + " saga-idempotent=核对人与方式 说明。"));
    }

    private Map<String, String> found(Set<String> names) {
        Map<String, String> found = new TreeMap<>();
        names.forEach(name -> found.put(name, evidence.indexes().getOrDefault(name, "missing")));
        return found;
    }

    private Seen persisted() {
        List<String> wanted =
                List.of("engine", "innodb_flush_log_at_trx_commit", "sync_binlog", "innodb_doublewrite", "read_only");
        List<String> seen =
                wanted.stream().map(what -> what + "=" + evidence.value(what)).toList();
        boolean isHeld = wanted.stream().allMatch(evidence::isOk)
                && evidence.indexes().containsKey("saga_instance.PRIMARY")
                && evidence.indexes().containsKey("saga_log.PRIMARY");
        return new Seen(
                isHeld,
                Words.same("saga_instance, saga_log: " + String.join("; ", seen)),
                new Words(
                        "Run check-config --connect: it says for each of these what to set.",
                        "运行 check-config --connect，逐项给出设置建议。"));
    }

    private Seen timeouts() {
        List<String> faults = new ArrayList<>();
        List<String> measured = new ArrayList<>();
        sagas().forEach(saga -> saga.steps().forEach(step -> {
            String name = saga.name() + "/" + step.name();
            Optional<Evidence.StepTimeout> set = evidence.timeouts().stream()
                    .filter(one -> one.isForward()
                            && one.saga().equals(saga.name())
                            && one.step().equals(step.name()))
                    .findFirst();
            set.ifPresent(one -> measured.add(name + " P99 " + one.p99().toMillis() + " ms → "
                    + one.timeout().toMillis() + " ms"));
            if (set.isEmpty()) {
                faults.add(name + ": P99 not measured (100 calls)");
            } else if (set.get().p99().multipliedBy(3).compareTo(step.timeout().ceiling()) > 0) {
                faults.add(name + ": 3 × P99 > timeout-ceiling");
            }
            if (step.timeout().factor() < 3 || step.timeout().factor() > 5) {
                faults.add(name + ": timeout-factor " + step.timeout().factor());
            }
            if (!isBackoff(step.pauses().forward())) {
                faults.add(name + ": retry " + step.pauses().forward());
            }
            if (step.ways().compensation().isPresent()
                    && !isBackoff(step.pauses().backward())) {
                faults.add(name + ": retry-compensation " + step.pauses().backward());
            }
        }));
        return new Seen(
                faults.isEmpty(),
                Words.same(String.join("; ", faults.isEmpty() ? measured : faults)),
                new Words(
                        "Let 100 calls of each step run so that its P99 is known; timeout-factor 3..5, a ceiling above"
                                + " 3 × P99, and pauses that grow.",
                        "每个步骤至少运行 100 次以测得 P99；timeout-factor 取 3..5，上限高于 3 × P99，重试间隔递增。"));
    }

    private static boolean isBackoff(List<Duration> pauses) {
        boolean isGrowing = pauses.size() > 1;
        for (int i = 1; i < pauses.size(); i++) {
            isGrowing &= pauses.get(i).compareTo(pauses.get(i - 1)) > 0;
        }
        return isGrowing;
    }

    private Seen deadLetter() {
        List<String> channels = Channels.hearing(config.alerts(), Severity.WARNING);
        Evidence.Letters letters = evidence.letters();
        boolean isHeld = !channels.isEmpty()
                && config.sagas().patrolAt().size() >= 2
                && letters.oldest().compareTo(LETTER_AGE_MAX) <= 0;
        String hours = letters.oldest().toHours() + " h";
        return new Seen(
                isHeld,
                new Words(
                        "channels " + channels + ", patrol at " + config.sagas().patrolAt() + " UTC, open dead letters "
                                + letters.open() + ", oldest " + hours,
                        "告警通道 " + channels + "，巡检时刻 " + config.sagas().patrolAt() + " UTC，未处理死信 " + letters.open()
                                + "，最早 " + hours),
                new Words(
                        "Have a channel under alerts.channels that is told warnings, two hours in sagas.patrol-at, and"
                                + " no dead letter open for more than a day (GET /api/v1/saga-dead-letters).",
                        "在 alerts.channels 配置接收 warning 的通道，sagas.patrol-at 至少两个时刻，死信不得超过一天未处理（GET"
                                + " /api/v1/saga-dead-letters）。"));
    }

    private Seen intermediate() {
        List<String> unlocked = sagas().filter(saga -> saga.lock() == SagaConfig.Lock.NONE)
                .map(SagaConfig::name)
                .toList();
        return new Seen(
                unlocked.isEmpty() && attested.containsKey("saga-intermediate"),
                new Words(
                        "sagas without lock: " + unlocked + "; API and console mark what has not ended as in process"
                                + statement("saga-intermediate").english(),
                        "未加锁的 Saga：" + unlocked + "；API 与控制台把未结束的标为处理中"
                                + statement("saga-intermediate").chinese()),
                new Words(
                        "lock: wait or refuse for each saga. What participants show of a frozen amount cannot be seen"
                                + " from here: look, and state it with --attest saga-intermediate=WHO-AND-HOW.",
                        "每个 Saga 设置 lock: wait 或 refuse。参与方是否对外展示冻结中的数据在此不可见：核对后用 --attest"
                                + " saga-intermediate=核对人与方式 说明。"));
    }

    private Words statement(String key) {
        return Attestation.words(attested, key);
    }
}
