package tallygate.gateway.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tallygate.config.AlertsConfig.Language;
import tallygate.gateway.desk.ChainStore;
import tallygate.gateway.mysql.Evidence;

/** Judges, with evidence, what must hold before real money: by the configuration and what the database shows. */
@Command(
        name = "checklist",
        mixinStandardHelpOptions = true,
        description = "Judge the points that must hold before going live, each with evidence and what to do.",
        footer = {
            "",
            "Exit: 0 all held or not applicable, 1 one is not held, 64 usage, 69 no database, 78 configuration.",
            "Example: tallygate checklist --config tallygate.yaml --json"
        })
final class ChecklistCommand implements Callable<Integer> {
    private static final int UNEXPLAINED_MAX = 10;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private Reconciling running;

    @Option(names = "--lang", description = "en or zh; default: that of alerts.language.")
    private Optional<Language> language = Optional.empty();

    @Option(
            names = "--attest",
            paramLabel = "POINT=TEXT",
            description =
                    "Answer for the part of a point that lies out of sight: who looked, and how. Shown as stated.")
    private Map<String, String> attested = new HashMap<>();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        attested.forEach((key, text) -> {
            if (!Attestation.POINTS.contains(key) || text.isBlank()) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--attest " + key + "=" + text + ": only "
                                + Attestation.POINTS.stream().sorted().toList() + ", with who looked and how");
            }
        });
        return running.run(database -> {
            List<Checkpoint> points = judge(database);
            if (running.asJson()) {
                running.out().println(json(points));
            } else {
                print(points, language.orElse(database.config().alerts().language()));
            }
            return points.stream().noneMatch(Checkpoint::isOpen) ? Exit.OK : Exit.REFUSED;
        });
    }

    private List<Checkpoint> judge(OfflineDatabase database) {
        Evidence evidence = database.stores().evidence(Clock.systemUTC());
        ChainStore chain = database.stores().chain();
        var audit = new CallbackPoints.Audit(chain.verify(), chain.unexplained(UNEXPLAINED_MAX));
        List<Checkpoint> points = new ArrayList<>(new CallbackPoints(database.config(), evidence, audit, attested)
                .judge(LastDrill.read(database.config().dataDir())));
        points.addAll(new SagaPoints(database.config(), evidence, attested).judge());
        return points;
    }

    private void print(List<Checkpoint> points, Language tongue) {
        for (Checkpoint point : points) {
            running.out()
                    .println("[" + point.verdict().words().in(tongue) + "] " + point.key() + ": "
                            + point.point().in(tongue));
            running.out().println("    " + point.evidence().in(tongue));
            if (point.isOpen()) {
                running.out().println("    → " + point.todo().in(tongue));
            }
        }
        long open = points.stream().filter(Checkpoint::isOpen).count();
        var end = new Checkpoint.Words(
                open == 0 ? "All that applies is held." : open + " of " + points.size() + " points are not held.",
                open == 0 ? "所有适用项均成立。" : points.size() + " 项中有 " + open + " 项不成立。");
        running.out().println(end.in(tongue));
    }

    private static ObjectNode json(List<Checkpoint> points) {
        ObjectNode all = new ObjectMapper().createObjectNode();
        all.put("held", points.stream().noneMatch(Checkpoint::isOpen));
        ArrayNode list = all.putArray("points");
        for (Checkpoint point : points) {
            ObjectNode one = list.addObject()
                    .put("key", point.key())
                    .put(
                            "verdict",
                            point.verdict().name().toLowerCase(Locale.ROOT).replace('_', '-'));
            put(one, "point", point.point());
            put(one, "evidence", point.evidence());
            put(one, "todo", point.todo());
        }
        return all;
    }

    private static void put(ObjectNode one, String name, Checkpoint.Words words) {
        one.putObject(name).put("en", words.english()).put("zh", words.chinese());
    }
}
