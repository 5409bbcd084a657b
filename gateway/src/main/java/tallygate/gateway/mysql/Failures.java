package tallygate.gateway.mysql;

import java.sql.SQLException;
import java.util.Set;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.StoreException.Kind;

/** What a database error lets the caller conclude: by vendor code and SQLState, never by the message. */
final class Failures {
    /** Deadlock or certification conflict, lock wait, record changed since the snapshot: all rolled back (the second by us). */
    private static final Set<Integer> TRANSIENT = Set.of(1213, 1205, 1020);

    /** The data of a row: too long, wrong text, out of range, no value, check constraint, wrong date, cannot be null. */
    private static final Set<Integer> REFUSED =
            Set.of(1406, 1366, 1264, 1265, 1292, 1364, 1411, 1048, 1690, 3819, 4025, 1300, 1118, 3140, 1139);

    /**
     * Said by the server instead of doing the work: not primary, read-only (four ways), too many connections (three ways),
     * disk full (four ways), out of memory, statement time over or query killed, no such table, no right to.
     */
    private static final Set<Integer> NOT_DONE = Set.of(
            1047, 1290, 1792, 1836, 3100, 1040, 1203, 1226, 1114, 1021, 1030, 1026, 1041, 1038, 1969, 3024, 1317, 1146,
            1054, 1142, 1143, 1044, 1045, 1049, 1153);

    /** The server ends the session; whether a statement that may commit did so before is not known. */
    private static final Set<Integer> SESSION_ENDED = Set.of(1053, 1077, 1079, 1927, 4031, 1158, 1159, 1160, 1161);

    private Failures() {}

    /**
     * @param what the call, for the message
     * @param mayBeCommitted a statement that commits was under way
     */
    static StoreException of(String what, SQLException error, boolean mayBeCommitted) {
        Kind kind = kind(error, mayBeCommitted);
        String message = "%s: %s (error %d, SQLState %s)"
                .formatted(what, conclusion(kind), error.getErrorCode(), error.getSQLState());
        // The server's text quotes the refused value, which may be anybody's.
        return kind == Kind.REFUSED ? new StoreException(kind, message) : new StoreException(kind, message, error);
    }

    static Kind kind(SQLException error, boolean mayBeCommitted) {
        int code = error.getErrorCode();
        if (TRANSIENT.contains(code)) {
            return Kind.TRANSIENT;
        }
        if (REFUSED.contains(code)) {
            return Kind.REFUSED;
        }
        if (NOT_DONE.contains(code)) {
            return Kind.UNAVAILABLE;
        }
        String state = String.valueOf(error.getSQLState());
        boolean isServerAnswer = code > 0 && !SESSION_ENDED.contains(code);
        if (isServerAnswer && state.startsWith("22")) {
            return Kind.REFUSED;
        }
        return mayBeCommitted ? Kind.UNKNOWN : Kind.UNAVAILABLE;
    }

    /** True when the connection is no good any more, or leads to a server that does not take writes now. */
    static boolean endsConnection(SQLException error) {
        int code = error.getErrorCode();
        boolean isOfTheRequest = TRANSIENT.contains(code) || REFUSED.contains(code) || code == 1062 || code == 1317;
        return !isOfTheRequest;
    }

    private static String conclusion(Kind kind) {
        return switch (kind) {
            case TRANSIENT -> "rolled back by the database, to be run again";
            case UNAVAILABLE -> "not done, the database does not serve it now";
            case UNKNOWN -> "the connection was lost, it may be committed or not";
            case REFUSED -> "the database refuses the data of a row";
        };
    }
}
