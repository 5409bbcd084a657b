package tallygate.gateway.identity;

import java.util.Optional;

/** Remembers writes by their idempotency key, for a day. */
public interface Repeats {
    /** What is known of a key. */
    sealed interface Known {
        /** Never seen: noted as begun, and the caller goes on. */
        record Fresh() implements Known {}

        /** Done before with the same request: its answer. */
        record Done(int status, String contentType, byte[] body) implements Known {}

        /** Begun and not finished: it runs now, or its node died on the way. */
        record Unfinished() implements Known {}

        /** The key was used for another request. */
        record Other() implements Known {}
    }

    /**
     * @param caller whose key it is
     * @param digest of method, path and body
     */
    Known begin(String caller, String key, String digest);

    /** The answer of what {@link #begin} called fresh; empty when nothing was done and the key is free again. */
    void end(String caller, String key, Optional<Known.Done> answer);
}
