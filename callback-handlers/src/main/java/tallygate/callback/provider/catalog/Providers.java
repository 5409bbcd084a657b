package tallygate.callback.provider.catalog;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tallygate.callback.provider.Binding;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.CredentialKey;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.Credentials.Value;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.Problem;
import tallygate.callback.provider.ProviderDefinition;
import tallygate.callback.provider.code.CodeProviders;
import tallygate.callback.provider.query.ApiQueries;
import tallygate.callback.provider.query.Queries;
import tallygate.callback.provider.recipe.ProviderNotes;
import tallygate.callback.provider.recipe.RecipeDefinition;
import tallygate.callback.provider.recipe.RecipeReader;

/** The providers that this gateway knows, by name. To add one that needs code, add a line to {@link #NATIVE}. */
public final class Providers {
    /** Providers that a recipe cannot say, one class each. */
    private static final List<ProviderDefinition> NATIVE = CodeProviders.all();

    private final SequencedSet<String> names = new LinkedHashSet<>(BuiltInRecipes.NAMES);
    private final Map<String, ProviderDefinition> read = new ConcurrentHashMap<>();

    private Providers(List<ProviderDefinition> own) {
        NATIVE.forEach(this::add);
        own.forEach(this::add);
    }

    private void add(ProviderDefinition definition) {
        if (!names.add(definition.name())) {
            throw new IllegalStateException("two providers are named " + definition.name());
        }
        read.put(definition.name(), definition);
    }

    /** All providers that come with the gateway; the recipe of one is read when it is first named. */
    public static Providers builtIn() {
        return new Providers(List.of());
    }

    /** What loading an operator's own definition files comes to. */
    public sealed interface Loading {
        record Loaded(Providers providers) implements Loading {}

        /** @param complaints every mistake at once, each with file and line */
        record Broken(List<String> complaints) implements Loading {
            public Broken {
                complaints = List.copyOf(complaints);
            }
        }
    }

    /**
     * All providers that come with the gateway, and those of the operator's own files.
     *
     * @param yamlByFile the text of each definition file, by the name to call it by in complaints
     */
    public static Loading withFiles(Map<String, String> yamlByFile) {
        List<String> complaints = new ArrayList<>();
        List<ProviderDefinition> own = new ArrayList<>();
        Set<String> taken = new HashSet<>(builtIn().names);
        yamlByFile.forEach((file, yaml) -> {
            switch (RecipeReader.read(file, yaml)) {
                case RecipeReader.Reading.Usable usable -> {
                    String name = usable.definition().name();
                    if (taken.add(name)) {
                        own.add(usable.definition());
                    } else {
                        complaints.add(
                                file + ":1: name: '" + name + "' is taken by another provider; choose another name");
                    }
                }
                case RecipeReader.Reading.Broken broken -> complaints.addAll(broken.complaints());
            }
        });
        return complaints.isEmpty() ? new Loading.Loaded(new Providers(own)) : new Loading.Broken(complaints);
    }

    public SequencedSet<String> names() {
        return Collections.unmodifiableSequencedSet(names);
    }

    public Optional<ProviderDefinition> named(String name) {
        return names.contains(name) ? Optional.of(read.computeIfAbsent(name, BuiltInRecipes::read)) : Optional.empty();
    }

    /** What people must know of a provider beside its keys. */
    public Optional<ProviderNotes> notes(String provider) {
        return named(provider).map(Providers::notes);
    }

    private static ProviderNotes notes(ProviderDefinition definition) {
        ProviderNotes own =
                definition instanceof RecipeDefinition recipe ? recipe.notes() : CodedPages.of(definition.name());
        return own.with(CodedPages.QUERY_KEYS);
    }

    /**
     * Binds the provider of an endpoint to the endpoint's keys: the one way in for configuration. Reports every unknown,
     * missing, empty and ill-shaped key at once.
     *
     * @param credentials everything under the endpoint that the gateway itself does not read
     */
    public Binding bind(String provider, String endpoint, Credentials credentials) {
        return named(provider)
                .map(definition -> bind(definition, endpoint, credentials))
                .orElseGet(() -> unknown(provider));
    }

