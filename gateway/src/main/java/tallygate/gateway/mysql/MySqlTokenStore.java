package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tallygate.gateway.identity.AccessToken;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.identity.TokenStore;
import tallygate.gateway.task.Actor;

/** Programs' tokens. */
final class MySqlTokenStore implements TokenStore {
    private final Transactor transactor;

    MySqlTokenStore(Transactor transactor) {
        this.transactor = transactor;
    }

    @Override
    public long add(NewToken token, Actor actor) {
        return transactor.run("add token", Transactor.Mode.WHOLE, session -> {
            long life = token.life().map(time -> time.toNanos() / 1000).orElse(0L);
            String permissions =
                    token.permissions().stream().map(Permission::word).sorted().collect(Collectors.joining(","));
            session.prepare(IdentitySql.ADD_TOKEN)
                    .add(token.name())
                    .add(token.digest())
                    .add(permissions)
                    .add(actor.name())
                    .add(life)
                    .add(life)
                    .update();
            try (ResultSet rows =
                    session.prepare(IdentitySql.TOKEN_ID).add(token.digest()).query()) {
                rows.next();
                long id = rows.getLong(1);
                String after = "permissions=" + permissions;
                AuditSql.write(
                        session,
                        actor,
                        new AuditSql.Entry("token-add", "token", Long.toString(id), "", after, token.name()));
                return id;
            }
        });
    }

    @Override
    public Optional<AccessToken> token(String digest) {
        return transactor.run(
                "find token",
                Transactor.Mode.READ,
                session -> IdentityRows.tokens(
                                session.prepare(IdentitySql.TOKEN_BY_DIGEST).add(digest))
                        .stream()
                        .findFirst());
    }

    @Override
    public List<AccessToken> tokens() {
        return transactor.run(
                "list tokens",
                Transactor.Mode.READ,
                session -> IdentityRows.tokens(session.prepare(IdentitySql.TOKENS)));
    }

    @Override
    public boolean revoke(long token, Actor actor, String reason) {
        return transactor.run("revoke token", Transactor.Mode.WHOLE, session -> {
            boolean isRevoked = session.prepare(IdentitySql.REVOKE).add(token).update() == 1;
            if (isRevoked) {
                AuditSql.write(
                        session,
                        actor,
                        new AuditSql.Entry("token-revoke", "token", Long.toString(token), "good", "revoked", reason));
            }
            return isRevoked;
        });
    }

    @Override
    public void used(long token) {
        transactor.run(
                "token used",
                Transactor.Mode.EACH,
                session -> session.prepare(IdentitySql.USED).add(token).update());
    }
}
