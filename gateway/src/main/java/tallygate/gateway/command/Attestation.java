package tallygate.gateway.command;

import java.util.Map;
import java.util.Set;
import tallygate.gateway.command.Checkpoint.Words;

/** What a person answers for because it lies out of our sight; it is shown as such, never as seen. */
final class Attestation {
    /** Points that have a part out of our sight. */
    static final Set<String> POINTS =
            Set.of("saga-idempotent", "saga-intermediate", "consumer-commits-first", "broker-bounds");

    private Attestation() {}

    static Words words(Map<String, String> attested, String key) {
        String text = attested.getOrDefault(key, "");
        return text.isEmpty() ? Words.NONE : new Words("; stated, not seen: " + text, "；人工说明（非实测）：" + text);
    }
}
