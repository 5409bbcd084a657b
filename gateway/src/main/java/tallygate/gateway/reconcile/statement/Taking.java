package tallygate.gateway.reconcile.statement;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** One file on its way in: what is expected of it, where its rows go, and what is wrong with it. */
final class Taking {
    private final Expected expected;
    private final Bounds bounds;
    private final RowSink sink;
    private final List<String> problems = new ArrayList<>();
    private long rows;

    Taking(Expected expected, Bounds bounds, RowSink sink) {
        this.expected = expected;
        this.bounds = bounds;
        this.sink = sink;
    }

    /** Makes a row of a line; not every line tells of one. */
    @FunctionalInterface
    interface Maker {
        /** Hands what it makes to {@link #row}. */
        void make() throws BadRowException, IOException;
    }

    Expected expected() {
        return expected;
    }

    Bounds bounds() {
        return bounds;
    }

    long rows() {
        return rows;
    }

    void row(StatementRow row) throws IOException {
        rows++;
        if (problems.isEmpty()) {
            sink.row(row);
        }
    }

    /** Reads on after a bad row, so that everything that is wrong is told at once. */
    void attempt(long line, Maker maker) throws IOException {
        try {
            maker.make();
        } catch (BadRowException e) {
            problem("line " + line + ": " + e.getMessage());
        }
    }

    void problem(String what) throws BadStatementException {
        problems.add(what);
        if (problems.size() >= bounds.problemsMax()) {
            throw bad("and perhaps more, reading ended here");
        }
    }

    /** The end of the file: throws when anything was wrong. */
    void end() throws BadStatementException {
        if (!problems.isEmpty()) {
            throw bad("");
        }
    }

    private BadStatementException bad(String more) {
        return new BadStatementException(problems.size()
                + (problems.size() == 1 ? " problem: " : " problems: ")
                + String.join("; ", problems)
                + (more.isEmpty() ? "" : "; " + more));
    }
}
