package tallygate.gateway.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tallygate.callback.handler.AmqpConfig;
import tallygate.config.AlertChannelConfig.Severity;
import tallygate.config.AmqpHandlerConfig;
import tallygate.config.DoneWhenConfig;
import tallygate.config.GatewayConfig;
import tallygate.config.HandlerConfig;
import tallygate.config.HttpHandlerConfig;
import tallygate.config.KafkaHandlerConfig;
import tallygate.config.LogHandlerConfig;
import tallygate.config.RedisHandlerConfig;
import tallygate.config.SagaHandlerConfig;
import tallygate.gateway.command.Checkpoint.Words;
import tallygate.gateway.desk.ChainStore;
import tallygate.gateway.mysql.Evidence;

/** The points of callbacks, retries and reconciliation. */
final class CallbackPoints {
    private static final Duration DRILL_AGE_MAX = Duration.ofDays(90);
    /** What waits longer in a broker is lost to view, and to a broker that starts again without its memory. */
    private static final Duration TTL_MAX = Duration.ofMinutes(10);

    private final GatewayConfig config;
    private final Evidence evidence;
    private final Audit audit;
    private final Map<String, String> attested;

    /** What reading the whole audit log came to. */
    record Audit(ChainStore.Verdict chain, List<String> unexplained) {}

    CallbackPoints(GatewayConfig config, Evidence evidence, Audit audit, Map<String, String> attested) {
        this.config = config;
        this.evidence = evidence;
        this.audit = audit;
        this.attested = attested;
    }

    List<Checkpoint> judge(Optional<LastDrill> drill) {
        return List.of(index(), zones(), alerting(), drilled(drill), audited(), consumers(), bounds());
    }

    private Checkpoint index() {
        String plan = evidence.value("plan of claim");
        // On a table that is almost empty the server may read it whole, and be right.
        boolean isUsed = plan.contains("key=k_due") || evidence.isOk("plan of claim");
        return Checkpoint.judged(
                "scan-index",
                new Words(
                        "The scan for due tasks uses the index (status, …, next_retry_time)",
                        "到期扫描使用 (status, …, next_retry_time) 索引"),
                evidence.isOk("indexes of async_task") && isUsed,
                Words.same("k_due = " + evidence.indexes().getOrDefault("async_task.k_due", "missing") + "; EXPLAIN: "
                        + plan),
                new Words(
                        "Restore the index k_due, run ANALYZE TABLE async_task, and look at check-config --connect.",
                        "恢复索引 k_due，执行 ANALYZE TABLE async_task，并查看 check-config --connect。"));
    }

    private Checkpoint zones() {
        List<String> wanted = List.of("time_zone", "milliseconds", "clock");
        return Checkpoint.judged(
                "time-zones",
                new Words("Gateway and database have one time zone and one time", "网关与数据库时区、时间一致"),
                wanted.stream().allMatch(evidence::isOk),
                Words.same(String.join(
                        "; ",
                        wanted.stream()
                                .map(what -> what + "=" + evidence.value(what))
                                .toList())),
                new Words(
                        "Let nothing between here and the server change the session's +00:00, and synchronise both"
                                + " clocks.",
                        "不要让中间代理改写会话时区 +00:00，并同步两端时钟。"));
    }

    private Checkpoint alerting() {
        List<String> channels = Channels.hearing(config.alerts(), Severity.WARNING);
        String percent = config.alerts().failedPercent() + " %";
        String delay = config.alerts().delay().toSeconds() + " s";
        return Checkpoint.judged(
                "both-metrics-alert",
                new Words("Share of failed tasks and delay both raise alerts that reach somebody", "失败率与延迟两项指标均有告警且送达"),
                !channels.isEmpty(),
                new Words(
                        "failed above " + percent + ", delay above " + delay + ", told to "
                                + (channels.isEmpty() ? "nobody" : channels),
                        "失败率超过 " + percent + "、延迟超过 " + delay + " 告警，送达 " + (channels.isEmpty() ? "无人" : channels)),
                new Words(
                        "Have a channel under alerts.channels with severity notice or warning.",
                        "在 alerts.channels 配置级别为 notice 或 warning 的通道。"));
    }

    private Checkpoint drilled(Optional<LastDrill> drill) {
        boolean isHeld = drill.filter(LastDrill::isWhole)
                .filter(last -> last.at().plus(DRILL_AGE_MAX).isAfter(evidence.now()))
                .isPresent();
        return Checkpoint.judged(
                "drill-dated",
                new Words("A whole drill of three rounds held in the last 90 days", "最近 90 天内有一次三轮演练全部通过"),
                isHeld,
                drill.map(last -> new Words(
                                "last drill " + last.at() + ": " + last.rounds() + " rounds, " + last.exercises()
                                        + " exercises, " + last.broken() + " broken",
                                "最近一次演练 " + last.at() + "：" + last.rounds() + " 轮，" + last.exercises() + " 项，"
                                        + last.broken() + " 项未通过"))
                        .orElse(new Words(
                                "no drill is dated under " + config.dataDir(), config.dataDir() + " 下没有演练记录")),
                new Words(
                        "Run tallygate drill --config with this file, here: three rounds, which take a while.",
                        "在本机以本配置文件运行 tallygate drill --config（三轮，需要一些时间）。"));
    }

