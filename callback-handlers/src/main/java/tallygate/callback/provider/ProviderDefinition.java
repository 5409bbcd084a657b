package tallygate.callback.provider;

import java.util.List;

/** A payment provider as this gateway knows it: which keys it needs, and how those make a judge of its callbacks. */
public interface ProviderDefinition {
    /** The name that {@code provider:} takes: lower case, digits, hyphens. */
    String name();

    /** The provider's name for people. */
    String title();

    /** The keys it takes besides those that every endpoint may have ({@code public-url}, {@code merchant-id} and so on). */
    List<CredentialKey> keys();

    /** True when nothing in its callbacks proves them: every judgement is then a handshake, a refusal or a hint to confirm. */
    boolean isUnsigned();

    /** True when some of its callbacks may be hints: the provider is asked about them. */
    default boolean hasHints() {
        return isUnsigned();
    }

    /** Compiles the definition for one endpoint. Never throws for bad credentials; reports all problems at once. */
    Binding bind(Credentials credentials, EndpointOptions options);
}
