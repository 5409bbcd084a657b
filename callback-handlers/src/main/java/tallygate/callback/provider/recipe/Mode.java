package tallygate.callback.provider.recipe;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import tallygate.callback.provider.read.UnreadableException;

/**
 * One way in which a provider signs. A provider may have several: by product, by version, by what the request is about.
 *
 * @param name for messages
 * @param when to which requests it applies
 * @param headers that must be there for the signature to mean anything
 * @param soleHeaders headers that are part of what is signed and must not stand twice
 * @param contents what is signed; where sources disagree, every alternative is tried
 * @param agreements unsigned values that must say the same as signed ones, whatever the case
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
        Optional<Batch> perItem,
        List<Agreement> agreements) {
    Mode {
        headers = List.copyOf(headers);
        soleHeaders = Set.copyOf(soleHeaders);
        contents = List.copyOf(contents);
        agreements = List.copyOf(agreements);
    }

    /** Two values that must be equal where both are there. */
    record Agreement(Template unsigned, Template signed) {}

    /** True when one key check or one slow algorithm may take long. */
    boolean isSlow() {
        return algorithm.usual().isSlow();
    }

    /** True when the signature covers the whole body, so that even content that cannot be read is the provider's own. */
    boolean signsBody() {
        return contents.stream().allMatch(content -> content.uses("body"));
    }

    /** True when an unsigned value contradicts a signed one: somebody changed the request around its signature. */
    boolean isContradicted(Scope scope) throws UnreadableException {
        for (Agreement agreement : agreements) {
            String said = agreement.unsigned().text(scope);
            String signed = agreement.signed().text(scope);
            if (!said.isEmpty() && !signed.isEmpty() && !said.equalsIgnoreCase(signed)) {
                return true;
            }
        }
        return false;
    }
}
