package tallygate.gateway.identity;

import java.util.Set;

/** Who makes a request. */
public sealed interface Caller {
    /** Nobody that we know. */
    record Nobody() implements Caller {}

    /** A person with a session. */
    record Person(User user, Session session) implements Caller {}

    /** A program with a token; the operator's own management token is one that may everything. */
    record Program(String name, Set<Permission> permissions) implements Caller {
        public Program {
            permissions = Set.copyOf(permissions);
        }
    }

    default boolean may(Permission permission) {
        return switch (this) {
            case Nobody() -> false;
            case Person person -> person.user().role().may(permission);
            case Program program -> program.permissions().contains(permission);
        };
    }

    /** For the audit log; {@code nobody} for nobody. */
    default String name() {
        return switch (this) {
            case Nobody() -> "nobody";
            case Person person -> person.user().name();
            case Program program -> program.name();
        };
    }
}
