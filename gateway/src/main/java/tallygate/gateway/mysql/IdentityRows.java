package tallygate.gateway.mysql;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tallygate.gateway.identity.AccessToken;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.identity.Role;
import tallygate.gateway.identity.Session.Device;
import tallygate.gateway.identity.User;

/** The columns of {@link IdentitySql}'s queries. */
final class IdentityRows {
    private IdentityRows() {}

    static List<User> users(Params query) throws SQLException {
        List<User> users = new ArrayList<>();
        try (ResultSet row = query.query()) {
            while (row.next()) {
                String role = row.getString(3);
                users.add(new User(
                        row.getLong(1),
                        row.getString(2),
                        Role.of(role)
                                .orElseThrow(() -> new IllegalArgumentException(
                                        "user_account.role holds \"" + role + "\", which is no role")),
                        row.getString(4),
                        row.getBoolean(5),
                        row.getInt(6),
                        instant(row, 7),
                        row.getBoolean(8),
                        new User.Preferences(
                                row.getString(9), row.getString(10), row.getString(11), row.getBoolean(12)),
                        subject(row)));
            }
        }
        return users;
    }

    private static Optional<User.Subject> subject(ResultSet row) throws SQLException {
        String issuer = row.getString(13);
        return issuer == null
                ? Optional.empty()
                : Optional.of(new User.Subject(issuer, new String(LeasedRows.bytes(row, 14), StandardCharsets.UTF_8)));
    }

    static List<tallygate.gateway.identity.Session> sessions(Params query) throws SQLException {
        List<tallygate.gateway.identity.Session> sessions = new ArrayList<>();
        try (ResultSet row = query.query()) {
            while (row.next()) {
                sessions.add(new tallygate.gateway.identity.Session(
                        row.getString(1),
                        row.getLong(2),
                        Params.instant(row, 3),
                        Params.instant(row, 4),
                        Params.instant(row, 5),
                        Params.instant(row, 6),
                        new Device(row.getString(7), row.getString(8))));
            }
        }
        return sessions;
    }

    static List<AccessToken> tokens(Params query) throws SQLException {
        List<AccessToken> tokens = new ArrayList<>();
        try (ResultSet row = query.query()) {
            while (row.next()) {
                tokens.add(new AccessToken(
                        row.getLong(1),
                        row.getString(2),
                        permissions(row.getString(3)),
                        row.getString(4),
                        Params.instant(row, 5),
                        instant(row, 6),
                        instant(row, 7),
                        instant(row, 8)));
            }
        }
        return tokens;
    }

    private static Set<Permission> permissions(String words) {
        return Arrays.stream(words.split(",", -1)).map(Permission::of).collect(Collectors.toSet());
    }

    static Optional<Instant> instant(ResultSet row, int column) throws SQLException {
        LocalDateTime at = row.getObject(column, LocalDateTime.class);
        return Optional.ofNullable(at).map(time -> time.toInstant(ZoneOffset.UTC));
    }
}
