package tallygate.gateway.mysql;

/**
 * What one look at the database came to.
 *
 * @param what was looked at, for example {@code innodb_flush_log_at_trx_commit}
 * @param value as found
 * @param advice what to do; empty when it is as it should be
 */
public record Finding(Level level, String what, String value, String advice) {
    /** How much it matters. */
    public enum Level {
        OK,
        /** Works, with a risk that the advice names. */
        WARNING,
        /** An acknowledged callback could be lost or done twice: production refuses to start. */
        UNSAFE
    }

    private static final String LOSS_WINDOW = "loss-window";

    /** Whether it says what of the acknowledged callbacks a failover of the database may lose. */
    public boolean isLossWindow() {
        return what.equals(LOSS_WINDOW);
    }

    /** What a failover may lose. */
    static Finding lossWindow(Level level, String value, String advice) {
        return new Finding(level, LOSS_WINDOW, value, advice);
    }

    static Finding ok(String what, String value) {
        return new Finding(Level.OK, what, value, "");
    }

    static Finding warning(String what, String value, String advice) {
        return new Finding(Level.WARNING, what, value, advice);
    }

    static Finding unsafe(String what, String value, String advice) {
        return new Finding(Level.UNSAFE, what, value, advice);
    }

    /** Fine, or unsafe with the advice. */
    static Finding demand(boolean isFine, String what, String value, String advice) {
        return isFine ? ok(what, value) : unsafe(what, value, advice);
    }
}
