package tallygate.gateway.alert;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What the nodes of an installation know of alerts together, so that one of them tells for all. Calls may block a while; none
 * throws when the store does not answer.
 */
public interface AlertLedger {
    /** An alert and since when it holds, or how long ago it was told. */
    record Aged(Alert alert, Duration age) {}

    /** What was told to a channel and not taken back. */
    record Told(String channel, Aged alert) {}

    /**
     * How it stands.
     *
     * @param isTeller this node is the one that tells, for the next seconds at least
     * @param holding by any live node, the oldest first; one that several nodes see is there once
     */
    record Standing(boolean isTeller, List<Aged> holding, List<Told> told) {}

    /**
     * Says what holds on this node and asks how it stands.
     *
     * @return empty when the store does not answer: then each node tells what it sees itself, since silence is worse than twice
     */
    Optional<Standing> exchange(List<Aged> own);

    /**
     * Notes what a channel was told.
     *
     * @return false when it could not be written; to be called again
     */
    boolean told(String channel, List<Alert> raised, List<Alert> ended);
}
