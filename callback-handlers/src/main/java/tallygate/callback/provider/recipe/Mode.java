package tallygate.callback.provider.recipe;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One way in which a provider signs. A provider may have several: by product, by version, by what the request is about.
 *
 * @param name for messages
 * @param when to which requests it applies
 * @param headers that must be there for the signature to mean anything
 * @param soleHeaders headers that are part of what is signed and must not stand twice
 * @param contents what is signed; where sources disagree, every alternative is tried
 */
record Mode(
        String name,
        Condition when,
        KeyRule keys,
        List<String> headers,
        Set<String> soleHeaders,
        SignatureForm form,
        SignatureText text,
        Optional<TimeRule> time,
        List<Template> contents,
        Optional<Canonical> canonical,
        AlgorithmRule algorithm,
        Optional<Batch> perItem) {
    Mode {
        headers = List.copyOf(headers);
        soleHeaders = Set.copyOf(soleHeaders);
        contents = List.copyOf(contents);
    }

    /** True when one key check or one slow algorithm may take long. */
    boolean isSlow() {
        return algorithm.usual().isSlow();
    }

    boolean usesSecret() {
        return contents.stream().anyMatch(content -> content.uses("secret"));
    }
}
