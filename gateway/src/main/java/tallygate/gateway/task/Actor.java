package tallygate.gateway.task;

/**
 * Who does something by hand, for the audit log.
 *
 * @param name the user or token, at most 128 characters
 * @param origin from where: the address, or {@code cli}; at most 128 characters
 */
public record Actor(String name, String origin) {
    public Actor {
        if (name.isBlank() || name.length() > 128) {
            throw new IllegalArgumentException("an actor's name has 1..128 characters, got " + name.length());
        }
        if (origin.length() > 128) {
            throw new IllegalArgumentException("an actor's origin has at most 128 characters, got " + origin.length());
        }
    }
}
