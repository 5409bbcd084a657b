package tallygate.callback.provider.query;

import java.util.ArrayList;
import java.util.List;
import tallygate.callback.provider.CertificateDownload;
import tallygate.callback.provider.CredentialKey;
import tallygate.callback.provider.CredentialKey.Kind;

/**
 * How one provider's API is asked.
 *
 * @param own what it takes besides {@code api-url}
 */
record QueryDefinition(String provider, List<CredentialKey> own, Binder binder) {
    private static final CredentialKey API_URL = CredentialKey.optional(
            ApiKeys.API_URL,
            Kind.PLAIN,
            "where the provider's API is asked, instead of its usual address; may lie inside this network");

    /** {@code on}: the certificates that callbacks are signed with are fetched, and need not be configured. */
    static final CredentialKey DOWNLOAD = CredentialKey.optional(
            CertificateDownload.KEY,
            Kind.PLAIN,
            "on: the provider's certificates are fetched, verified, kept and renewed, besides those given here");

    /** Reads the API's keys of an endpoint; without them {@link Queries#NONE}. */
    @FunctionalInterface
    interface Binder {
        Queries bind(ApiKeys keys);
    }

    QueryDefinition {
        own = List.copyOf(own);
    }

    static CredentialKey secret(String name, String meaning) {
        return CredentialKey.optional(name, Kind.SECRET, meaning);
    }

    static CredentialKey plain(String name, String meaning) {
        return CredentialKey.optional(name, Kind.PLAIN, meaning);
    }

    List<CredentialKey> keys() {
        List<CredentialKey> all = new ArrayList<>(own);
        all.add(API_URL);
        return all;
    }
}
