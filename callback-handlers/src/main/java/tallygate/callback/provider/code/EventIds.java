package tallygate.callback.provider.code;

import tallygate.signature.HashAlgorithm;

/** Event identities where a provider gives none. */
final class EventIds {
    private EventIds() {}

    /** The id, or a digest of what makes the event when it is blank: the same event then still has one identity. */
    static String orDigest(String id, byte[]... content) {
        return id.isBlank() ? "sha256:" + HashAlgorithm.SHA256.hex(content) : id;
    }
}
