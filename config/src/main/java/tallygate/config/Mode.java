package tallygate.config;

/** How strict the gateway is with settings that can lose data. */
public enum Mode {
    /** Unsafe database settings refuse to start. */
    PRODUCTION,
    /** Unsafe database settings are warned of. */
    DEVELOPMENT
}
