package tallygate.loadtest.drive;

/**
 * Where every message that was sent has ended up; the record cannot be made when one is missing.
 *
 * @param accepted answered 2xx
 * @param refused answered 4xx, except 429
 * @param busy answered 503 or 429: told to send again
 * @param failed any other answer, or none
 */
public record Books(long sent, long accepted, long refused, long busy, long failed) {
    public Books {
        if (sent != accepted + refused + busy + failed) {
            throw new IllegalArgumentException("books do not balance: sent=" + sent + " accepted=" + accepted
                    + " refused=" + refused + " busy=" + busy + " failed=" + failed);
        }
    }

    /** Which column an answer belongs to. */
    public enum Column {
        ACCEPTED,
        REFUSED,
        BUSY,
        FAILED;

        /** @param status 0 for no answer */
        public static Column of(int status) {
            if (status >= 200 && status < 300) {
                return ACCEPTED;
            }
            if (status == 503 || status == 429) {
                return BUSY;
            }
            return status >= 400 && status < 500 ? REFUSED : FAILED;
        }
    }
}
