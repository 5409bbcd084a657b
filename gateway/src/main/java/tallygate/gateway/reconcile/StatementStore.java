package tallygate.gateway.reconcile;

import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.gateway.reconcile.statement.StatementFormat;
import tallygate.gateway.reconcile.statement.StatementRow;
import tallygate.gateway.task.TaskId;

/** Where statements, what matching makes of them, and certificates are kept. Each method is one transaction. */
public interface StatementStore {
    /**
     * A file that is about to be taken.
     *
     * @param day the bill day in the provider's zone
     * @param sha256 over the file as it came
     * @param takenBy who imports it
     */
    record NewFile(String source, String format, LocalDate day, String name, byte[] sha256, String takenBy) {}

    /**
     * A file as it is stored.
     *
     * @param isTaken false while an import is under way or was cut off
     * @param linesDone the last line that is committed
     * @param rowsNew rows that count by this file
     * @param rowsKnown rows that another file had already
     */
    record StoredFile(
            long id,
            String format,
            String name,
            LocalDate day,
            boolean isTaken,
            long linesDone,
            long rowsNew,
            long rowsKnown) {
        /** Movements of the balance, beside the statement that tasks are held against. */
        public boolean isFund() {
            return format.endsWith("-fund");
        }

        /** A statement that tasks are held against, and whole. */
        public boolean isTakenBill() {
            return isTaken && !isFund();
        }
    }

    /**
     * One of ours in the pool.
     *
     * @param bills how many later bills of the account have been taken
     */
    record Pooled(Ours ours, LocalDate day, int bills) {}

    /** What a run makes of a row. */
    record Judged(long file, long line, String verdict, Optional<TaskId> task) {}

    /** Finds the file by its content, or begins it. */
    StoredFile begin(NewFile file);

    /**
     * Adds rows behind the last committed line, those of a fund bill beside the others; a movement that the account has already
     * is counted, not added.
     */
    void add(StoredFile file, String source, List<StatementRow> rows);

    /** The file is whole. */
    void end(long file);

    /** The files of one bill day, taken and not. */
    List<StoredFile> files(String source, LocalDate day);

    /** Rows of a bill day behind a place, in order of file and line. */
    List<Theirs> rows(String source, LocalDate day, long afterFile, long afterLine, int limit);

    /** Tasks of the account by effect key without the account; any number is asked in parts. */
    Map<String, Ours> byEffects(String source, Collection<String> effects);

    /** Tasks of the account by order number; any number is asked in parts. */
    Map<String, List<Ours>> byOrders(String source, Collection<String> orders);

    /** What statements say around these rows, one answer a row in their order. */
    List<Around> around(String source, List<Theirs> rows);

    /** Notes what a run made of rows. */
    void judged(List<Judged> judged);

    /**
     * Our booked movements of a day that no statement row was matched with, in order of id.
     *
     * @param day by the provider's clock
     */
    List<Ours> unnamed(String source, StatementFormat.Day day, long afterId, int limit);

    /** Puts what no bill has named into the pool. Those that are there stay with their first day. */
    void pool(String source, LocalDate day, List<TaskId> tasks);

    /** Takes out of the pool what a statement has named since, and tells how many. */
    int unpool(String source);

    /** What is in the pool, oldest first. */
    List<Pooled> pooled(String source, int limit);

    /** What the day came to, by endpoint. */
    DayFigures figures(String source, LocalDate bill, StatementFormat.Day day);

    /** Keeps a certificate; the same facts are the same certificate. */
    void keep(Certificate certificate);

    /** The last certificate of each endpoint of that day. */
    List<StoredCertificate> certificates(LocalDate day);
}
