package tallygate.gateway.command;

/** Exit codes, as sysexits(3) has them where they fit. */
final class Exit {
    static final int OK = 0;
    /** The command ran, and the answer is no: refused, broken chain, failed drill. */
    static final int REFUSED = 1;

    static final int USAGE = 64;
    static final int DATA = 65;
    static final int NO_INPUT = 66;
    static final int UNAVAILABLE = 69;
    static final int SOFTWARE = 70;
    static final int CONFIG = 78;

    private Exit() {}
}
