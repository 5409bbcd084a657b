package tallygate.config.key;

/** When a changed value takes effect. */
public enum Reload {
    /** With the next reload (SIGHUP or API). */
    LIVE,
    /** Only when the process starts again. */
    RESTART
}
