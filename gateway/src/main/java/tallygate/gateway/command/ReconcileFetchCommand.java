package tallygate.gateway.command;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tallygate.callback.provider.StatementSource.Fetched;
import tallygate.gateway.ReconcileAccounts;
import tallygate.gateway.StatementFeeds;
import tallygate.gateway.Surroundings;
import tallygate.gateway.reconcile.FetchStore;

/** Fetches one statement from its provider. */
@Command(
        name = "fetch",
        mixinStandardHelpOptions = true,
        description =
                "Download the statement of a bill day from the provider, take it and run the day; or, with --out, only"
                        + " download a statement.",
        footer = {
            "",
            "Exit: 0 taken (or written), 1 not fetchable or not there yet: a running gateway goes on with it, 69 no"
                    + " database or gateway, 78 configuration."
        })
final class ReconcileFetchCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init")
    private Reconciling reconciling;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private AccountDay bill;

    @Option(names = "--out", description = "Write the file here and take nothing.")
    private Optional<Path> out = Optional.empty();

    @Option(
            names = "--kind",
            description = "trade, or fund: the movements of the balance (WeChat Pay, Alipay; with --out only).")
    private String kind = "trade";

    @Override
    public Integer call() throws InterruptedException {
        return reconciling.run(this::fetch, this::ask);
    }

    private int ask(ApiAccess api) throws ApiAccess.Unreachable {
        if (out.isPresent()) {
            reconciling.err().println("tallygate: --out needs the gateway stopped where its database is embedded");
            return Exit.REFUSED;
        }
        return reconciling.told(api.work(bill.path("/fetch"), Map.of()), body -> {
            reconciling.out().println(reconciling.asJson() ? body.toString() : bill + ": the gateway fetches it");
            return Exit.OK;
        });
    }

    private int fetch(OfflineDatabase database) throws IOException, InterruptedException {
        if (reconciling.account(database, bill.account()).isEmpty()) {
            return Exit.REFUSED;
        }
        Surroundings around =
                new Surroundings(Clock.systemUTC(), System::nanoTime, new SecureRandom(), new SimpleMeterRegistry());
        StatementFeeds accounts = new StatementFeeds(new ReconcileAccounts(database.config(), database.bindings()));
        if (out.isPresent()) {
            return written(accounts.download(bill.account(), bill.day(), kind, out.get(), around));
        }
        Optional<FetchStore.Seen> seen =
                accounts.fetchNow(bill.account(), bill.day(), database.stores(), database.ids()::next, around);
        if (seen.isEmpty()) {
            reconciling
                    .err()
                    .println("tallygate: no endpoint of account " + bill.account()
                            + " has keys for its provider's statements, or they are not by the day");
            return Exit.REFUSED;
        }
        reconciling
                .out()
                .println(bill + ": " + seen.get().state() + ", " + seen.get().detail());
        return seen.get().state().equals("taken") || seen.get().state().equals("none") ? Exit.OK : Exit.REFUSED;
    }

    private int written(Optional<Fetched> fetched) {
        String said = fetched.map(ReconcileFetchCommand::words)
                .orElse("no endpoint of the account has keys for statements of kind " + kind);
        boolean isWhole = fetched.filter(Fetched.Whole.class::isInstance).isPresent();
        (isWhole ? reconciling.out() : reconciling.err()).println(bill + ": " + said);
        return isWhole ? Exit.OK : Exit.REFUSED;
    }

    private static String words(Fetched fetched) {
        return switch (fetched) {
            case Fetched.Whole(String sha1) -> "written" + (sha1.isEmpty() ? "" : ", SHA-1 of its text " + sha1);
            case Fetched.NothingThatDay(String detail) -> detail;
            case Fetched.NotYet(String why, var _, var _) -> "not there yet: " + why;
            case Fetched.Failed(String why, var _, var _) -> "not fetched: " + why;
        };
    }
}
