package tallygate.gateway.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tallygate.config.AlertsConfig.Language;
import tallygate.gateway.ReconcileAccounts;
import tallygate.gateway.command.Checkpoint.Words;
import tallygate.gateway.mysql.Restored;

/** After a backup was brought back and before a gateway starts: what was acknowledged since, and how it is fetched again. */
@Command(
        name = "restore-check",
        mixinStandardHelpOptions = true,
        description =
                "After a restore, before a gateway starts: what is missing by account, and how to fetch it again.",
        footer = {
            "",
            "Exit: 0 the gateways fetch everything themselves, 1 somebody must, 69 no database, 78 configuration.",
            "Example: tallygate restore-check --config tallygate.yaml --audit-head 1841"
        })
final class RestoreCheckCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init")
    private Reconciling running;

    @Option(names = "--lang", description = "en or zh; default: that of alerts.language.")
    private Optional<Language> language = Optional.empty();

    @Option(
            names = "--audit-head",
            paramLabel = "NUMBER",
            description = "The last number of the audit chain that was seen before, from an export or audit verify.")
    private Optional<Long> auditHead = Optional.empty();

    @Override
    public Integer call() throws InterruptedException {
        return running.run(database -> {
            Restored restored = database.stores().restored();
            List<RestoreGap> gaps = RestoreGap.of(
                    database.config(),
                    new ReconcileAccounts(database.config(), database.bindings())::listedFor,
                    restored);
            long missing = auditHead.isPresent()
                    ? Math.max(0, auditHead.get() - restored.chain().seq())
                    : 0;
            if (running.asJson()) {
                running.out().println(json(restored, gaps, missing));
            } else {
                print(
                        restored,
                        gaps,
                        missing,
                        language.orElse(database.config().alerts().language()));
            }
            return missing == 0 && gaps.stream().allMatch(RestoreGap::isFetchedByItself) ? Exit.OK : Exit.REFUSED;
        });
    }

    private void print(Restored restored, List<RestoreGap> gaps, long missing, Language tongue) {
        say(
                tongue,
                "Newest row: " + text(restored.newest()) + ", now " + restored.now() + ".",
                "最新记录：" + text(restored.newest()) + "，当前时间 " + restored.now() + "。");
        for (RestoreGap gap : gaps) {
            String last = gap.lastEventId().isEmpty() ? "–" : gap.lastEventId();
            say(
                    tongue,
                    "[" + gap.account() + "] last event " + last + " at " + text(gap.since()) + ": "
                            + gap.todo().english(),
                    "[" + gap.account() + "] 最后事件 " + last + "，时间 " + text(gap.since()) + "："
                            + gap.todo().chinese());
        }
        Restored.Unfinished again = restored.unfinished();
        say(
                tongue,
                "Goes on by itself: " + again.pending() + " pending and " + again.leased()
                        + " leased tasks are delivered," + " some a second time under the same Idempotency-Key; "
                        + again.sagas() + " sagas.",
                "将自动继续：" + again.pending() + " 个待处理、" + again.leased() + " 个处理中任务会投递（部分以相同 Idempotency-Key 再次投递）；"
                        + again.sagas() + " 个 saga。");
        say(
                tongue,
                "Audit chain: ends at " + restored.chain().seq() + " ("
                        + text(restored.chain().at()) + ")"
                        + (auditHead.isPresent()
                                ? ", " + missing + " rows are missing"
                                : ", give --audit-head to compare")
                        + ".",
                "审计链：止于 " + restored.chain().seq() + "（" + text(restored.chain().at()) + "）"
                        + (auditHead.isPresent() ? "，缺少 " + missing + " 行" : "，可用 --audit-head 比对")
                        + "。");
        say(
                tongue,
                "Numbers above these are given out again, so an old mail may name another row: " + restored.highest(),
                "大于以下编号的会被重新使用，旧邮件中的编号可能指向其他记录：" + restored.highest());
    }

    private void say(Language tongue, String english, String chinese) {
        running.out().println(new Words(english, chinese).in(tongue));
    }

    private static String text(Optional<Instant> at) {
        return at.map(Instant::toString).orElse("–");
    }

    private static ObjectNode json(Restored restored, List<RestoreGap> gaps, long missing) {
        ObjectNode all = new ObjectMapper().createObjectNode();
        restored.newest().ifPresent(at -> all.put("newest", at.toString()));
        all.put("now", restored.now().toString());
        ArrayNode accounts = all.putArray("accounts");
        for (RestoreGap gap : gaps) {
            ObjectNode one = accounts.addObject()
                    .put("account", gap.account())
                    .put("lastEventId", gap.lastEventId())
                    .put("fetch", gap.way().code())
                    .put("byItself", gap.isFetchedByItself());
            gap.since()
                    .ifPresent(at -> one.put("since", at.toString())
                            .put(
                                    "gapSeconds",
                                    Duration.between(at, restored.now()).toSeconds()));
            one.putObject("todo")
                    .put("en", gap.todo().english())
                    .put("zh", gap.todo().chinese());
        }
        all.putObject("audit")
                .put("lastNumber", restored.chain().seq())
                .put("lastAt", text(restored.chain().at()))
                .put("missing", missing);
        all.putObject("goesOn")
                .put("pending", restored.unfinished().pending())
                .put("leased", restored.unfinished().leased())
                .put("sagas", restored.unfinished().sagas());
        ObjectNode numbers = all.putObject("highestNumbers");
        restored.highest().forEach(numbers::put);
        return all;
    }
}
