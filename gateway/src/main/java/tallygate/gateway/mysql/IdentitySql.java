package tallygate.gateway.mysql;

/** Statements on users, sessions and tokens. */
final class IdentitySql {
    private static final String USER = """
        SELECT id, name, role, password_hash, must_change, failures, locked_until, disabled, language, theme, zone,
               shortcuts, issuer, subject
          FROM user_account
        """;

    static final String USER_BY_NAME = USER + " WHERE name = ?";
    static final String USER_BY_SUBJECT = USER + " WHERE issuer = ? AND subject = ? FOR UPDATE";
    static final String USER_BY_ID = USER + " WHERE id = ?";
    static final String USER_LOCKED = USER + " WHERE id = ? FOR UPDATE";
    static final String USERS = USER + " ORDER BY name LIMIT 1000";

    static final String ADD_USER = """
        INSERT INTO user_account (name, role, password_hash, must_change)
        VALUES (?, ?, ?, ?)
            ON DUPLICATE KEY UPDATE id = id
        """;

    static final String ADD_EXTERNAL = """
        INSERT INTO user_account (name, role, password_hash, issuer, subject)
        VALUES (?, ?, '', ?, ?)
            ON DUPLICATE KEY UPDATE id = id
        """;

    static final String BEGIN = """
        INSERT INTO sign_in_attempt (state_digest, return_to, session_key, begun_at, ends_at) VALUES (?, ?, ?, ?, ?)
        """;

    static final String ATTEMPT = """
        SELECT return_to, session_key, begun_at, ends_at FROM sign_in_attempt WHERE state_digest = ? FOR UPDATE
        """;

    static final String TAKE = "DELETE FROM sign_in_attempt WHERE state_digest = ?";
    static final String PURGE_ATTEMPTS = "DELETE FROM sign_in_attempt WHERE ends_at < ? LIMIT 1000";

    static final String ANY_USER = "SELECT id FROM user_account LIMIT 1 FOR UPDATE";

    static final String PASSWORD = """
        UPDATE user_account
           SET password_hash = ?, must_change = ?, failures = 0, locked_until = NULL, updated_at = UTC_TIMESTAMP(3)
         WHERE id = ?
        """;

    static final String ROLE = "UPDATE user_account SET role = ?, updated_at = UTC_TIMESTAMP(3) WHERE id = ?";
    static final String DISABLED = "UPDATE user_account SET disabled = ?, updated_at = UTC_TIMESTAMP(3) WHERE id = ?";

    static final String PREFERENCES = """
        UPDATE user_account SET language = ?, theme = ?, zone = ?, shortcuts = ? WHERE id = ?
        """;

    static final String FAILED = """
        UPDATE user_account
           SET failures = failures + 1, locked_until = ?
         WHERE id = ?
        """;

    static final String SIGNED_IN = "UPDATE user_account SET failures = 0, locked_until = NULL WHERE id = ?";

    private static final String SESSION = """
        SELECT session_key, user_id, created_at, seen_at, confirmed_at, ends_at, origin, agent
          FROM user_session
        """;

    static final String SESSION_BY_KEY = SESSION + " WHERE session_key = ?";
    static final String SESSIONS = SESSION + " WHERE ends_at > UTC_TIMESTAMP(3) ORDER BY seen_at DESC LIMIT 500";
    static final String SESSIONS_OF =
            SESSION + " WHERE user_id = ? AND ends_at > UTC_TIMESTAMP(3) ORDER BY seen_at DESC LIMIT 500";

    static final String OPEN_SESSION = """
        INSERT INTO user_session (session_key, user_id, created_at, seen_at, confirmed_at, ends_at, origin, agent)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """;

    static final String SEEN = "UPDATE user_session SET seen_at = ? WHERE session_key = ?";
    static final String RENEW = "UPDATE user_session SET session_key = ?, confirmed_at = ? WHERE session_key = ?";
    static final String END_SESSION = "DELETE FROM user_session WHERE session_key = ?";
    static final String END_SESSIONS_OF = "DELETE FROM user_session WHERE user_id = ?";
    static final String PURGE_SESSIONS = "DELETE FROM user_session WHERE ends_at < UTC_TIMESTAMP(3) LIMIT 1000";

    private static final String TOKEN = """
        SELECT id, name, permissions, owner, created_at, expires_at, last_used_at, revoked_at
          FROM api_token
        """;

    static final String TOKEN_BY_DIGEST = TOKEN + " WHERE token_digest = ?";
    static final String TOKENS = TOKEN + " ORDER BY id DESC LIMIT 1000";

    static final String ADD_TOKEN = """
        INSERT INTO api_token (name, token_digest, permissions, owner, expires_at)
        VALUES (?, ?, ?, ?, IF(? = 0, NULL, UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND))
        """;

    static final String TOKEN_ID = "SELECT id FROM api_token WHERE token_digest = ?";

    static final String REVOKE = """
        UPDATE api_token SET revoked_at = UTC_TIMESTAMP(3) WHERE id = ? AND revoked_at IS NULL
        """;

    static final String USED = """
        UPDATE api_token
           SET last_used_at = UTC_TIMESTAMP(3)
         WHERE id = ? AND (last_used_at IS NULL OR last_used_at < UTC_TIMESTAMP(3) - INTERVAL 60 SECOND)
        """;

    private IdentitySql() {}
}
