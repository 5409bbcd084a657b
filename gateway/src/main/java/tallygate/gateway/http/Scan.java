package tallygate.gateway.http;

/** What looking for the end of a request head says. */
sealed interface Scan permits Scan.Found, Scan.More, Refusal {
    /** @param length of the head, its empty line included, counted from the reader index */
    record Found(int length) implements Scan {}

    /** The end has not come yet. */
    enum More implements Scan {
        MORE
    }
}
