package tallygate.config.key;

/**
 * One key of the configuration: a row of the reference page and the way its value is read.
 *
 * @param name within its group
 * @param fallback what holds when the key is not written
 * @param isOfNode true when nodes of one installation may differ in it without that being drift
 * @param words what the key does
 * @param since the version that knows it first
 */
public record Key<T>(
        String name, Kind<T> kind, Fallback fallback, Reload reload, boolean isOfNode, Words words, String since) {
    /** What holds when a key is not written. */
    public sealed interface Fallback {
        /** The key must be written. */
        record Required() implements Fallback {}

        /** A value, as it would be written. */
        record Value(String text) implements Fallback {}

        /** Nothing, or something that follows from other keys. */
        record Absent(Words note) implements Fallback {}
    }

    /** A key that must be written and that a reload changes, until said otherwise. */
    public static <T> Key<T> of(String name, Kind<T> kind, String english, String chinese) {
        return new Key<>(name, kind, new Fallback.Required(), Reload.LIVE, false, new Words(english, chinese), "0.1.0");
    }

    /** @param text the default, as it would be written */
    public Key<T> or(String text) {
        return new Key<>(name, kind, new Fallback.Value(text), reload, isOfNode, words, since);
    }

    /** Need not be written; the words say what holds then. */
    public Key<T> orAbsent(String english, String chinese) {
        return new Key<>(name, kind, new Fallback.Absent(new Words(english, chinese)), reload, isOfNode, words, since);
    }

    public Key<T> atRestart() {
        return new Key<>(name, kind, fallback, Reload.RESTART, isOfNode, words, since);
    }

    public Key<T> ofNode() {
        return new Key<>(name, kind, fallback, reload, true, words, since);
    }

    public Key<T> since(String version) {
        return new Key<>(name, kind, fallback, reload, isOfNode, words, version);
    }
}
