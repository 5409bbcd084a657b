package tallygate.gateway.mysql;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tallygate.gateway.saga.Definition;
import tallygate.gateway.saga.DefinitionShelf;
import tallygate.gateway.saga.DefinitionText;
import tallygate.gateway.saga.NewSaga;
import tallygate.gateway.saga.Snapshot;

/** Definitions of sagas, by version. */
final class MySqlDefinitionShelf implements DefinitionShelf {
    private static final String KEEP = """
        INSERT INTO saga_definition (saga_type, version, digest, body)
        VALUES (?, ?, ?, ?)
            ON DUPLICATE KEY UPDATE version = version
        """;

    private static final String BODY = """
        SELECT body
          FROM saga_definition
         WHERE saga_type = ? AND version = ?
        """;

    private static final String REPLACE = """
        UPDATE saga_definition
           SET digest = ?, body = ?
         WHERE saga_type = ? AND version = ?
           AND NOT EXISTS (SELECT 1 FROM saga_instance
                            WHERE saga_instance.saga_type = saga_definition.saga_type
                              AND saga_instance.version = saga_definition.version
                              AND saga_instance.status IN (0, 1, 3, 5))
        """;

    private static final String IS_THERE = """
        SELECT COUNT(*)
          FROM information_schema.tables
         WHERE table_schema = DATABASE() AND table_name = 'saga_definition'
        """;

    private static final String OPEN = """
        SELECT COUNT(*)
          FROM saga_definition d JOIN saga_instance i ON i.saga_type = d.saga_type AND i.version = d.version
         WHERE d.saga_type = ? AND d.version = ? AND d.digest <> ? AND i.status IN (0, 1, 3, 5)
        """;

    private static final String ALL = """
        SELECT saga_type, version, body
          FROM saga_definition
        """;

    private final Transactor transactor;

    MySqlDefinitionShelf(Transactor transactor) {
        this.transactor = transactor;
    }

    @Override
    public boolean keep(Definition definition) {
        String body = DefinitionText.write(definition);
        return transactor.run("keep saga definition", Transactor.Mode.WHOLE, session -> {
            session.prepare(KEEP)
                    .add(definition.name())
                    .add(definition.version())
                    .add(digest(body))
                    .add(body)
                    .update();
            if (isKept(session, definition, body)) {
                return true;
            }
            return session.prepare(REPLACE)
                            .add(digest(body))
                            .add(body)
                            .add(definition.name())
                            .add(definition.version())
                            .update()
                    == 1;
        });
    }

    private static byte[] digest(String body) {
        return Keys.sha256().digest(body.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean isKept(Session session, Definition definition, String body) throws SQLException {
        try (ResultSet rows = session.prepare(BODY)
                .add(definition.name())
                .add(definition.version())
                .query()) {
            return rows.next() && rows.getString(1).equals(body);
        }
    }

    @Override
    public long openUnderOther(Definition definition) {
        String body = DefinitionText.write(definition);
        return transactor.run("compare saga definition", Transactor.Mode.READ, session -> {
            try (ResultSet rows = session.prepare(IS_THERE).query()) {
                rows.next();
                if (rows.getLong(1) == 0) {
                    return 0L;
                }
            }
            try (ResultSet rows = session.prepare(OPEN)
                    .add(definition.name())
                    .add(definition.version())
                    .add(digest(body))
                    .query()) {
                rows.next();
                return rows.getLong(1);
            }
        });
    }

    /** The definition that a saga began with. */
    static Optional<Definition> of(Session session, Snapshot saga) throws SQLException {
        return of(session, new NewSaga.Kind(saga.type(), saga.version()));
    }

    static Optional<Definition> of(Session session, NewSaga.Kind kind) throws SQLException {
        try (ResultSet rows =
                session.prepare(BODY).add(kind.type()).add(kind.version()).query()) {
            return rows.next() ? Optional.of(DefinitionText.read(rows.getString(1))) : Optional.empty();
        }
    }

    @Override
    public Map<NewSaga.Kind, Definition> all() {
        return transactor.run("read saga definitions", Transactor.Mode.READ, session -> {
            Map<NewSaga.Kind, Definition> all = new HashMap<>();
            try (ResultSet rows = session.prepare(ALL).query()) {
                while (rows.next()) {
                    all.put(
                            new NewSaga.Kind(rows.getString(1), rows.getInt(2)),
                            DefinitionText.read(rows.getString(3)));
                }
            }
            return all;
        });
    }
}
