package tallygate.callback.provider.query;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tallygate.callback.provider.CredentialKey;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.Problem;

/** The providers whose APIs can be asked, by name. To add one, add its definition to the list. */
public final class ApiQueries {
    private static final Map<String, QueryDefinition> BY_PROVIDER = Stream.of(
                    MollieQuery.DEFINITION,
                    TossQuery.DEFINITION,
                    LinePayQuery.DEFINITION,
                    GmoQuery.DEFINITION,
                    PayPalIpnQuery.DEFINITION,
                    StripeQuery.DEFINITION,
                    PayPalQuery.DEFINITION,
                    SquareQuery.DEFINITION,
                    WechatQuery.DEFINITION,
                    WechatQuery.DEFINITION_SM,
                    AlipayQuery.DEFINITION,
                    GoCardlessQuery.DEFINITION,
                    AdyenReports.DEFINITION)
            .collect(Collectors.toUnmodifiableMap(QueryDefinition::provider, d -> d));

    private ApiQueries() {}

    /** The keys that a provider's endpoint takes for asking its API, besides those for its callbacks. All are optional. */
    public static List<CredentialKey> keys(String provider) {
        QueryDefinition definition = BY_PROVIDER.get(provider);
        return definition == null ? List.of() : definition.keys();
    }

    /** What an endpoint's credentials allow to ask; what is wrong with them is added to the problems. */
    public static Queries bind(
            String provider, Credentials credentials, EndpointOptions options, List<Problem> problems) {
        QueryDefinition definition = BY_PROVIDER.get(provider);
        if (definition == null) {
            return Queries.NONE;
        }
        ApiKeys keys = new ApiKeys(credentials, options);
        Queries queries = definition.binder().bind(keys);
        problems.addAll(keys.problems());
        return queries;
    }
}
