package tallygate.callback.provider.recipe;

import java.util.List;
import java.util.Map;
import tallygate.callback.provider.CredentialKey;

/**
 * A provider's definition as its file says it, templates compiled, keys not yet in it.
 *
 * @param modes ways of signing; a request is checked with every mode that applies, until one verifies
 * @param probe what marks a provider's deliberate self-test with a wrong signature: any of them
 * @param currencySpelling how the provider's payloads and reports write currency codes
 * @param samples how a callback of this provider is made
 * @param sources where each fact comes from
 * @param page what the provider's page says besides what follows from the rules
 */
record Recipe(
        String name,
        String title,
        List<CredentialKey> keys,
        List<Mode> modes,
        List<Condition> probe,
        EventRule events,
        Answers answers,
        Spelling currencySpelling,
        List<Sample> samples,
        Map<String, String> page,
        List<String> sources) {
    Recipe {
        keys = List.copyOf(keys);
        modes = List.copyOf(modes);
        probe = List.copyOf(probe);
        samples = List.copyOf(samples);
        page = Map.copyOf(page);
        sources = List.copyOf(sources);
    }

    /** How a provider writes currency codes. */
    enum Spelling {
        UPPER,
        LOWER
    }
}
