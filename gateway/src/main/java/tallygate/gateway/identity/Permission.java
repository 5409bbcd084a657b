package tallygate.gateway.identity;

import java.util.Locale;

/** What a route of the management listener may demand. Roles and tokens are sets of these. */
public enum Permission {
    /** See tasks, callbacks, sagas, lanes, discrepancies; personal data and card numbers masked. */
    READ,
    /** See the content of callbacks; each look is written to the audit log. */
    PAYLOAD,
    /** Repair tasks and sagas, pause lanes, agree to what another operator asked for. */
    OPERATE,
    /** Work on discrepancies, statements and certificates. */
    RECONCILE,
    /** Read and verify the audit log. */
    AUDIT,
    /** Reload the configuration, change keys and settings. */
    CONFIGURE,
    /** Users, sessions of others and tokens. */
    USERS;

    /** As tokens and the API write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException for a word that is no permission */
    public static Permission of(String word) {
        for (Permission permission : values()) {
            if (permission.word().equals(word)) {
                return permission;
            }
        }
        throw new IllegalArgumentException("no permission is called \"" + word + "\"");
    }
}
