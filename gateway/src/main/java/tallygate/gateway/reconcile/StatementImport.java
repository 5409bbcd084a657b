package tallygate.gateway.reconcile;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.reconcile.StatementStore.NewFile;
import tallygate.gateway.reconcile.StatementStore.StoredFile;
import tallygate.gateway.reconcile.statement.Expected;
import tallygate.gateway.reconcile.statement.StatementRow;
import tallygate.gateway.reconcile.statement.Statements;

/**
 * Takes a statement file. It is read twice: the first time everything is judged and nothing stored, the second time its rows
 * are added. So a bad file leaves nothing behind, the same file again changes nothing, and an import that was cut off goes on
 * behind its last committed line.
 */
public final class StatementImport {
    private static final int CHUNK = 256;

    private final StatementStore store;
    private final Statements statements;

    public StatementImport(StatementStore store, Statements statements) {
        this.store = store;
        this.statements = statements;
    }

    /**
     * A file to be taken.
     *
     * @param day the bill day in the provider's zone
     * @param sha1 hex of the unpacked text as the provider told it; empty: it told none
     * @param takenBy who imports it
     * @param name for people
     */
    public record Request(Path file, LocalDate day, String sha1, String takenBy, String name) {
        /** Under the file's own name. */
        public Request(Path file, LocalDate day, String sha1, String takenBy) {
            this(file, day, sha1, takenBy, String.valueOf(file.getFileName()));
        }
    }

    /**
     * What an import came to.
     *
     * @param sha256 hex, over the file as it came
     * @param rows how many the file has
     * @param rowsNew how many of them count by this file; 0 for a dry run
     * @param rowsKnown how many the account had already; 0 for a dry run
     * @param wasKnown this very file was taken before, nothing was changed
     */
    public record Imported(
            String file, String sha256, long rows, long rowsNew, long rowsKnown, boolean wasKnown, boolean isDry) {}

    /**
     * @param isDry judge only
     * @throws tallygate.gateway.reconcile.statement.BadStatementException when nothing of it may count, with everything that
     *     is wrong
     * @throws IOException when the file cannot be read
     */
    public Imported take(Account owner, Request request, boolean isDry) throws IOException {
        Account account = billed(owner, request.file());
        Expected expected = new Expected(request.day(), account.merchants(), request.sha1());
        MessageDigest digest = sha256();
        long rows;
        try (InputStream in = new DigestInputStream(open(request.file()), digest)) {
            rows = statements.read(account.format(), in, expected, _ -> {});
            in.transferTo(java.io.OutputStream.nullOutputStream());
        }
        byte[] sha256 = digest.digest();
        String name = request.name();
        if (isDry) {
            return new Imported(name, HexFormat.of().formatHex(sha256), rows, 0, 0, false, true);
        }
        StoredFile stored = store.begin(
                new NewFile(account.source(), account.format().word(), request.day(), name, sha256, request.takenBy()));
        if (stored.isTaken()) {
            return imported(stored, name, sha256, rows, true);
        }
        insert(account, request, expected, stored);
        store.end(stored.id());
        StoredFile after = store.files(account.source(), stored.day()).stream()
                .filter(file -> file.id() == stored.id())
                .findFirst()
                .orElseThrow();
        return imported(after, name, sha256, rows, false);
    }

    /** The account by its statement, or by the bill of its balance where the file is one. */
    private Account billed(Account owner, Path file) throws IOException {
        Optional<Account> fund = owner.fund();
        if (fund.isEmpty()) {
            return owner;
        }
        try (InputStream in = open(file)) {
            return statements.isOf(fund.get().format(), in) ? fund.get() : owner;
        }
    }

    private void insert(Account account, Request request, Expected expected, StoredFile stored) throws IOException {
        List<StatementRow> chunk = new ArrayList<>(CHUNK);
        try (InputStream in = open(request.file())) {
            statements.read(account.format(), in, expected, row -> {
                chunk.add(row);
                if (chunk.size() == CHUNK) {
                    store.add(stored, account.source(), chunk);
                    chunk.clear();
                }
            });
        }
        if (!chunk.isEmpty()) {
            store.add(stored, account.source(), chunk);
        }
    }

    private static Imported imported(StoredFile file, String name, byte[] sha256, long rows, boolean wasKnown) {
        return new Imported(
                name, HexFormat.of().formatHex(sha256), rows, file.rowsNew(), file.rowsKnown(), wasKnown, false);
    }

    private static InputStream open(Path file) throws IOException {
        return new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java platform has SHA-256", e);
        }
    }
}
