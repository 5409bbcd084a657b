package tallygate.gateway.command;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import tallygate.config.EndpointConfig;
import tallygate.config.GatewayConfig;
import tallygate.gateway.command.Checkpoint.Words;
import tallygate.gateway.mysql.Restored;

/**
 * What an account lacks after a restore: everything that came after its last event in the backup.
 *
 * @param lastEventId empty when the backup has none of the account
 * @param since when that one was stored; empty likewise
 */
record RestoreGap(String account, String lastEventId, Optional<Instant> since, Way way, Words todo) {
    /** How the events since then are fetched. */
    enum Way {
        /** The gap check asks the provider's list of events, from the backup's mark on. */
        EVENT_LIST("event-list"),
        /** The list does not reach back so far: statements, for the days before. */
        EVENT_LIST_TOO_SHORT("event-list-too-short"),
        STATEMENT("statement"),
        /** Neither list nor statement: the provider's console, or what it sends again by itself. */
        BY_HAND("by-hand"),
        /** Tasks of the shop itself: its own tables know what it had asked for. */
        OWN_TASKS("own-tasks");

        private final String code;

        Way(String code) {
            this.code = code;
        }

        String code() {
            return code;
        }
    }

    boolean isFetchedByItself() {
        return way == Way.EVENT_LIST;
    }

    /** @param listedFor how long an account's provider keeps its list of events */
    static List<RestoreGap> of(
            GatewayConfig config, Function<String, Optional<Duration>> listedFor, Restored restored) {
        Map<String, Optional<Restored.End>> ends = new TreeMap<>();
        config.endpoints().forEach(endpoint -> ends.put(endpoint.account(), Optional.empty()));
        restored.ends().forEach(end -> ends.put(end.source(), Optional.of(end)));
        List<RestoreGap> gaps = new ArrayList<>();
        ends.forEach((account, end) -> {
            boolean isKnown =
                    config.endpoints().stream().map(EndpointConfig::account).anyMatch(account::equals);
            Optional<Instant> since = end.map(Restored.End::storedAt);
            Way way = isKnown
                    ? way(listedFor.apply(account), config.statements().containsKey(account), since, restored.now())
                    : Way.OWN_TASKS;
            gaps.add(new RestoreGap(
                    account, end.map(Restored.End::eventId).orElse(""), since, way, todo(way, account, since)));
        });
        return gaps;
    }

    private static Way way(Optional<Duration> listedFor, boolean hasStatements, Optional<Instant> since, Instant now) {
        if (listedFor.isPresent()) {
            boolean reaches = since.isEmpty() || since.get().isAfter(now.minus(listedFor.get()));
            return reaches ? Way.EVENT_LIST : Way.EVENT_LIST_TOO_SHORT;
        }
        return hasStatements ? Way.STATEMENT : Way.BY_HAND;
    }

    private static Words todo(Way way, String account, Optional<Instant> since) {
        return switch (way) {
            case EVENT_LIST ->
                since.isPresent()
                        ? new Words(
                                "nothing: the gap check lists the provider's events from there when a gateway runs",
                                "无需处理：网关启动后，缺口检查会从该时间起比对渠道事件列表")
                        : new Words(
                                "nothing: the gap check brings in every event that the provider's list still holds when"
                                        + " a gateway runs, as new tasks; serve --paused keeps them from being run",
                                "无需处理：网关启动后，缺口检查会把渠道列表中仍保留的全部事件作为新任务补入；serve --paused 可使其暂不执行");
            case EVENT_LIST_TOO_SHORT ->
                new Words(
                        "the provider's list does not reach back so far: reconcile import --account " + account
                                + " with the statements of those days, then reconcile run",
                        "渠道事件列表保留期不足：用 reconcile import --account " + account + " 导入这些日期的账单，再执行 reconcile run");
            case STATEMENT ->
                new Words(
                        "reconcile import --account " + account + " and reconcile run for each day from then on",
                        "对此后每一天执行 reconcile import --account " + account + " 与 reconcile run");
            case BY_HAND ->
                new Words(
                        "no event list and no statements: have the provider send its notices from then on again (its"
                                + " console), or compare with its list of orders by hand",
                        "没有事件列表也没有账单：在渠道后台要求重发此后的通知，或人工核对其订单列表");
            case OWN_TASKS ->
                new Words(
                        "no endpoint has this account: whoever made these tasks sends those since then again, under the"
                                + " same event ids",
                        "没有端点使用该账户：由任务的创建方以相同事件 ID 重新提交此后的任务");
        };
    }
}
