package tallygate.config.source;

/**
 * One thing that is wrong with a configuration: {@code path (line N): what is wrong}.
 *
 * @param path the key with dots, endpoints by name where they have one; empty for the file as a whole
 * @param origin where the value was written
 * @param text what is wrong, the value unless it is secret, and what is allowed
 */
public record Problem(String path, Origin origin, String text) {
    /** The line in the file, 0 when the value does not come from the file. */
    public int line() {
        return origin instanceof Origin.Line line ? line.number() : 0;
    }

    @Override
    public String toString() {
        String place = origin instanceof Origin.Default ? "" : "(" + origin + ")";
        String where = path.isEmpty() || place.isEmpty() ? path + place : path + " " + place;
        return where.isEmpty() ? text : where + ": " + text;
    }
}