    private Checkpoint audited() {
        ChainStore.Verdict chain = audit.chain();
        List<String> faults = new ArrayList<>(audit.unexplained());
        chain.firstBreak().map(ChainStore.Break::toString).ifPresent(faults::addFirst);
        return Checkpoint.judged(
                "audit",
                new Words("Manual actions are audited, and the chain verifies", "人工操作有审计，审计链校验通过"),
                chain.firstBreak().isEmpty() && audit.unexplained().isEmpty(),
                new Words(
                        chain.sealed() + " rows sealed, " + chain.unsealed()
                                + " not yet; breaks and unexplained states: "
                                + (faults.isEmpty() ? "none" : faults),
                        "已封存 " + chain.sealed() + " 行，未封存 " + chain.unsealed() + " 行；断链与无来由状态："
                                + (faults.isEmpty() ? "无" : faults)),
                new Words(
                        "Somebody changed tables by hand: find out who from the server's logs, and compare with a"
                                + " backup.",
                        "有人手工改表：从数据库日志查明来源，并与备份比对。"));
    }

    /** When a broker's task is done, by route; empty for what does not go through a broker. */
    private static Optional<DoneWhenConfig> doneWhen(HandlerConfig handler) {
        return switch (handler) {
            case AmqpHandlerConfig amqp -> Optional.of(amqp.doneWhen());
            case RedisHandlerConfig redis -> Optional.of(redis.doneWhen());
            case KafkaHandlerConfig kafka -> Optional.of(kafka.doneWhen());
            case HttpHandlerConfig _, LogHandlerConfig _, SagaHandlerConfig _ -> Optional.empty();
        };
    }

    private Checkpoint consumers() {
        String key = "consumer-commits-first";
        Words point = new Words("Consumers commit before they acknowledge", "消费者先提交再 ACK");
        List<String> seen = new ArrayList<>();
        List<String> blind = new ArrayList<>();
        config.routes()
                .forEach((name, route) -> doneWhen(route.handler()).ifPresent(done -> {
                    seen.add(name + " done-when=" + done.event().name().toLowerCase(Locale.ROOT));
                    if (done.event() != DoneWhenConfig.Event.RESULT) {
                        blind.add(name);
                    }
                }));
        if (seen.isEmpty()) {
            return Checkpoint.notApplicable(key, point, new Words("no route goes through a broker", "没有经由 broker 的路由"));
        }
        Words stated = Attestation.words(attested, key);
        return Checkpoint.judged(
                key,
                point,
                blind.isEmpty() || attested.containsKey(key),
                new Words(
                        String.join("; ", seen) + " (with result a message that was acknowledged too soon is published"
                                + " again)" + stated.english(),
                        String.join("; ", seen) + "（result：过早 ACK 的消息会重新投递）" + stated.chinese()),
                new Words(
                        "done-when: result for " + blind + ", or look at the consumers and state it with --attest "
                                + key + "=WHO-AND-HOW.",
                        "为 " + blind + " 设置 done-when: result，或核对消费者代码后用 --attest " + key + "=核对人与方式 说明。"));
    }

    /** A delay queue of RabbitMQ: what was rejected waits there. */
    private record Delayed(String name, Duration ttl, boolean isDeclared) {}

    private List<Delayed> delayed() {
        List<Delayed> queues = new ArrayList<>();
        config.routes().forEach((name, route) -> {
            if (route.handler() instanceof AmqpHandlerConfig amqp) {
                queues.add(new Delayed(name, amqp.retryDelay(), amqp.isDeclared()));
            }
        });
        config.sagas()
                .participants()
                .forEach((name, participant) -> participant
                        .queue()
                        .ifPresent(queue -> queues.add(
                                new Delayed("participant " + name, queue.retryDelay(), queue.isDeclared()))));
        return queues;
    }

    private Checkpoint bounds() {
        String key = "broker-bounds";
        Words point = new Words("Broker heartbeat and delay-queue TTL are bounded", "broker 心跳与延迟队列 TTL 在界限内");
        List<String> seen = new ArrayList<>();
        List<String> foreign = new ArrayList<>();
        List<String> tooLong = new ArrayList<>();
        for (Delayed queue : delayed()) {
            seen.add(queue.name() + " heartbeat=" + AmqpConfig.HEARTBEAT_SECONDS + "s retry TTL="
                    + queue.ttl().toSeconds() + "s declared=" + (queue.isDeclared() ? "gateway" : "nobody"));
            if (!queue.isDeclared()) {
                foreign.add(queue.name());
            }
            if (queue.ttl().compareTo(TTL_MAX) > 0) {
                tooLong.add(queue.name());
            }
        }
        if (seen.isEmpty()) {
            return Checkpoint.notApplicable(
                    key,
                    point,
                    new Words("no route and no participant goes through RabbitMQ", "没有经由 RabbitMQ 的路由或参与方"));
        }
        Words stated = Attestation.words(attested, key);
        return Checkpoint.judged(
                key,
                point,
                tooLong.isEmpty() && (foreign.isEmpty() || attested.containsKey(key)),
                new Words(String.join("; ", seen) + stated.english(), String.join("; ", seen) + stated.chinese()),
                new Words(
                        "Keep retry-delay at 10 m or less; queues of " + foreign
                                + " are not declared by the gateway: look"
                                + " at their x-message-ttl and state it with --attest " + key + "=WHO-AND-HOW.",
                        "retry-delay 不超过 10 分钟；" + foreign + " 的队列不由网关声明：核对其 x-message-ttl 后用 --attest " + key
                                + "=核对人与方式 说明。"));
    }
}
