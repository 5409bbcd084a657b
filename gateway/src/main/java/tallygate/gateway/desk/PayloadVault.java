package tallygate.gateway.desk;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys that payloads are sealed with, and the way from old ones to new ones. */
public interface PayloadVault {
    /**
     * How it stands.
     *
     * @param isOn payloads are sealed
     * @param keys by id of the configured key: how many keys it wraps
     * @param lost ids of keys that wrap something and are not configured
     * @param reencryption how far a run over all tasks has come; empty when none is under way
     */
    record Standing(boolean isOn, Map<String, Integer> keys, List<String> lost, Optional<Long> reencryption) {
        public Standing {
            keys = Map.copyOf(keys);
            lost = List.copyOf(lost);
        }
    }

    /** Opens today's key, or makes it. @return why payloads must not be written, empty when all is well */
    Optional<String> prepare();

    Standing standing();

    /** How often something could not be opened since the start of this node. */
    long unreadable();

    /**
     * The next step of a run that seals all tasks anew, taken by one node at a time.
     *
     * @return false when there is nothing to do, or another node does it
     */
    boolean step(int rows);
}
