package tallygate.callback.provider.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tallygate.callback.provider.Binding;
import tallygate.callback.provider.CredentialKey;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.Problem;
import tallygate.callback.provider.ProviderDefinition;

/** A provider whose API can be asked, besides what its callbacks say. */
public record QueriedDefinition(ProviderDefinition definition, QueryDefinition query) implements ProviderDefinition {
    private static final Map<String, QueryDefinition> BY_PROVIDER = Stream.of(
                    MollieQuery.DEFINITION, TossQuery.DEFINITION)
            .collect(Collectors.toUnmodifiableMap(QueryDefinition::provider, d -> d));

    /** The definition itself, able to ask where we know how. */
    public static ProviderDefinition of(ProviderDefinition definition) {
        QueryDefinition query = BY_PROVIDER.get(definition.name());
        return query == null ? definition : new QueriedDefinition(definition, query);
    }

    @Override
    public String name() {
        return definition.name();
    }

    @Override
    public String title() {
        return definition.title();
    }

    @Override
    public List<CredentialKey> keys() {
        List<CredentialKey> all = new ArrayList<>(definition.keys());
        query.keys().stream()
                .filter(key -> all.stream().noneMatch(known -> known.name().equals(key.name())))
                .forEach(all::add);
        return all;
    }

    @Override
    public boolean isUnsigned() {
        return definition.isUnsigned();
    }

    @Override
    public Binding bind(Credentials credentials, EndpointOptions options) {
        ApiKeys keys = new ApiKeys(credentials, options);
        Queries queries = query.binder().bind(keys);
        Binding binding = definition.bind(credentials, options);
        if (keys.problems().isEmpty()) {
            return binding instanceof Binding.Bound(var provider)
                    ? new Binding.Bound(new QueriedProvider(provider, queries))
                    : binding;
        }
        List<Problem> problems = new ArrayList<>(keys.problems());
        if (binding instanceof Binding.Refused(var others)) {
            problems.addAll(others);
        }
        return new Binding.Refused(problems);
    }
}
