package tallygate.gateway.desk;

import java.time.Instant;

/**
 * One entry of an order's timeline.
 *
 * @param actor who acted
 * @param kind what it was, for its sign: received, verified, done, retry, parked, failed, unknown, lost, conflict, duplicate,
 *     refused, saga-forward, saga-back, dead, person
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
