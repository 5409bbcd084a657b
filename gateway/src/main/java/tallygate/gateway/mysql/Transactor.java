package tallygate.gateway.mysql;

import java.sql.SQLException;
import tallygate.gateway.task.StoreException;

/** Runs work in transactions: the only place that commits, and the only one that turns database errors into answers. */
interface Transactor {
    /** How a piece of work becomes durable. */
    enum Mode {
        /** Reads only. */
        READ,
        /** Each statement commits by itself. */
        EACH,
        /** One commit at the end. */
        WHOLE
    }

    /** What is run; again from the beginning when the caller repeats the call. */
    @FunctionalInterface
    interface Work<T> {
        T run(Session session) throws SQLException;
    }

    /**
     * @param what for messages
     * @throws StoreException in all cases of failure
     */
    <T> T run(String what, Mode mode, Work<T> work);

    /** The part that both implementations share: a session that is open already. */
    static <T> T inside(Session session, String what, Mode mode, Work<T> work) throws SQLException {
        if (mode != Mode.WHOLE) {
            return work.run(session);
        }
        session.begin();
        T result = work.run(session);
        commit(session, what);
        session.end();
        return result;
    }

    private static void commit(Session session, String what) throws SQLException {
        try {
            session.commit();
        } catch (SQLException e) {
            throw new CommitFailed(what, e);
        }
    }

    /** An error at COMMIT means unknown unless the database says that it did not. */
    final class CommitFailed extends SQLException {
        private static final long serialVersionUID = 1L;

        CommitFailed(String what, SQLException cause) {
            super(what + ": commit failed", cause.getSQLState(), cause.getErrorCode(), cause);
        }
    }
}
