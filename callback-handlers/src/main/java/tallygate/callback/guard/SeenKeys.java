package tallygate.callback.guard;

/**
 * A quick memory of keys whose effect is committed, in front of the database: it may forget, but must never know a key whose
 * effect is not there. It keeps duplicates away from the database; the unique index alone decides.
 */
public interface SeenKeys {
    /** Remembers nothing. */
    SeenKeys NONE = new SeenKeys() {
        @Override
        public boolean isSeen(String key) {
            return false;
        }

        @Override
        public void remember(String key) {}
    };

    /** False also when the memory cannot be asked. */
    boolean isSeen(String key);

    /** Called after COMMIT returned. Does not throw. */
    void remember(String key);
}
