package tallygate.callback.provider;

/**
 * A configuration key that a provider's endpoint takes.
 *
 * @param isRequired true when the endpoint cannot work without it; "one of these" rules are the definition's own
 * @param meaning one line for the provider's page: what to put there and where the provider shows it
 */
public record CredentialKey(String name, Kind kind, boolean isRequired, String meaning) {
    /** What values the key takes. */
    public enum Kind {
        /** A word that may be shown. */
        PLAIN,
        /** One secret. */
        SECRET,
        /** Secrets that are all valid at once; a single one may stand without the list. */
        SECRETS,
        /** As {@link #SECRETS}, for a provider that signs without a secret until the merchant sets one: an entry may be empty. */
        SECRETS_MAYBE_EMPTY,
        /** Secrets by the id that the provider sends. */
        SECRETS_BY_ID,
        /** A public key: PEM or bare base64; several are valid at once. */
        PUBLIC_KEY,
        /** Public keys by the id that the provider sends. */
        PUBLIC_KEYS_BY_ID,
        /** An X.509 certificate in PEM. */
        CERTIFICATE,
        /** Certificates by serial. */
        CERTIFICATES_BY_ID,
        /** A private key, for making test callbacks only. */
        TEST_PRIVATE_KEY;

        /** True when the values are given by id. */
        public boolean isById() {
            return this == SECRETS_BY_ID || this == PUBLIC_KEYS_BY_ID || this == CERTIFICATES_BY_ID;
        }
    }

    /** True when an empty value has a meaning. */
    public boolean mayBeEmpty() {
        return kind == Kind.SECRETS_MAYBE_EMPTY;
    }

    public static CredentialKey required(String name, Kind kind, String meaning) {
        return new CredentialKey(name, kind, true, meaning);
    }

    public static CredentialKey optional(String name, Kind kind, String meaning) {
        return new CredentialKey(name, kind, false, meaning);
    }
}
