package tallygate.gateway.mysql;

/** Sealed bytes that cannot be opened: the key is lost, or they are not what was sealed for this row. */
final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableException(String why) {
        super(why);
    }
}
