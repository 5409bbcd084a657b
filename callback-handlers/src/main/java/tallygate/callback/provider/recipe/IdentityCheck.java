package tallygate.callback.provider.recipe;

import java.util.List;
import java.util.Optional;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.UnreadableException;

/** Whether a genuine notice is for the merchant of this endpoint. Where the payload names nobody, nothing is checked. */
record IdentityCheck(EventRule rule) {
    /** Whom the notice names instead, in words; nothing when it is ours. */
    Optional<String> stranger(Scope scope) throws UnreadableException {
        EndpointOptions options = scope.endpoint().options();
        if (options.merchantId().isEmpty() && options.appId().isEmpty()) {
            return Optional.empty();
        }
        if (rule.each().isEmpty()) {
            return stranger(scope, options);
        }
        Optional<String> found = Optional.empty();
        for (JsonValue item : rule.each().get().in(scope.json()).orElseGet(List::of)) {
            scope.item(item);
            found = found.isPresent() ? found : stranger(scope, options);
        }
        scope.item(null);
        return found;
    }

    private Optional<String> stranger(Scope scope, EndpointOptions options) throws UnreadableException {
        Optional<String> merchant = other("merchant", rule.identity().merchant(), options.merchantId(), scope);
        return merchant.isPresent()
                ? merchant
                : other("application", rule.identity().app(), options.appId(), scope);
    }

    private static Optional<String> other(String what, List<Template> values, Optional<String> due, Scope scope)
            throws UnreadableException {
        if (due.isEmpty()) {
            return Optional.empty();
        }
        for (Template value : values) {
            String named = value.text(scope);
            if (!named.isEmpty() && !named.equals(due.get())) {
                return Optional.of("genuine, but for another " + what + " than the endpoint's own");
            }
        }
        return Optional.empty();
    }
}
