package tallygate.gateway.reconcile.statement;

import java.io.IOException;

/** Where rows go as they are read. */
public interface RowSink {
    /** @throws IOException to end the reading */
    void row(StatementRow row) throws IOException;
}
