package tallygate.gateway.reconcile;

import java.io.IOException;
import java.io.InputStream;
import java.time.LocalDate;
import java.util.Optional;
import java.util.Set;

/** What people do with statements on a running gateway. */
public interface BillDesk {
    /** Accounts that have statements and an endpoint. */
    Set<String> accounts();

    /**
     * A file that somebody brings.
     *
     * @param name for people; nothing of it decides
     * @param sha1 hex of the unpacked text as the provider told it; empty: it told none
     * @param takenBy who brings it
     * @param isDry judge only
     */
    record Brought(LocalDate day, String name, String sha1, String takenBy, boolean isDry) {}

    /**
     * Takes a file.
     *
     * @return empty when there is no such account
     * @throws tallygate.gateway.reconcile.statement.BadStatementException when nothing of it may count
     * @throws IOException when it ends early or is too long
     */
    Optional<StatementImport.Imported> take(String account, Brought brought, InputStream content) throws IOException;

    /**
     * Compares one bill day.
     *
     * @return empty when there is no such account
     */
    Optional<RunReport> run(String account, LocalDate day, boolean isDry) throws InterruptedException;

    /**
     * Has the statement of a day downloaded at once, whatever became of it before.
     *
     * @return false when the account has no way to download statements
     */
    boolean fetch(String account, LocalDate day);
}
