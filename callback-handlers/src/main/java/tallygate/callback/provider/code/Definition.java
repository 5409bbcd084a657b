package tallygate.callback.provider.code;

import java.util.List;
import java.util.function.Supplier;
import tallygate.callback.provider.Binding;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.CredentialKey;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.ProviderDefinition;

/**
 * A provider whose scheme is written in code.
 *
 * @param hasHints some of its callbacks prove nothing and are asked about
 * @param binder reads the keys, reports what is wrong with them, and hands back what to build when nothing is
 */
record Definition(
        String name, String title, boolean isUnsigned, boolean hasHints, List<CredentialKey> keys, Binder binder)
        implements ProviderDefinition {
    /** Reads an endpoint's keys. */
    @FunctionalInterface
    interface Binder {
        Supplier<BoundProvider> bind(KeyReader keys, EndpointOptions options);
    }

    Definition {
        keys = List.copyOf(keys);
    }

    /** A provider whose callbacks prove themselves. */
    static Definition signed(String name, String title, List<CredentialKey> keys, Binder binder) {
        return new Definition(name, title, false, false, keys, binder);
    }

    /** A provider of whose callbacks some prove themselves. */
    static Definition partlySigned(String name, String title, List<CredentialKey> keys, Binder binder) {
        return new Definition(name, title, false, true, keys, binder);
    }

    /** A provider whose callbacks prove nothing. */
    static Definition unsigned(String name, String title, Binder binder) {
        return new Definition(name, title, true, true, List.of(), binder);
    }

    @Override
    public Binding bind(Credentials credentials, EndpointOptions options) {
        KeyReader reader = new KeyReader(credentials);
        Supplier<BoundProvider> provider = binder.bind(reader, options);
        return reader.bind(provider);
    }
}
