package tallygate.callback.participant.sample;

import java.sql.Connection;
import java.sql.SQLException;
import tallygate.callback.participant.Guard;
import tallygate.callback.participant.Guarded;
import tallygate.callback.provider.read.JsonValue;

/** The work of a sample service under its guard, in one transaction, whichever way the request came. */
final class GuardedWork {
    private final Business business;
    private final Guard guard;

    private final boolean isGuarded;

    /** @param isGuarded false only to show what happens without a guard */
    GuardedWork(Business business, Guard guard, boolean isGuarded) {
        this.business = business;
        this.guard = guard;
        this.isGuarded = isGuarded;
    }

    Said run(Connection connection, String request, JsonValue call) throws SQLException {
        return switch (isGuarded ? guard.forward(connection, request) : new Guarded.Go()) {
            case Guarded.Go _ -> done(connection, request, call);
            case Guarded.DoneBefore(String response) -> new Said(200, response.isEmpty() ? "{}" : response);
            case Guarded.Refused(String reason) -> new Said(409, "{\"reason\":\"" + reason + "\"}");
            case Guarded.Empty _, Guarded.Begun _ -> throw new SQLException("a forward is neither empty nor begun");
        };
    }

    private Said done(Connection connection, String request, JsonValue call) throws SQLException {
        try {
            String response = business.run(connection, call.scalarAt("/bizId"), input(call));
            if (isGuarded) {
                guard.remember(connection, request, response);
            }
            connection.commit();
            return new Said(200, response);
        } catch (Business.RefusedException e) {
            connection.rollback();
            guard.refuse(connection, request, String.valueOf(e.getMessage()));
            connection.commit();
            return new Said(409, "{\"reason\":\"" + e.getMessage() + "\"}");
        }
    }

    Said undo(Connection connection, String forwardId, String request, JsonValue call) throws SQLException {
        Guarded said = isGuarded ? guard.compensate(connection, forwardId, request) : new Guarded.Go();
        if (said instanceof Guarded.Go) {
            business.undo(connection, call.scalarAt("/bizId"), input(call));
        }
        connection.commit();
        return new Said(200, "{}");
    }

    private static JsonValue input(JsonValue call) {
        return call.members().getOrDefault("input", new JsonValue.Nothing());
    }
}
