package tallygate.callback.participant.sample;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import tallygate.callback.provider.read.JsonValue;

/** What one sample service does in its own tables, inside a transaction that the guard has let through. */
interface Business {
    List<String> tables();

    /** Path of the step and of what undoes it. */
    String action();

    String compensation();

    /**
     * Does the work.
     *
     * @param order the saga's business id
     * @return the result as JSON
     * @throws RefusedException when it cannot be done, for good
     */
    String run(Connection connection, String order, JsonValue input) throws SQLException, RefusedException;

    void undo(Connection connection, String order, JsonValue input) throws SQLException;

    /** What the service's books come to, as one JSON object of numbers: final figures and those in process apart. */
    String books(Connection connection) throws SQLException;

    /** The service says no. */
    final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;

        RefusedException(String reason) {
            super(reason);
        }
    }
}
