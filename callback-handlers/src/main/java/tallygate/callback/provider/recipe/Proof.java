package tallygate.callback.provider.recipe;

import tallygate.signature.Reason;

/** What checking the signature of one request says. */
sealed interface Proof {
    /** @param keyId the key that fits */
    record Signed(Mode mode, String keyId, Carried carried, String secret) implements Proof {
        @Override
        public String toString() {
            return "Signed[" + mode.name() + ", " + keyId + "]";
        }
    }

    record Unproven(Mode mode, Reason reason, String detail) implements Proof {}
}
