package tallygate.gateway.desk;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.identity.Permission;

/**
 * What one person asked for and another one decides.
 *
 * @param effect what exactly will be done, for people; frozen when it was asked for
 * @param tasks all of a selection, by number; empty where it is about one object
 * @param note of whoever decided
 */
public record Approval(
        long id,
        What what,
        String effect,
        List<String> tasks,
        Asked asked,
        State state,
        Instant expiresAt,
        Optional<Decided> decided,
        String note) {
    public Approval {
        tasks = List.copyOf(tasks);
    }

    /** What is acted on. */
    public record What(String action, String objectType, String objectId) {}

    /** What whoever agrees must be allowed to do: as much as whoever asked. */
    public Permission needs() {
        return switch (what.objectType()) {
            case "task", "tasks", "job" -> Permission.OPERATE;
            default -> Permission.CONFIGURE;
        };
    }

    public record Asked(String by, String reason, Instant at) {}

    public record Decided(String by, Instant at) {}

    /** The codes are what {@code approval.status} holds. */
    public enum State {
        OPEN,
        DONE,
        REFUSED,
        /** The object changed after it was asked for: nothing was done. */
        OVERTAKEN
    }
}
