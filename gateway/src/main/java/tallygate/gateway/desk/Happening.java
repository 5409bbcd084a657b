package tallygate.gateway.desk;

import java.time.Instant;

/**
 * One entry of an order's timeline.
 *
 * @param actor who acted
 * @param kind what it was, for its sign and words: received, verified, copy, duplicate-effect, done, an attempt's outcome, conflict,
 *     probe-open, probe-applied, probe-not-applied, question-open, question-answered, statement-row, saga-sent, saga-done,
 *     saga-refused, saga-undone, dead, unknown, or the audit log's code of a person's deed
 * @param subject of which task, saga or row, for its link
 * @param text what happened, in the words of whoever wrote it down; never translated
 */
public record Happening(Instant at, Actor actor, String kind, String subject, String text) {
    /** The columns of the timeline. */
    public enum Actor {
        PROVIDER,
        GATE,
        WORKER,
        SAGA,
        PERSON
    }
}
