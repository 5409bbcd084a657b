package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tallygate.gateway.ReconcileAccounts;
import tallygate.gateway.admin.web.Local;
import tallygate.gateway.reconcile.Account;
import tallygate.gateway.reconcile.StatementImport;

/** Takes statement files. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        description = "Take statement files of an account: plain, gzip or zip, as the provider gave them. The same file"
                + " again changes nothing.",
        footer = {
            "",
            "Exit: 0 taken (dry run: good), 1 no such account, 65 a file is not to be taken (nothing of it counts), 66"
                    + " no such file, 69 no database, 78 configuration."
        })
final class ReconcileImportCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init")
    private Reconciling reconciling;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private AccountDay bill;

    @Option(names = "--sha1", description = "SHA-1 of the unpacked text, as WeChat Pay's API tells it.")
    private String sha1 = "";

    @Option(names = "--dry-run", description = "Judge the files and store nothing.")
    private boolean isDry;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "The files.")
    @SuppressWarnings("NullAway.Init")
    private List<Path> files;

    @Override
    public Integer call() throws InterruptedException {
        return reconciling.run(this::take, this::upload);
    }

    private int take(OfflineDatabase database) throws IOException {
        Optional<Account> found = reconciling.account(database, bill.account());
        if (found.isEmpty()) {
            return Exit.REFUSED;
        }
        StatementImport importer = ReconcileAccounts.importer(database.stores());
        for (Path file : files) {
            StatementImport.Imported imported =
                    importer.take(found.get(), new StatementImport.Request(file, bill.day(), sha1, "cli"), isDry);
            reconciling.out().println(reconciling.asJson() ? json(imported) : text(imported));
        }
        return Exit.OK;
    }

    private int upload(ApiAccess api) throws ApiAccess.Unreachable, IOException {
        for (Path file : files) {
            String name = String.valueOf(file.getFileName());
            int exit = reconciling.told(
                    api.upload(
                            bill.path("?name=")
                                    + Local.encode(name)
                                    + (sha1.isEmpty() ? "" : "&sha1=" + Local.encode(sha1))
                                    + (isDry ? "&dryRun=true" : ""),
                            file),
                    body -> {
                        reconciling.out().println(reconciling.asJson() ? body.toString() : text(imported(body)));
                        return Exit.OK;
                    });
            if (exit != Exit.OK) {
                return exit;
            }
        }
        return Exit.OK;
    }

    private static StatementImport.Imported imported(JsonNode body) {
        return new StatementImport.Imported(
                body.path("file").asText(),
                body.path("sha256").asText(),
                body.path("rows").asLong(),
                body.path("rowsNew").asLong(),
                body.path("rowsKnown").asLong(),
                body.path("known").asBoolean(),
                body.path("dryRun").asBoolean());
    }

    private static String text(StatementImport.Imported imported) {
        String what = imported.isDry()
                ? "good, nothing stored (dry run)"
                : imported.wasKnown()
                        ? "taken before, nothing changed"
                        : imported.rowsNew() + " new, " + imported.rowsKnown() + " known already";
        return imported.file() + ": " + imported.rows() + " rows, " + what;
    }

    private static String json(StatementImport.Imported imported) {
        ObjectNode node = new ObjectMapper().createObjectNode();
        return node.put("file", imported.file())
                .put("sha256", imported.sha256())
                .put("rows", imported.rows())
                .put("rowsNew", imported.rowsNew())
                .put("rowsKnown", imported.rowsKnown())
                .put("known", imported.wasKnown())
                .put("dryRun", imported.isDry())
                .toString();
    }
}
