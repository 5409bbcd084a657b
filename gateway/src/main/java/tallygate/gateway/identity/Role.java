package tallygate.gateway.identity;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What a person is here for. The codes are what {@code user_account.role} holds. */
public enum Role {
    /** Sees, changes nothing. */
    VIEWER,
    /** Repairs tasks and sagas. */
    OPERATOR,
    /** Works on the books. */
    FINANCE,
    /** May everything; still needs a second person where two are asked for. */
    ADMIN;

    public Set<Permission> permissions() {
        return switch (this) {
            case VIEWER -> EnumSet.of(Permission.READ);
            case OPERATOR -> EnumSet.of(Permission.READ, Permission.PAYLOAD, Permission.OPERATE, Permission.AUDIT);
            case FINANCE -> EnumSet.of(Permission.READ, Permission.RECONCILE, Permission.AUDIT);
            case ADMIN -> EnumSet.allOf(Permission.class);
        };
    }

    public boolean may(Permission permission) {
        return permissions().contains(permission);
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Empty for a word that is no role. */
    public static Optional<Role> of(String word) {
        return java.util.Arrays.stream(values())
                .filter(role -> role.word().equals(word))
                .findFirst();
    }
}
