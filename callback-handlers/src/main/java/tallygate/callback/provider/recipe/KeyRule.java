package tallygate.callback.provider.recipe;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.callback.provider.CredentialKey;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.Problem;

/**
 * Which configured keys a mode uses, and how.
 *
 * @param slots names of the configuration keys they stand under
 * @param prefix only entries that begin so are keys of this mode, the prefix taken off; empty: all
 * @param notPrefix entries that begin so are not; empty: all are
 * @param decodings every decoding is tried: sources disagree for some providers
 * @param id where the request names the key; nothing: all keys are tried
 */
record KeyRule(
        List<String> slots, String prefix, String notPrefix, List<SecretDecoding> decodings, Optional<Template> id) {
    KeyRule {
        slots = List.copyOf(slots);
        decodings = List.copyOf(decodings);
    }

    /** One configured text under its place. */
    record Entry(String slot, String id, String text) {
        @Override
        public String toString() {
            return "Entry[" + slot + "]";
        }
    }

    /** The entries of this mode. */
    List<Entry> entries(Credentials credentials) {
        List<Entry> entries = new ArrayList<>();
        for (String slot : slots) {
            Map<String, String> byId = credentials.byId(slot);
            byId.forEach((keyId, text) -> add(entries, slot + "[" + keyId + "]", keyId, text));
            if (byId.isEmpty()) {
                List<String> texts = credentials.texts(slot);
                for (int i = 0; i < texts.size(); i++) {
                    add(entries, slot + "[" + i + "]", "", texts.get(i));
                }
            }
        }
        return entries;
    }

    private void add(List<Entry> entries, String slot, String id, String text) {
        if (text.startsWith(prefix) && (notPrefix.isEmpty() || !text.startsWith(notPrefix))) {
            entries.add(new Entry(slot, id, text.substring(prefix.length())));
        }
    }

    /** True when the endpoint holds a key for this mode. */
    boolean isServedBy(Credentials credentials) {
        return !entries(credentials).isEmpty();
    }

    static Problem badForm(Entry entry, SecretDecoding due) {
        return new Problem(entry.slot(), "takes " + due.form() + ", and is not");
    }

    /** The slots of a definition that hold secrets or public keys. */
    static boolean holdsKeys(CredentialKey key) {
        return key.kind() != CredentialKey.Kind.PLAIN && key.kind() != CredentialKey.Kind.TEST_PRIVATE_KEY;
    }
}
