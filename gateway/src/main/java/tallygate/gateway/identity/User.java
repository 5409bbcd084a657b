package tallygate.gateway.identity;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A person who may sign in.
 *
 * @param passwordHash Argon2id in PHC form; empty for a person of the identity provider only
 * @param mustChange the password was given by somebody else and has to be replaced before anything else
 * @param failures wrong passwords in a row
 * @param lockedUntil no password is tried before; empty when none was wrong
 * @param subject who the identity provider says it is; empty for a local user
 */
public record User(
        long id,
        String name,
        Role role,
        String passwordHash,
        boolean mustChange,
        int failures,
        Optional<Instant> lockedUntil,
        boolean isDisabled,
        Preferences preferences,
        Optional<Subject> subject) {
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._@-]{0,63}");

    private static final Set<String> RESERVED =
            Set.of("tallygate", "management-token", "nobody", "drill", "probe", "reconcile");

    public User {
        requireName(name);
    }

    /** @throws IllegalArgumentException for a name that is none */
    public static String requireName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "a user's name has 1..64 of a-z 0-9 . _ @ - and begins with one of a-z 0-9");
        }
        return name;
    }

    /**
     * For a person to come: not a name that the audit log has for a part of the gateway, whose deeds would be told as theirs.
     *
     * @throws IllegalArgumentException for a name that is none, or taken for good
     */
    public static String requireFree(String name) {
        if (RESERVED.contains(requireName(name))) {
            throw new IllegalArgumentException("the name " + name + " is the gateway's own in the audit log");
        }
        return name;
    }

    /** Signs in by the identity provider only. */
    public boolean isExternal() {
        return subject.isPresent();
    }

    /**
     * A person as an identity provider knows them.
     *
     * @param id the provider's own, never a name or address that could be given to somebody else
     */
    public record Subject(String issuer, String id) {}

    /** Without the hash. */
    @Override
    public String toString() {
        return "User[" + name + " " + role + "]";
    }

    /**
     * How a person wants to see the console.
     *
     * @param language {@code en} or {@code zh-Hans}; empty: as the browser says
     * @param theme {@code auto}, {@code light} or {@code dark}
     * @param zone a zone id
     * @param hasKeys single-key shortcuts are on
     */
    public record Preferences(String language, String theme, String zone, boolean hasKeys) {
        public static final Preferences STANDARD = new Preferences("", "auto", "UTC", true);
    }
}
