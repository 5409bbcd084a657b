package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tallygate.config.GatewayConfig;
import tallygate.config.Loading;
import tallygate.gateway.DatabaseSource;
import tallygate.gateway.ReconcileAccounts;
import tallygate.gateway.embedded.DataDirLock;
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

    /** Asks the gateway that runs on the embedded database, where a command cannot open it. */
    @FunctionalInterface
    interface Question {
        int ask(ApiAccess api) throws ApiAccess.Unreachable, IOException;
    }

    /** The exit code of an answer that is not good, said to the person; or what the good one comes to. */
    int told(ApiAccess.Answer answer, ToIntFunction<JsonNode> good) {
        if (!answer.isDone()) {
            spec.commandLine().getErr().println("tallygate: " + answer.text());
            // An account or endpoint that is not configured, as the offline command says it.
            return answer.status() == 404 ? Exit.REFUSED : answer.exit();
        }
        return good.applyAsInt(answer.body());
    }

    /**
     * Works with the database; where a running gateway has it embedded, by that gateway's API.
     *
     * @throws InterruptedException when the thread was interrupted
     */
    int run(Work work, Question online) throws InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        if (!isHeldByAGateway()) {
            return run(work);
        }
        try {
            return online.ask(ApiAccess.of(config));
        } catch (NoSuchFileException e) {
            err.println("tallygate: " + e.getFile() + " does not exist");
            return Exit.NO_INPUT;
        } catch (IOException e) {
            err.println("tallygate: cannot be read: " + e.getMessage());
            return Exit.NO_INPUT;
        } catch (ApiAccess.Unreachable e) {
            err.println("tallygate: a gateway has the embedded database of " + config + " open, and its management API"
                    + " cannot be asked: " + e.getMessage() + ". Try again when it is up, or stop it first.");
            return Exit.UNAVAILABLE;
        } finally {
            out().flush();
            err.flush();
        }
    }

    private boolean isHeldByAGateway() {
        if (!(GatewayConfig.load(config, System.getenv()) instanceof Loading.Loaded loaded)
                || DatabaseSource.external(loaded.config()).isPresent()) {
            return false;
        }
        try {
            DataDirLock.take(loaded.config().dataDir()).close();
            return false;
        } catch (EmbeddedException e) {
            return true;
        }
    }

    PrintWriter err() {
        return spec.commandLine().getErr();
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