    private Binding unknown(String provider) {
        String hint = Nearest.to(provider, names)
                .map(near -> "; did you mean '" + near + "'?")
                .orElse("");
        return new Binding.Refused(List.of(new Problem("provider", "'" + provider + "' is not known here" + hint)));
    }

    private static Binding bind(ProviderDefinition definition, String endpoint, Credentials credentials) {
        List<Problem> problems = new ArrayList<>();
        checkShapes(definition, credentials, problems);
        EndpointOptions options = CommonKeys.options(endpoint, credentials, problems);
        KeyTerms terms = KeyTerms.read(credentials, problems);
        Queries queries = ApiQueries.bind(definition.name(), credentials, options, problems);
        if (!problems.isEmpty()) {
            return new Binding.Refused(problems);
        }
        return switch (definition.bind(credentials, options)) {
            case Binding.Bound bound -> {
                List<Problem> strangers =
                        terms.strangers(credentials, bound.provider().keys());
                yield strangers.isEmpty()
                        ? new Binding.Bound(new EndpointProvider(
                                bound.provider(),
                                new EndpointProvider.Rules(
                                        options, terms, notes(definition).retriesFor()),
                                queries,
                                slots -> rest(definition, credentials, options, slots)))
                        : new Binding.Refused(strangers);
            }
            case Binding.Refused refused -> refused;
        };
    }

    /** The provider without the keys in these slots; nothing when it cannot be without them. */
    private static Optional<BoundProvider> rest(
            ProviderDefinition definition, Credentials credentials, EndpointOptions options, Set<String> slots) {
        return definition.bind(credentials.without(slots), options) instanceof Binding.Bound bound
                ? Optional.of(bound.provider())
                : Optional.empty();
    }

    private static void checkShapes(ProviderDefinition definition, Credentials credentials, List<Problem> problems) {
        Map<String, CredentialKey> known = new LinkedHashMap<>();
        CommonKeys.with(definition.keys()).forEach(key -> known.put(key.name(), key));
        ApiQueries.keys(definition.name()).forEach(key -> known.putIfAbsent(key.name(), key));
        credentials.values().forEach((name, value) -> {
            CredentialKey key = known.get(name);
            if (key == null) {
                String hint = Nearest.to(name, known.keySet())
                        .map(near -> "; did you mean '" + near + "'?")
                        .orElse("; " + definition.name() + " takes " + String.join(", ", known.keySet()));
                problems.add(new Problem(name, "is not a key of " + definition.name() + hint));
            } else {
                checkShape(key, value, problems);
            }
        });
        for (CredentialKey key : definition.keys()) {
            if (key.isRequired() && !credentials.names().contains(key.name())) {
                problems.add(new Problem(key.name(), "is missing: " + key.meaning()));
            }
        }
    }

    private static void checkShape(CredentialKey key, Value value, List<Problem> problems) {
        boolean isMap = value instanceof Value.TextMap;
        if (key.kind().isById() != isMap) {
            String due = key.kind().isById() ? "takes a map from key id to key" : "takes a text or a list, not a map";
            problems.add(new Problem(key.name(), due));
            return;
        }
        switch (value) {
            case Value.Text text -> checkText(key, key.name(), text.text(), problems);
            case Value.Texts texts -> {
                if (texts.texts().isEmpty()) {
                    problems.add(new Problem(key.name(), "is an empty list: nothing could be verified"));
                }
                for (int i = 0; i < texts.texts().size(); i++) {
                    checkText(key, key.name() + "[" + i + "]", texts.texts().get(i), problems);
                }
            }
            case Value.TextMap map -> {
                if (map.texts().isEmpty()) {
                    problems.add(new Problem(key.name(), "is an empty map: nothing could be verified"));
                }
                map.texts().forEach((id, text) -> checkText(key, key.name() + "[" + id + "]", text, problems));
            }
        }
    }

    /** An empty or blank secret would let anybody sign; a blank around it is the commonest copying mistake. */
    private static void checkText(CredentialKey key, String slot, String text, List<Problem> problems) {
        if (text.isBlank() && !key.mayBeEmpty()) {
            problems.add(new Problem(slot, "is empty: an empty key would let anybody sign"));
        } else if (key.kind() == CredentialKey.Kind.SECRETS && !text.equals(text.strip())) {
            problems.add(new Problem(slot, "begins or ends with a blank or a line break: remove it"));
        }
    }
}
