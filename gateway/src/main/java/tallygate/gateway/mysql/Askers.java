package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import tallygate.gateway.identity.AccessToken;

/** Who stands behind a request: a token that a person made is that person, also when another token of theirs made it. */
final class Askers {
    private static final String OWNERS = "SELECT DISTINCT owner FROM api_token WHERE name = ? LIMIT 100";
    /** Tokens made by tokens; deeper than that nobody is believed to be another person. */
    private static final int TOKENS_MAX = 8;

    private Askers() {}

    static boolean isBehind(Session session, String asker, String person) throws SQLException {
        return isBehind(session, asker, person, TOKENS_MAX);
    }

    private static boolean isBehind(Session session, String asker, String person, int deep) throws SQLException {
        if (!asker.startsWith(AccessToken.CALLER)) {
            return asker.equals(person);
        }
        if (deep == 0) {
            return true;
        }
        for (String owner : owners(session, asker.substring(AccessToken.CALLER.length()))) {
            if (isBehind(session, owner, person, deep - 1)) {
                return true;
            }
        }
        return false;
    }

    private static List<String> owners(Session session, String token) throws SQLException {
        List<String> owners = new ArrayList<>();
        try (ResultSet row = session.prepare(OWNERS).add(token).query()) {
            while (row.next()) {
                owners.add(row.getString(1));
            }
        }
        return owners;
    }
}
