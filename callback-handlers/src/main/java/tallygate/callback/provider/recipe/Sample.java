package tallygate.callback.provider.recipe;

import java.util.Map;
import java.util.SequencedMap;
import tallygate.callback.provider.read.Amounts;

/**
 * How a genuine callback of one mode is put together. Texts have holes such as <code>${order}</code>; the signature is
 * computed, never written down.
 *
 * @param mode name of the mode it is signed by
 * @param defaults what the sample tells when the caller does not say: type, currency and others
 * @param query what is appended to the URL after a question mark, empty for nothing
 * @param headers by name
 * @param amounts how amounts are written
 */
record Sample(
        String mode,
        Map<String, String> defaults,
        String method,
        String query,
        SequencedMap<String, String> headers,
        String body,
        Amounts amounts) {
    Sample {
        defaults = Map.copyOf(defaults);
    }

    String contentType() {
        return headers.entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase("content-type"))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
    }

    boolean isForm() {
        return contentType().startsWith("application/x-www-form-urlencoded");
    }
}
