package tallygate.gateway.command;

import java.time.LocalDate;
import picocli.CommandLine.Option;
import tallygate.gateway.admin.web.Local;

/** Which bill a subcommand of {@code reconcile} is about. */
final class AccountDay {
    @Option(names = "--account", required = true, description = "The provider account, as below statements.")
    @SuppressWarnings("NullAway.Init")
    private String account;

    @Option(names = "--day", required = true, description = "The bill day in the provider's zone, as 2026-03-01.")
    @SuppressWarnings("NullAway.Init")
    private LocalDate day;

    String account() {
        return account;
    }

    LocalDate day() {
        return day;
    }

    /** Of the running gateway's API. */
    String path(String rest) {
        return "/api/v1/statements/" + Local.encode(account) + "/" + day + rest;
    }

    @Override
    public String toString() {
        return account + " " + day;
    }
}
