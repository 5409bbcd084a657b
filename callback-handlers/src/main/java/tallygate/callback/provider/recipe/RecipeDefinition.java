package tallygate.callback.provider.recipe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.callback.provider.Binding;
import tallygate.callback.provider.CallbackMaker;
import tallygate.callback.provider.CredentialKey;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.Problem;
import tallygate.callback.provider.ProviderDefinition;

/** A provider that a recipe says. */
public final class RecipeDefinition implements ProviderDefinition {
    private final Recipe recipe;

    RecipeDefinition(Recipe recipe) {
        this.recipe = recipe;
    }

    Recipe recipe() {
        return recipe;
    }

    /** What people must know of it beside its keys. */
    public ProviderNotes notes() {
        return new ProviderNotes(recipe.page(), recipe.sources());
    }

    @Override
    public String name() {
        return recipe.name();
    }

    @Override
    public String title() {
        return recipe.title();
    }

    @Override
    public List<CredentialKey> keys() {
        return recipe.keys();
    }

    @Override
    public boolean isUnsigned() {
        return false;
    }

    @Override
    public Binding bind(Credentials credentials, EndpointOptions options) {
        List<Problem> problems = new ArrayList<>();
        Endpoint endpoint = new Endpoint(options, words(credentials, options));
        KeyBinder binder = new KeyBinder(credentials, problems);
        List<BoundMode> bound = new ArrayList<>();
        for (Mode mode : recipe.modes()) {
            bound.add(new BoundMode(mode, binder.checks(mode)));
        }
        if (problems.isEmpty() && bound.stream().allMatch(mode -> mode.checks().isEmpty())) {
            problems.add(new Problem(
                    recipe.keys().getFirst().name(),
                    "the endpoint holds no key: give at least one of "
                            + String.join(
                                    ", ",
                                    recipe.keys().stream()
                                            .map(CredentialKey::name)
                                            .toList())));
        }
        Optional<CallbackMaker> maker = problems.isEmpty() ? maker(binder, endpoint, bound) : Optional.empty();
        return problems.isEmpty()
                ? new Binding.Bound(new RecipeProvider(recipe, endpoint, bound, maker))
                : new Binding.Refused(problems);
    }

    /** The texts that templates may name as {@code key:NAME}. */
    private Map<String, String> words(Credentials credentials, EndpointOptions options) {
        Map<String, String> words = new HashMap<>();
        for (CredentialKey key : recipe.keys()) {
            credentials.texts(key.name()).stream().findFirst().ifPresent(text -> words.put(key.name(), text));
        }
        options.merchantId().ifPresent(id -> words.put("merchant-id", id));
        options.appId().ifPresent(id -> words.put("app-id", id));
        return words;
    }

    /** For the first sample whose mode this endpoint can sign. */
    private Optional<CallbackMaker> maker(KeyBinder binder, Endpoint endpoint, List<BoundMode> bound) {
        for (Sample sample : recipe.samples()) {
            for (BoundMode mode : bound) {
                boolean isIts = mode.mode().name().equals(sample.mode())
                        && !mode.checks().isEmpty();
                Optional<Signers> signers = isIts ? binder.signers(mode) : Optional.empty();
                if (signers.isPresent()) {
                    return Optional.of(new RecipeMaker(sample, mode.mode(), endpoint, signers.get()));
                }
            }
        }
        return Optional.empty();
    }
}
