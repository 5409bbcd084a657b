package tallygate.gateway.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tallygate.gateway.ReconcileAccounts;
import tallygate.gateway.embedded.EmbeddedException;
import tallygate.gateway.reconcile.Account;
import tallygate.gateway.reconcile.statement.BadStatementException;
import tallygate.gateway.task.StoreException;

/** What the subcommands of {@code reconcile} share: the configuration, the database, the words for what goes wrong. */
final class Reconciling {
    @Option(names = "--config", required = true, description = "The configuration file.")
    @SuppressWarnings("NullAway.Init")
    private Path config;

    @Option(names = "--json", description = "Answer in JSON.")
    private boolean asJson;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** Works with an open database. */
    @FunctionalInterface
    interface Work {
        int with(OfflineDatabase database) throws IOException, InterruptedException;
    }

    boolean asJson() {
        return asJson;
    }

    PrintWriter out() {
        return spec.commandLine().getOut();
    }

    int run(Work work) throws InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        try {
            return switch (OfflineDatabase.open(config, err)) {
                case OfflineDatabase.Opened.Broken broken -> {
                    broken.problems().forEach(err::println);
                    yield Exit.CONFIG;
                }
                case OfflineDatabase.Opened.Open open -> {
                    try (OfflineDatabase database = open.database()) {
                        yield work.with(database);
                    }
                }
            };
        } catch (BadStatementException e) {
            err.println("tallygate: not taken, nothing of it counts: " + e.getMessage());
            return Exit.DATA;
        } catch (NoSuchFileException e) {
            err.println("tallygate: " + e.getFile() + " does not exist");
            return Exit.NO_INPUT;
        } catch (IOException e) {
            err.println("tallygate: cannot be read: " + e.getMessage());
            return Exit.NO_INPUT;
        } catch (StoreException | EmbeddedException e) {
            err.println("tallygate: " + e.getMessage());
            return Exit.UNAVAILABLE;
        } finally {
            out().flush();
            err.flush();
        }
    }

    /** The account, or a line that says what to write to have one. */
    Optional<Account> account(OfflineDatabase database, String name) {
        Optional<Account> account = new ReconcileAccounts(database.config(), database.bindings()).account(name);
        if (account.isEmpty()) {
            List<String> known =
                    database.config().statements().keySet().stream().sorted().toList();
            spec.commandLine()
                    .getErr()
                    .println("tallygate: no statements of account " + name + "; the configuration has " + known
                            + " below statements, and an endpoint must have the account");
        }
        return account;
    }
}
