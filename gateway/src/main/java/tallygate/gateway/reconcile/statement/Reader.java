package tallygate.gateway.reconcile.statement;

import java.io.BufferedInputStream;
import java.io.IOException;

/** Reads one kind of statement. */
interface Reader {
    /**
     * Whether a text is the one that holds the rows: a zip may hold summaries beside it.
     *
     * @param head its first bytes
     */
    boolean isTheOne(String name, byte[] head);

    /** Hands every row to the taking, and holds the file's own totals against them. */
    void read(BufferedInputStream text, Taking taking) throws IOException;
}
