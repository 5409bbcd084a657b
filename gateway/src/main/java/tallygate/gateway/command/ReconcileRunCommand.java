package tallygate.gateway.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tallygate.gateway.ReconcileAccounts;
import tallygate.gateway.Surroundings;
import tallygate.gateway.reconcile.Account;
import tallygate.gateway.reconcile.Certificate;
import tallygate.gateway.reconcile.RunReport;

/** Compares one day. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description =
                "Compare one bill day of an account with the tasks, open what does not agree, write the certificate.",
        footer = {"", "Exit: 0 complete (dry run: judged), 1 not complete, 69 no database, 78 configuration."})
final class ReconcileRunCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init")
    private Reconciling reconciling;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private AccountDay bill;

    @Option(names = "--dry-run", description = "Judge only: write nothing, ask nobody.")
    private boolean isDry;

    @Override
    public Integer call() throws InterruptedException {
        return reconciling.run(this::compare, this::ask);
    }

    private int compare(OfflineDatabase database) throws IOException, InterruptedException {
        Optional<Account> found = reconciling.account(database, bill.account());
        if (found.isEmpty()) {
            return Exit.REFUSED;
        }
        Surroundings around =
                new Surroundings(Clock.systemUTC(), System::nanoTime, new SecureRandom(), new SimpleMeterRegistry());
        RunReport report = new ReconcileAccounts(database.config(), database.bindings())
                .reconciliation(database.stores(), database.ids()::next, around)
                .run(found.get(), bill.day(), isDry);
        reconciling.out().println(reconciling.asJson() ? json(report) : text(report));
        return report.isDry() || report.isComplete() ? Exit.OK : Exit.REFUSED;
    }

    private int ask(ApiAccess api) throws ApiAccess.Unreachable {
        ApiAccess.Answer answer = api.work(bill.path("/run"), Map.of("dryRun", isDry));
        return reconciling.told(answer, body -> {
            reconciling.out().println(reconciling.asJson() ? body.toString() : text(body));
            return isDry || body.path("complete").asBoolean() ? Exit.OK : Exit.REFUSED;
        });
    }

    private static String text(JsonNode body) {
        StringBuilder text = new StringBuilder(
                body.path("account").asText() + " " + body.path("day").asText() + ": ");
        text.append(
                body.path("dryRun").asBoolean()
                        ? "dry run"
                        : body.path("complete").asBoolean() ? "complete" : "NOT COMPLETE");
        body.path("verdicts")
                .properties()
                .forEach(verdict -> text.append(", ")
                        .append(verdict.getValue().asLong())
                        .append(' ')
                        .append(verdict.getKey()));
        return text.append("; brought in ")
                .append(body.path("recovered").asLong())
                .append(", new discrepancies ")
                .append(body.path("discrepanciesOpened").asLong())
                .append(notOpened(body.path("notOpened").asLong()))
                .toString();
    }

    private static String notOpened(long notOpened) {
        return notOpened == 0
                ? ""
                : ", " + notOpened + " more NOT OPENED: do the account's settings fit its file? (discrepancies-max)";
    }

    private static String text(RunReport report) {
        StringBuilder text = new StringBuilder(report.source() + " " + report.day() + ": ");
        text.append(report.isDry() ? "dry run" : report.isComplete() ? "complete" : "NOT COMPLETE");
        Map<String, Long> rows = new TreeMap<>(report.rows());
        rows.forEach(
                (verdict, count) -> text.append(", ").append(count).append(' ').append(verdict));
        text.append("; brought in ").append(report.recovered());
        text.append(", new discrepancies ").append(report.opened()).append(notOpened(report.notOpened()));
        for (Certificate certificate : report.certificates()) {
            text.append(System.lineSeparator()).append(CertificateText.of(certificate.json(), certificate.digest()));
        }
        return text.toString();
    }

    private static String json(RunReport report) throws JsonProcessingException {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode root = mapper.createObjectNode()
                .put("account", report.source())
                .put("day", report.day().toString())
                .put("dryRun", report.isDry())
                .put("complete", report.isComplete());
        ObjectNode rows = root.putObject("verdicts");
        new TreeMap<>(report.rows()).forEach(rows::put);
        root.put("recovered", report.recovered())
                .put("pool", report.pool())
                .put("discrepanciesOpened", report.opened())
                .put("notOpened", report.notOpened());
        ArrayNode certificates = root.putArray("certificates");
        for (Certificate certificate : report.certificates()) {
            certificates
                    .addObject()
                    .put("digest", certificate.digest())
                    .set("certificate", mapper.readTree(certificate.json()));
        }
        return root.toString();
    }
}
