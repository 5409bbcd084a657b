package tallygate.chaos;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Everything a run left behind, as the checker reads it. Times are of one machine's clock. */
record Evidence(
        List<Notice> notices,
        List<Try> tries,
        List<Row> rows,
        List<Move> moves,
        List<Delivery> deliveries,
        List<SagaRow> sagas,
        Map<String, Steps> books,
        List<Audited> audited,
        List<Operated> operated,
        Traces traces) {

    /** What one provider sends, in as many tries as it takes. */
    record Notice(String event, Script script, String payment, long amount) {}

    /** How its deliveries end; {@code FORGED} must never be stored. */
    enum Script {
        PLAIN,
        FLAKY,
        EARLY,
        POISON,
        FLOW,
        FLOW_REFUSED,
        FLOW_STUCK,
        FORGED
    }

    /** @param status 0 when the connection broke: it may have been stored or not */
    record Try(String event, Instant at, int status) {}

    /** @param isLinked another task carries out its effect */
    record Row(
            long id,
            String event,
            int status,
            int attempts,
            int epoch,
            long amount,
            boolean isLinked,
            long owner,
            String error) {}

    /** One UPDATE of a task, as a trigger saw it. */
    record Move(
            long task, int from, int to, int epochBefore, int epochAfter, int attempts, int waitBefore, Instant at) {}

    /**
     * One delivery to the business.
     *
     * @param answered when a success answer was written whole
     * @param hasApplied whether this one made the effect, rather than finding it made
     */
    record Delivery(String key, String event, int attempt, java.util.Optional<Instant> answered, boolean hasApplied) {}

    record SagaRow(String saga, String biz, int status, long deadLetters, long openRequests) {}

    /** How often a participant's step was done and undone, by its order and step. */
    record Steps(int done, int undone) {}

    record Audited(String action, String object) {}

    /** @param status of the API's answer; 0 when it broke */
    record Operated(String action, String task, int status) {}

    /**
     * What is not in tables.
     *
     * @param secrets that must stand nowhere
     * @param texts logs, metrics and answers by their name
     * @param quiet how long everything took to end after the last fault
     * @param chain what the audit verification said: empty when it holds
     * @param leaks what did not come back to where it was
     * @param sums counters that a table explains: name to counted and found
     */
    record Traces(
            Set<String> secrets,
            Map<String, String> texts,
            Duration quiet,
            Duration quietMax,
            String chain,
            List<String> leaks,
            Map<String, long[]> sums) {}
}
